import assert from 'node:assert/strict';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  API,
  DOCUMENT_FILES,
  FORGOTTEN_PASSWORD_PAGE,
  IMAGE_FILES,
  PREVIEW_PAGE,
  SECOND_STEP_PAGE,
} from '#contract/paths.ts';
import { VERSION_PATH } from '#contract/version-path.ts';
import { createApp } from '#server/process/app.ts';
import { openDiskFiles } from '#server/platform/files/disk-file-store.ts';
import { addAdmin, httpClientOf, signIn } from '#tests/support/http-client.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { openTestSite, type TestSite } from '#tests/support/test-site.ts';

const HOST = 'coop.example';

/** POST, but read-only. */
const READ_ONLY_POST = `POST ${API.siteTexts}`;
/** Public routes. All others must require an administrator, including new routes that are not listed here. */
const PUBLIC = new Set([
  READ_ONLY_POST,
  `OPTIONS ${API.cashBids}`,
  `OPTIONS ${API.harvest}`,
  `POST ${API.signIn}`,
  `POST ${API.signInCode}`,
  `POST ${API.signInPasskeyOptions}`,
  `POST ${API.signInPasskey}`,
  `POST ${API.linkPurpose}`,
  `POST ${API.linkUse}`,
  `POST ${FORGOTTEN_PASSWORD_PAGE}`,
  ...[
    '/healthz',
    '/readyz',
    '/.well-known/change-password',
    '/media/*',
    `${IMAGE_FILES}/:file`,
    `${IMAGE_FILES}/:file/:name`,
    `${DOCUMENT_FILES}/:id/:name`,
    `${PREVIEW_PAGE}/:token`,
    API.documents,
    `${API.images}/:imageType`,
    '/*',
    '/api',
    '/api/*',
    API.siteTexts,
    API.cashBids,
    API.employees,
    API.locations,
    API.harvest,
    `${API.priceTable}/:type`,
    API.pioneerItems,
    `${API.pioneerItems}/:category`,
    API.openApi,
    API.signInStep,
    VERSION_PATH,
  ].map((url) => `GET ${url}`),
]);

type Route = { method: string; url: string; name: string };
const routes: Route[] = [];
let site: TestSite;
let folder: Awaited<ReturnType<typeof mkdtempDisposable>>;
let app: Awaited<ReturnType<typeof createApp>>;

before(async () => {
  site = await openTestSite({ seedContent: 'none' });
  folder = await mkdtempDisposable(join(tmpdir(), 'scalehouse-test-'));
  await addAdmin(site.database, 'Dana');
  app = await createTestApp(site, {
    diskFiles: openDiskFiles(join(folder.path, 'data')),
    addDevelopment: async (instance) =>
      void instance.addHook('onRoute', ({ method, url }) => {
        for (const each of [method].flat()) routes.push({ method: each, url, name: `${each} ${url}` });
      }),
  });
});
after(async () => {
  await app.close();
  await site[Symbol.asyncDispose]();
  await folder.remove();
});

const changes = ({ method }: Route) => !['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method);
/** False for unknown API paths, which respond 404 to every method, and for forms of the sign-in, whose errors are pages. */
const isEndpoint = ({ url }: Route) => !['/api', '/api/*', '/admin', SECOND_STEP_PAGE].includes(url);
const mutating = () =>
  routes.filter((route) => changes(route) && isEndpoint(route) && route.name !== READ_ONLY_POST);
const administrators = () =>
  routes.filter((route) => isEndpoint(route) && !PUBLIC.has(route.name.replace('HEAD', 'GET')));

/** Sends an unparsable body, so that a request that passes the guards changes nothing. */
async function sendTo({ method, url }: Route, headers: Record<string, string>) {
  const at = routes.findIndex((route) => route.url === url);
  const response = await app.inject({
    method: method as 'POST',
    url: url.replaceAll(/:\w+|\*/g, 'x1'),
    // Invalid credentials are limited by network.
    remoteAddress: `10.${at >> 8}.${at & 255}.1`,
    headers: { host: HOST, ...(changes({ method, url, name: '' }) && JSON_HEADER), ...headers },
    ...(changes({ method, url, name: '' }) && { payload: '{' }),
  });
  return {
    status: response.statusCode,
    code: method === 'HEAD' ? '' : codeOf(response.body),
    headers: response.headers,
  };
}

const JSON_HEADER = { 'content-type': 'application/json' };

function codeOf(body: string): string {
  try {
    return (JSON.parse(body) as { code?: string }).code ?? '';
  } catch {
    return '';
  }
}

const signedIn = async () => ({ cookie: (await signIn({ app })).cookie });

test('collects the mutating routes and the administrator routes', () => {
  const names = mutating().map(({ name }) => name);
  for (const path of [API.signIn, API.signOut, API.password, API.saveSiteText]) {
    assert.ok(names.includes(`POST ${path}`), path);
  }
  assert.ok(names.includes(`PUT ${API.commodities}`));
  const guarded = administrators().map(({ name }) => name);
  for (const name of [`GET ${API.verify}`, `HEAD ${API.verify}`, `GET ${API.allSiteTexts}`]) {
    assert.ok(guarded.includes(name), name);
  }
  assert.ok(!guarded.includes(`POST ${API.signIn}`));
});

test('responds 401 on every administrator route without a valid session, before it parses the body', async () => {
  const editor = await signIn({ app });
  await editor.post(API.signOut);
  for (const route of administrators()) {
    for (const cookie of [
      '',
      editor.cookie,
      'session=',
      'session=x',
      'session="; session=x',
      'session=__proto__',
    ]) {
      const { status, code, headers } = await sendTo(route, cookie ? { cookie } : {});
      assert.equal(status, 401, `${route.name} with ${cookie}`);
      if (route.method !== 'HEAD') assert.equal(code, 'sign-in-needed');
      assert.equal(headers['cache-control'], 'no-store');
      assert.equal(headers['set-cookie'], undefined);
    }
  }
});

const CROSS_SITE_HEADERS: Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': '' },
  // Sec-Fetch-Site takes precedence over Origin.
  { 'sec-fetch-site': 'cross-site', origin: `https://${HOST}` },
  { origin: `https://${HOST}.evil.example` },
  { origin: `https://${HOST}@evil.example` },
  { origin: `https://${HOST}:8443` },
  { origin: 'null' },
  { origin: '' },
];

test('responds 403 to cross-site requests on every mutating route, with or without a session', async () => {
  const cookie = await signedIn();
  for (const route of mutating()) {
    for (const headers of CROSS_SITE_HEADERS) {
      for (const session of [{}, cookie]) {
        const { status, code } = await sendTo(route, { ...headers, ...session });
        assert.deepEqual([status, code], [403, 'cross-site'], `${route.name} ${JSON.stringify(headers)}`);
      }
    }
  }
});

const ALLOWED_HEADERS: Record<string, string>[] = [
  {},
  { 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'same-origin', origin: 'https://public.example' },
  { origin: `https://${HOST}` },
  { origin: `http://${HOST}` },
];

test('accepts same-origin and non-browser requests on every mutating route', async () => {
  for (const route of mutating()) {
    for (const headers of ALLOWED_HEADERS) {
      const { status } = await sendTo(route, { ...headers, ...(await signedIn()) });
      assert.ok(status < 500 && ![401, 403, 404].includes(status), `${route.name} responds ${status}`);
    }
  }
});

test('allows cross-site reads, and rejects a cross-site save or sign-out', async () => {
  const editor = await signIn({ app });
  const crossSite = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
  assert.equal((await httpClientOf({ app }).post(API.siteTexts, [0], crossSite)).statusCode, 200);
  assert.equal((await editor.get(API.verify, crossSite)).statusCode, 200);
  const save = { configType: 'WelcomeMessage', message: 'Cross-site' };
  assert.equal((await editor.post(API.saveSiteText, save, crossSite)).statusCode, 403);
  assert.equal((await editor.post(API.signOut, undefined, crossSite)).statusCode, 403);
  assert.equal((await editor.get(API.verify)).statusCode, 200);
  assert.doesNotMatch((await editor.get(API.allSiteTexts)).body, /Cross-site/);
});
