import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { after, before, test } from 'node:test';
import siteTexts from '#content/demo/site-texts.json' with { type: 'json' };
import type { CashBids } from '#contract/cash-bids.ts';
import { API } from '#contract/paths.ts';
import type { Problem } from '#contract/problem.ts';
import { HOURS_TEXT_IDS, SITE_TEXTS, type SiteTextEntry } from '#contract/site-text.ts';
import { type AppParts } from '#server/process/app.ts';
import { createServices } from '#server/domains/services.ts';
import { aBid } from '#tests/support/a-bid.ts';
import { freshPostgresUrl } from '#tests/support/databases.ts';
import { DATABASE_KINDS } from '#tests/support/on-both-databases.ts';
import { UNUSED_IMAGE_SERVICES } from '#tests/support/unused-image-services.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { demoSite, openTestSite, type TestSite } from '#tests/support/test-site.ts';

let site: TestSite;
before(async () => void (site = await openTestSite()));
after(() => site[Symbol.asyncDispose]());

/** Returns site texts, after asserting that POST and GET return the same. */
async function fetchTexts(of: TestSite, ids: readonly number[]): Promise<SiteTextEntry[]> {
  const posted = await of.app.inject({ method: 'POST', url: API.siteTexts, payload: [...ids] });
  assert.equal(posted.statusCode, 200);
  assert.equal(posted.headers['content-type'], 'application/json; charset=utf-8');
  if (ids.length > 0) {
    const got = await of.app.inject(`${API.siteTexts}?ids=${ids.join()}`);
    assert.equal(got.statusCode, 200);
    assert.deepEqual(got.json(), posted.json());
  }
  return posted.json<SiteTextEntry[]>();
}

const numbersOf = (entries: SiteTextEntry[]) => entries.map(({ configId }) => configId);

test('returns every non-empty site text by its id, over POST and GET', async () => {
  const ids = SITE_TEXTS.map(({ id }) => id);
  const entries = await fetchTexts(site, ids);
  const expected = SITE_TEXTS.map(({ id, type }) => ({ configId: id, content: siteTexts[type] }));
  assert.deepEqual(
    entries.map(({ changedAt: _changedAt, ...entry }) => entry),
    expected.filter(({ content }) => content !== ''),
  );
});

test('returns texts in the requested order, without duplicates and unknown ids', async () => {
  assert.deepEqual(numbersOf(await fetchTexts(site, [16, 0, 8])), [16, 0, 8]);
  assert.deepEqual(numbersOf(await fetchTexts(site, [8, 0, 8, 8, 0])), [8, 0]);
  assert.deepEqual(numbersOf(await fetchTexts(site, [17, 99, 4, 999_999_999])), [4]);
  assert.deepEqual(numbersOf(await fetchTexts(site, [17])), []);
  assert.deepEqual(await fetchTexts(site, []), []);
  const huge = await site.app.inject({ method: 'POST', url: API.siteTexts, payload: [2 ** 31 - 1] });
  assert.deepEqual(huge.json(), []);
});

test('returns exactly configId and content for each requested text, and the time of the hours', async () => {
  for (const ids of [
    [0, 8, 9, 10, 11, 16],
    [2, 1],
    [3, 4, 5, 6, 7, 8, 9, 10, 11],
  ]) {
    const entries = await fetchTexts(site, ids);
    assert.deepEqual(numbersOf(entries), ids);
    for (const entry of entries) {
      const time = HOURS_TEXT_IDS.includes(entry.configId) ? ['changedAt'] : [];
      assert.deepEqual(Object.keys(entry), ['configId', 'content', ...time]);
      assert.equal(typeof entry.content, 'string');
    }
  }
});

test('returns no cash bids and no texts when the site has no content', async () => {
  await using fresh = await openTestSite({ seedContent: 'none' });
  assert.deepEqual((await fresh.app.inject(API.cashBids)).json(), { asOf: null, bids: [] });
  assert.deepEqual(await fetchTexts(fresh, [0, 4, 16]), []);
});

const NO_NUMBERS = ['9', '-1', '00', '0x0', '1e0', 'x', 'constructor', '__proto__', '1%200'];

test('rejects an unknown category, price table, or type of images', async () => {
  for (const [path, parameter] of [
    [API.pioneerItems, 'category'],
    [API.priceTable, 'type'],
    [API.images, 'imageType'],
  ] as const) {
    for (const value of NO_NUMBERS) {
      const response = await site.app.inject(`${path}/${value}`);
      assert.equal(response.statusCode, 400, `${path}/${value}`);
      assert.equal(response.json<Problem>().errors?.[0]?.field, `params/${parameter}`);
    }
    assert.equal((await site.app.inject(`${path}/0/1`)).statusCode, 404, path);
  }
});

test('sends an ETag, and 304 when If-None-Match matches, even with an unknown query parameter', async () => {
  for (const address of [`${API.siteTexts}?ids=0,8`, API.cashBids, API.openApi]) {
    const { headers, statusCode } = await site.app.inject(address);
    assert.equal(statusCode, 200, address);
    assert.match(String(headers['etag']), /^"[\w-]+"$/);
    assert.equal(headers['cache-control'], 'no-cache');
    for (const same of [address, `${address}${address.includes('?') ? '&' : '?'}utm=1`]) {
      const known = await site.app.inject({
        url: same,
        headers: { 'if-none-match': String(headers['etag']) },
      });
      assert.equal(known.statusCode, 304, same);
      assert.equal(known.body, '');
      assert.equal(known.headers['etag'], headers['etag']);
      assert.equal(known.headers['content-version'], headers['content-version']);
    }
  }
});

test('logs an exception without the bearer token, responds 500 without details, and then recovers', async () => {
  let isBroken = true;
  const log = new PassThrough();
  await using app = await anApp(
    (list) => {
      if (isBroken) throw new TypeError('secret-inside');
      return list();
    },
    { level: 'warn', stream: log },
  );
  const response = await app.inject({ url: API.cashBids, headers: { authorization: 'Bearer secret-token' } });
  assert.equal(response.statusCode, 500);
  assert.equal(response.headers['content-type'], 'application/problem+json; charset=utf-8');
  assert.equal(response.headers['cache-control'], 'no-store');
  assert.equal(response.headers['etag'], undefined);
  assert.deepEqual(response.json(), {
    type: 'about:blank',
    title: 'Internal Server Error',
    status: 500,
    code: 'crash',
    detail:
      'Something went wrong on our end. Try again in a minute. If it keeps happening, tell the person who runs your website.',
  });

  isBroken = false;
  assert.equal((await app.inject(API.cashBids)).statusCode, 200);
  const lines = String(log.read()).trim().split('\n');
  assert.equal(lines.length, 1);
  const note = JSON.parse(lines[0] ?? '') as {
    level: number;
    reqId?: string;
    err: { message: string; stack: string };
  };
  assert.equal(note.err.message, 'secret-inside');
  assert.match(note.err.stack, /endpoints\.test\.ts/);
  assert.ok(note.reqId);
  assert.doesNotMatch(lines.join(), /secret-token/);
});

test('never sends a content version newer than the content in the response', async () => {
  await using fresh = await openTestSite({ seedContent: 'none' });
  const { version: first } = fresh.content.snapshot();
  await fresh.change({ texts: { WelcomeMessage: 'News 1!' } });
  const requests = [];
  for (let n = 2; n <= 30; n += 1) {
    for (const url of ['/', '/?x', `${API.siteTexts}?ids=0`, `${API.siteTexts}?ids=0,${n}`]) {
      requests.push(fresh.app.inject(url));
    }
    const changing = fresh.change({ texts: { WelcomeMessage: `News ${n}!` } });
    requests.push(
      fresh.app.inject('/'),
      fresh.app.inject({ method: 'POST', url: API.siteTexts, payload: [0] }),
    );
    await changing;
    assert.match((await fresh.app.inject('/')).body, new RegExp(`News ${n}!`));
  }
  for (const { body, headers } of await Promise.all(requests)) {
    const shown = first + Number(/News (\d+)!/.exec(body)?.[1]);
    assert.ok(
      shown >= Number(headers['content-version']),
      `${shown} under ${String(headers['content-version'])}`,
    );
  }
});

for (const kind of DATABASE_KINDS) {
  test(`shows a change in pages and API responses from the next request on (${kind})`, async () => {
    await using database = kind === 'PostgreSQL' ? await freshPostgresUrl() : undefined;
    await using fresh = await openTestSite(database && { databaseUrl: database.url });
    const urls = ['/', '/cash-bids.html', API.cashBids, `${API.siteTexts}?ids=0`];
    for (let n = 1; n <= 3; n += 1) {
      // Cache all of these before the change.
      for (const url of urls)
        assert.doesNotMatch((await fresh.app.inject(url)).body, new RegExp(`News ${n}`));
      const { version } = fresh.content.snapshot();
      await fresh.change({
        texts: { WelcomeMessage: `News ${n}` },
        cashBids: [aBid({ commodity: `News ${n}` })],
      });
      const changed = fresh.content.snapshot().version;
      assert.ok(changed > version);
      for (const url of urls) {
        const { headers, body } = await fresh.app.inject(url);
        assert.match(body, new RegExp(`News ${n}`), url);
        assert.equal(Number(headers['content-version']), changed, url);
      }
    }
  });
}

test('keeps internal names and administrator data out of public responses', async () => {
  const shown = [`${API.siteTexts}?ids=0`, API.cashBids, '/healthz', '/'];
  const responses = await Promise.all([...shown, API.openApi].map((url) => site.app.inject(url)));
  for (const { body } of responses) {
    assert.doesNotMatch(body, /change_log|basis_hundredths|sqlite|_hash|argon2/);
  }
  // Skip the OpenAPI document, which describes the editor's requests and the history.
  for (const { body } of responses.slice(0, -1)) {
    assert.doesNotMatch(body, /WelcomeMessage|"author"|token|"before"|origin"|position"/);
  }
});

type Operation = {
  summary?: string;
  parameters?: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { required: boolean; content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
};
type OpenApi = {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
};

const readOpenApi = async () => (await site.app.inject(API.openApi)).json<OpenApi>();

test('serves an OpenAPI 3.1 document that declares all path parameters and never uses nullable', async () => {
  const document = await readOpenApi();
  assert.match(document.openapi, /^3\.1\.\d+$/);
  assert.equal(typeof document.info.title, 'string');
  assert.equal(typeof document.info.version, 'string');
  for (const [path, item] of Object.entries(document.paths)) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const { parameters = [] } of Object.values(item)) {
      const names = parameters.filter((each) => each.in === 'path').map(({ name }) => name);
      assert.deepEqual(names, inPath, path);
    }
  }
  // OpenAPI 3.0 used `nullable`, which 3.1 ignores.
  assert.doesNotMatch(JSON.stringify(document), /"nullable"|"\$ref":"(?!#\/components\/schemas\/)/);
});

const WITHOUT_BODY = new Set<string>([
  `${API.people}/{id}/password-link`,
  `${API.sessions}/{id}/known`,
  API.signInPasskeyOptions,
  API.passkeyOptions,
  API.confirmationOptions,
  API.totp,
  API.recoveryCodes,
  API.otherSessions,
  API.signOut,
  API.signOutEverywhere,
  API.demoContentRemoval,
]);

test('lists each endpoint in the OpenAPI document, with its request body, response and errors', async () => {
  const { paths } = await readOpenApi();
  for (const path of Object.values(API).filter((each) => each !== API.openApi && each !== API.uploads)) {
    assert.ok(
      Object.keys(paths).some((each) => each === path || each.startsWith(`${path}/{`)),
      path,
    );
  }
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, { summary, responses, requestBody }] of Object.entries(item)) {
      assert.ok(summary, path);
      assert.ok(responses['200']?.content?.['application/json']?.schema, path);
      for (const status of ['4XX', '5XX']) {
        assert.ok(responses[status]?.content?.['application/problem+json']?.schema, path);
      }
      const hasBody =
        (method === 'post' && !WITHOUT_BODY.has(path)) ||
        (method === 'put' && path !== `${API.uploads}/{fileName}`);
      assert.equal(requestBody?.required, hasBody ? true : undefined, path);
    }
  }
  const query = paths[API.siteTexts]?.['get']?.parameters;
  assert.deepEqual(
    query?.map(({ name, in: position, required }) => [name, position, required]),
    [['ids', 'query', true]],
  );
});

/** Creates an app whose cash bids come from `listBids`. */
function anApp(listBids: (list: () => CashBids) => CashBids, logger?: AppParts['logger']) {
  const services = createServices({
    content: site.content,
    database: site.database,
    health: site.health,
    site: demoSite(),
    ...UNUSED_IMAGE_SERVICES,
  });
  return createTestApp(site, {
    services: {
      ...services,
      cashBids: { ...services.cashBids, list: () => listBids(services.cashBids.list) },
    },
    logger,
  });
}
