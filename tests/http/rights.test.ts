import assert from 'node:assert/strict';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { API } from '#contract/paths.ts';
import { ROLES, type Role } from '#contract/rights.ts';
import Fastify from 'fastify';
import { hashOf } from '#server/domains/accounts/sessions.ts';
import { checkRoutes } from '#server/process/api-guards.ts';
import { createApp } from '#server/process/app.ts';
import { openDiskFiles } from '#server/platform/files/disk-file-store.ts';
import { addAdmin, signIn } from '#tests/support/http-client.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { openTestSite, type TestSite } from '#tests/support/test-site.ts';

/**
 * Who may send each request, written down apart from the table in `contract`: `all` for everyone, otherwise the first
 * letters of owner, content, prices, and scale house, and `t`, `h`, and `r` for API tokens of bids, of the harvest board, and for
 * reading. After `!`, people must have proved recently who they are; `+` is also for those without a second factor that
 * everyone needs.
 */
const EXPECTED = new Map(
  `
GET /api/config/configs                    all
POST /api/config/configs                   all
GET /api/cash-bids                         all
OPTIONS /api/cash-bids                     all
GET /api/harvest                           all
OPTIONS /api/harvest                       all
GET /api/config/employees                  all
GET /api/locations                         all
GET /api/config/table/:type                all
GET /api/config/pioneer-items              all
GET /api/config/pioneer-items/:category    all
GET /api/images/:imageType                 all
GET /api/documents                         all
GET /api/openapi.json                      all
GET /api/version                           all
POST /api/admin/login                      all
GET /api/admin/sign-in-step                all
POST /api/admin/login/code                 all
POST /api/admin/login/passkey-options      all
POST /api/admin/login/passkey              all
POST /admin/second-step                    all
POST /admin                                all
POST /admin/forgotten-password             all
GET /images/:file                          all
GET /images/:file/:name                    all
GET /documents/:id/:name                   all
GET /preview/:token                        all
GET /media/*                               all
GET /.well-known/change-password           all
GET /healthz                               all
GET /readyz                                all
GET /*                                     all
GET /api                                   all
GET /api/*                                 all
GET /api/admin/verify                      ocps
POST /api/admin/logout                     ocps+
POST /api/admin/logout-everywhere          ocps
POST /api/admin/password                   ocps
POST /api/admin/email                      ocps!
GET /api/admin/factors                     ocps+
POST /api/admin/factors/totp               ocps!+
POST /api/admin/factors/totp/confirm       ocps!+
DELETE /api/admin/factors/totp             ocps!
POST /api/admin/factors/recovery-codes     ocps!
POST /api/admin/factors/passkey-options    ocps!+
POST /api/admin/factors/passkeys           ocps!+
PUT /api/admin/factors/passkeys/:id        ocps
DELETE /api/admin/factors/passkeys/:id     ocps!
POST /api/admin/confirm                    ocps+
POST /api/admin/confirm/options            ocps+
GET /api/admin/sessions                    ocps
DELETE /api/admin/sessions/:id             ocps
POST /api/admin/sessions/:id/known         ocps
POST /api/admin/end-other-sessions         ocps
GET /api/config/all                        ocps
GET /api/admin/cash-bids                   ocpsr
GET /api/past-prices                       ocpsr
GET /api/admin/harvest                     ocpsr
GET /api/admin/site-settings               ocps
GET /api/admin/demo-content                ocps
GET /api/admin/history                     ocps
GET /api/admin/history/people              ocps
GET /api/admin/history/csv                 ocps
POST /api/admin/history/restore            ocps
GET /api/admin/last-saves                  ocps
GET /api/admin/last-backup                 ocps
GET /api/admin/attention                   ocps
POST /api/admin/presence                   ocps
POST /api/admin/preview                    ocps
GET /api/admin/preview-links               ocps
POST /api/admin/preview-links              ocps
DELETE /api/admin/preview-links/:id        ocps
GET /api/admin/schedule                    ocps
POST /api/admin/schedule                   ocps
PUT /api/admin/schedule/:id                ocps
DELETE /api/admin/schedule/:id             ocps
POST /api/admin/schedule/:id/decide        ocps
GET /api/images/unlisted                   ocps
GET /api/images/kept/:file                 ocps
GET /api/images/deleted/:imageType         ocps
GET /api/documents/deleted                 ocps
GET /api/admin/pages                       ocps
GET /api/admin/pages/:id                   ocps
POST /api/admin/link                       all
POST /api/admin/link/use                   all
GET /api/admin/people                      o
PUT /api/admin/people/:id                  o!
DELETE /api/admin/people/:id               o!
DELETE /api/admin/people/:id/factors       o!
POST /api/admin/people/:id/password-link   o!
POST /api/admin/person-links               o!
DELETE /api/admin/person-links/:id         o
GET /api/admin/tokens                      o
POST /api/admin/tokens                     o!
DELETE /api/admin/tokens/:id               o!
POST /api/admin/demo-content/removal       o
PUT /api/cash-bids                         ocpt
PUT /api/harvest                           ocsh
PUT /api/cash-bids/commodities             ocp
POST /api/config/table                     ocp
POST /api/config                           ocs
POST /api/admin/site-settings              ocs
POST /api/locations                        ocs
DELETE /api/locations/:id                  oc
POST /api/config/employee                  oc
DELETE /api/config/employee/:id            oc
POST /api/config/pioneer-item              oc
POST /api/config/pioneer-item-update       oc
POST /api/config/pioneer-item-restore      oc
DELETE /api/config/pioneer-item/:id        oc
GET /api/images/presigned-url              oc
PUT /api/images/uploads/:fileName          oc
POST /api/images/save                      oc
POST /api/images/describe                  oc
POST /api/images/focus                     oc
POST /api/images/replace                   oc
POST /api/images/order                     oc
POST /api/images/bring-back                oc
DELETE /api/images/delete/:imageId         oc
GET /api/documents/presigned-url           oc
POST /api/documents/save                   oc
POST /api/documents/title                  oc
POST /api/documents/replace                oc
POST /api/documents/order                  oc
POST /api/documents/bring-back             oc
DELETE /api/documents/delete/:id           oc
POST /api/admin/pages                      oc
PUT /api/admin/pages/:id                   oc
DELETE /api/admin/pages/:id                oc
PUT /api/admin/page-order                  oc
`
    .trim()
    .split('\n')
    .map((line) => line.split(/\s{2,}/) as [call: string, callers: string]),
);

const HOST = 'coop.example';
const CELLS_MIN = 3000;

let cells = 0;

type Endpoint = { method: string; url: string };
const endpoints: Endpoint[] = [];
let site: TestSite;
let folder: Awaited<ReturnType<typeof mkdtempDisposable>>;
let app: Awaited<ReturnType<typeof createApp>>;

before(async () => {
  site = await openTestSite({ seedContent: 'none' });
  folder = await mkdtempDisposable(join(tmpdir(), 'scalehouse-test-'));
  app = await createTestApp(site, {
    diskFiles: openDiskFiles(join(folder.path, 'data')),
    addDevelopment: async (instance) =>
      void instance.addHook('onRoute', ({ method, url }) => {
        for (const each of [method].flat()) endpoints.push({ method: each, url });
      }),
  });
});
after(async () => {
  await app.close();
  await site[Symbol.asyncDispose]();
  await folder.remove();
});

const reads = ({ method }: Endpoint) => ['GET', 'HEAD', 'OPTIONS'].includes(method);

/** Methods of unknown paths other than GET, and GET again as HEAD. */
const isRepeated = ({ method, url }: Endpoint) =>
  method === 'HEAD' || (method !== 'GET' && ['/api', '/api/*'].includes(url));

type Caller = {
  name: string;
  headers: Record<string, string>;
  /** Undefined for a caller whose credentials are missing or have ended. */
  letter?: string;
  /** Long ago for a caller who was asked for the password then. */
  isUnconfirmed?: true;
};

const setAdmin = (username: string, values: Record<string, string | null>) =>
  site.database.write((db) => db.updateTable('admin').set(values).where('username', '=', username).execute());

async function addPerson(username: string, role: Role, values: Record<string, string | null> = {}) {
  await addAdmin(site.database, username);
  await setAdmin(username, { role, ...values });
  return signIn({ app }, { username });
}

const SCOPES: Record<string, string> = { t: 'bids', h: 'harvest', r: 'read' };

const PAST = '2020-01-01T00:00:00.000Z';

async function createCallers(): Promise<Caller[]> {
  const callers: Caller[] = [{ name: 'a visitor', headers: {} }];
  for (const role of ROLES) {
    const letter = role[0] ?? '';
    const { cookie } = await addPerson(role, role);
    callers.push({ name: role, headers: { cookie }, letter });
    if (role !== 'owner') {
      const limited = await addPerson(`${role} there`, role, { locations: '["there"]' });
      callers.push({ name: `${role} of a location`, headers: { cookie: limited.cookie }, letter });
    }
    for (const [reason, values] of [
      ['disabled', { disabled_at: PAST }],
      ['ended', { ends_at: PAST }],
    ] as const) {
      const person = await addPerson(`${role} ${reason}`, role);
      await setAdmin(`${role} ${reason}`, values);
      callers.push({ name: `${role}, ${reason}`, headers: { cookie: person.cookie } });
    }
    const unconfirmed = await addPerson(`${role} unconfirmed`, role);
    await site.database.write((db) =>
      db
        .updateTable('session')
        .set({ confirmed_at: PAST })
        .where('token_hash', '=', hashOf(unconfirmed.token))
        .execute(),
    );
    callers.push({
      name: `${role}, not asked again`,
      headers: { cookie: unconfirmed.cookie },
      letter,
      isUnconfirmed: true,
    });
    const replayed = await addPerson(`${role} signed out`, role);
    await replayed.post(API.signOut);
    callers.push({ name: `${role}, signed out`, headers: { cookie: replayed.cookie } });
  }
  const owner = await signIn({ app }, { username: 'owner' });
  for (const [name, letter] of [
    ['a token', 't'],
    ['a harvest token', 'h'],
    ['a token that reads', 'r'],
    ['a deleted token'],
    ['an expired token'],
  ] as const) {
    const { token, id } = (await owner.post(API.apiTokens, { name, scope: SCOPES[letter ?? 't'] })).json<{
      token: string;
      id: string;
    }>();
    if (name === 'a deleted token') await owner.delete(`${API.apiTokens}/${id}`);
    if (name === 'an expired token')
      await site.database.write((db) =>
        db.updateTable('api_token').set({ expires_at: PAST }).where('id', '=', id).execute(),
      );
    callers.push({ name, headers: { authorization: `Bearer ${token}` }, ...(letter && { letter }) });
  }
  return callers;
}

const ORIGINS: { headers: Record<string, string>; isForeign: boolean }[] = [
  { headers: {}, isForeign: false },
  { headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, isForeign: true },
];

/** Returns the status and code of a response that is not a pass, and otherwise ''. */
function expected(
  endpoint: Endpoint,
  { name, letter, headers, isUnconfirmed }: Caller,
  isForeign: boolean,
): string {
  const callers = EXPECTED.get(`${endpoint.method} ${endpoint.url}`) ?? '';
  const isChange = !reads(endpoint) && endpoint.url !== API.siteTexts;
  if (endpoint.url === API.signInStep) return '401 step-ended';
  if (callers === 'all') return isChange && isForeign ? '403 cross-site' : '';
  if (headers['authorization'] && /[thr]$/.test(callers)) {
    if (letter) return callers.includes(letter) ? '' : '403 other-scope';
    return name === 'an expired token' ? '401 token-expired' : '401 unknown-token';
  }
  if (isChange && isForeign) return '403 cross-site';
  if (letter === undefined || headers['authorization']) return '401 sign-in-needed';
  if (!callers.includes(letter)) return '403 no-right';
  return isUnconfirmed && callers.includes('!') ? '403 confirm-needed' : '';
}

/** Sends a body that cannot be parsed, so that a request with the right changes nothing. */
async function send({ method, url }: Endpoint, headers: Record<string, string>): Promise<string> {
  const hasBody = !reads({ method, url });
  const response = await app.inject({
    method: method as 'POST',
    url: url.replaceAll(/:\w+|\*/g, 'x1'),
    // Invalid credentials are limited by network.
    remoteAddress: `10.${cells >> 16}.${(cells >> 8) & 255}.${cells & 255}`,
    headers: { host: HOST, ...(hasBody && { 'content-type': 'application/json' }), ...headers },
    ...(hasBody && { payload: '{' }),
  });
  if (![401, 403].includes(response.statusCode)) return '';
  const isPage = !String(response.headers['content-type']).includes('json');
  return `${response.statusCode} ${isPage ? 'cross-site' : response.json<{ code: string }>().code}`;
}

test('lets exactly those use each endpoint who may, from here and from other sites', async () => {
  const callers = await createCallers();
  const listed = endpoints.filter((endpoint) => !isRepeated(endpoint));
  assert.deepEqual(
    listed.map(({ method, url }) => `${method} ${url}`).toSorted(),
    [...EXPECTED.keys()].toSorted(),
  );
  const wrong: string[] = [];
  for (const endpoint of listed) {
    for (const caller of callers) {
      for (const { headers, isForeign } of ORIGINS) {
        cells += 1;
        const found = await send(endpoint, { ...caller.headers, ...headers });
        const right = expected(endpoint, caller, isForeign);
        if (found !== right)
          wrong.push(
            `${endpoint.method} ${endpoint.url} from ${caller.name}${isForeign ? ', cross-site' : ''}: ${found} instead of ${right}`,
          );
      }
    }
  }
  assert.deepEqual(wrong, []);
  assert.ok(cells >= CELLS_MIN, String(cells));
});

test('lets those without a second factor that everyone needs do nothing but set one up', async () => {
  const { cookie } = await addPerson('newcomer', 'owner');
  await site.change({ settings: { requireSecondFactor: true } });
  const found: string[] = [];
  for (const endpoint of endpoints.filter((each) => !isRepeated(each))) {
    cells += 1;
    const callers = EXPECTED.get(`${endpoint.method} ${endpoint.url}`) ?? '';
    const outcome = await send(endpoint, { cookie });
    if (callers === 'all') continue;
    if ((outcome === '') !== callers.endsWith('+'))
      found.push(`${endpoint.method} ${endpoint.url}: ${outcome}`);
  }
  await site.change({ settings: {} });
  assert.deepEqual(found, []);
});

type Addition = (instance: Awaited<ReturnType<typeof createApp>>) => Promise<void>;
const addUnlisted: Addition = async (instance) => void instance.get('/api/admin/new', async () => ({}));
const addOpen: Addition = async (instance) => void instance.get(API.bidList, async () => ({}));

const start = (addDevelopment: Addition) => createTestApp(site, { addDevelopment });

test('does not start with an endpoint that the table lacks, or that is not in the scope which checks it', async () => {
  await assert.rejects(start(addUnlisted), /rights\.ts doesn't say who may send GET \/api\/admin\/new/);
  await assert.rejects(start(addOpen));
  const alone = Fastify();
  checkRoutes(alone);
  await addOpen(alone);
  await assert.rejects(
    async () => alone.ready(),
    /GET \/api\/admin\/cash-bids is open, unlike in contract\/rights\.ts/,
  );
});
