import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { ApiToken } from '#contract/api-tokens.ts';
import { API } from '#contract/paths.ts';
import { readChangeLog } from '#tests/support/change-log.ts';
import { eventually } from '#tests/support/eventually.ts';
import {
  addAdmin,
  httpClientOf,
  adminClientOf,
  onBothSites,
  onSite,
  PASSWORD,
  signIn,
  trySignIn,
} from '#tests/support/http-client.ts';
import type { TestSite } from '#tests/support/test-site.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const NEW_PASSWORD = 'weed, feed and seed';

const seenTimes = (site: TestSite) =>
  site.database.read(async (db) => {
    const rows = await db.selectFrom('session').select('seen_at').execute();
    return rows.map(({ seen_at: at }) => Date.parse(at));
  });

const statusOf = async (editor: { get(url: string): Promise<{ statusCode: number }> }) =>
  (await editor.get(API.verify)).statusCode;

onSite(
  'returns only the id and username of the current administrator, and 401 without a session',
  async ({ site }) => {
    assert.equal(await statusOf(httpClientOf(site)), 401);
    const editor = await signIn(site);
    const response = await editor.get(API.verify);
    assert.equal(response.statusCode, 200);
    assert.deepEqual(Object.keys(response.json<object>()), ['id', 'username', 'role', 'locations']);
    assert.equal(response.headers['cache-control'], 'no-store');
    assert.equal(response.headers['etag'], undefined);
    assert.equal(response.headers['set-cookie'], undefined);
  },
);

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

/** Returns cookies and API tokens of the right form that the server did not issue. */
const madeUp = (n: number) =>
  n % 2 === 0
    ? { cookie: `__Host-session=${String(n).padStart(43, 'x')}` }
    : { authorization: `Bearer scalehouse_${String(n).padStart(43, 'x')}` };

onSite(
  'responds 429 to invalid credentials from a network that sent too many, but not to a valid session',
  async ({ site }) => {
    const editor = await signIn(site, {}, from('192.0.2.1'));
    const [office, elsewhere] = ['192.0.2.1', '192.0.2.2'].map((each) => httpClientOf(site, from(each)));
    assert.ok(office && elsewhere);
    const put = (n: number, client = office) => client.put(API.cashBids, { bids: [] }, madeUp(n));
    for (let n = 0; n < 100; n += 1) assert.equal((await put(n)).statusCode, 401, String(n));

    const reads = mock.method(site.database, 'read');
    for (const response of [await put(100), await put(101)]) {
      assert.equal(response.statusCode, 429);
      assert.match(String(response.headers['retry-after']), /^[1-9]\d?$/);
      assert.equal(response.json<{ code: string }>().code, 'too-many-attempts');
    }
    assert.equal(reads.mock.callCount(), 0);
    reads.mock.restore();
    assert.equal((await put(100, elsewhere)).statusCode, 401);
    const session = { cookie: editor.cookie };
    assert.equal((await office.get(API.verify, session)).statusCode, 200);
    assert.equal((await elsewhere.get(API.verify, session)).statusCode, 200);
    const other = await signIn(site, {}, from('192.0.2.1'));
    assert.equal((await office.get(API.verify, { cookie: other.cookie })).statusCode, 200);
  },
  { TRUST_PROXY: 'loopback' },
);

onSite('responds 401 to malformed credentials without reading the database', async ({ site }) => {
  const reads = mock.method(site.database, 'read');
  const visitor = httpClientOf(site);
  for (const cookie of ['session=x', `session=${'x'.repeat(44)}`, `session=${'~'.repeat(43)}`]) {
    for (let n = 0; n < 200; n += 1) {
      assert.equal((await visitor.get(API.verify, { cookie })).statusCode, 401);
    }
  }
  for (const token of ['x', 'scalehouse_', `scalehouse_${'x'.repeat(44)}`, 'x'.repeat(54)]) {
    const { statusCode } = await visitor.put(API.cashBids, {}, { authorization: `Bearer ${token}` });
    assert.equal(statusCode, 401);
  }
  assert.equal(reads.mock.callCount(), 0);
  reads.mock.restore();
});

/** Waits until the use of the only session is recorded, for which no request waits. */
const untilSeen = async (site: TestSite, ms: number) =>
  eventually(async () => assert.deepEqual(await seenTimes(site), [ms]));

onSite('expires a session that is unused for a day', async ({ site, clock }) => {
  const editor = await signIn(site);
  for (let n = 0; n < 2; n += 1) {
    clock.ms += DAY_MS - 1;
    assert.equal(await statusOf(editor), 200);
    await untilSeen(site, clock.ms);
  }
  clock.ms += DAY_MS;
  assert.equal(await statusOf(editor), 401);
  // Signing in deletes expired sessions.
  clock.ms += 1;
  await signIn(site);
  assert.equal((await seenTimes(site)).length, 1);
});

onSite('expires a session two weeks after the sign-in, even if it is in use', async ({ site, clock }) => {
  const editor = await signIn(site);
  for (let n = 0; n < 27; n += 1) {
    clock.ms += DAY_MS / 2;
    assert.equal(await statusOf(editor), 200);
    await untilSeen(site, clock.ms);
  }
  clock.ms += DAY_MS / 2 - 1;
  assert.equal(await statusOf(editor), 200);
  clock.ms += 1;
  assert.equal(await statusOf(editor), 401);
});

onBothSites('records the use of a session every five minutes at most', async ({ site, clock }) => {
  const editor = await signIn(site);
  const began = clock.ms;
  clock.ms += 5 * MINUTE_MS;
  await statusOf(editor);
  assert.deepEqual(await seenTimes(site), [began]);
  clock.ms += 1;
  await statusOf(editor);
  await untilSeen(site, clock.ms);
  const seen = clock.ms;
  clock.ms += 5 * MINUTE_MS;
  await editor.get(API.allSiteTexts);
  assert.deepEqual(await seenTimes(site), [seen]);
});

onSite(
  'ends only the current session on sign-out, and that of the browser on another sign-in',
  async ({ site }) => {
    assert.equal((await httpClientOf(site).post(API.signOut)).statusCode, 401);
    const [editor, other] = [await signIn(site), await signIn(site)];
    const response = await editor.post(API.signOut);
    assert.deepEqual([response.statusCode, response.body], [200, '{}']);
    assert.match(String(response.headers['set-cookie']), /^session=; .*Expires=Thu, 01 Jan 1970/);
    assert.deepEqual([await statusOf(editor), await statusOf(other)], [401, 200]);
    assert.equal((await editor.post(API.signOut)).statusCode, 401);
    assert.equal((await seenTimes(site)).length, 1);

    const again = await signIn(site, {}, { headers: { cookie: other.cookie } });
    assert.deepEqual([await statusOf(other), await statusOf(again)], [401, 200]);
  },
);

onBothSites(
  'ends all sessions of the account, and no others, on sign-out everywhere',
  async ({ site, testDatabase }) => {
    assert.equal((await httpClientOf(site).post(API.signOutEverywhere)).statusCode, 401);
    await addAdmin(await testDatabase.open(), 'Grace');
    const grace = await signIn(site, { username: 'Grace' });
    const [editor, other] = [await signIn(site), await signIn(site)];
    const response = await editor.post(API.signOutEverywhere);
    assert.deepEqual([response.statusCode, response.body], [200, '{}']);
    assert.match(String(response.headers['set-cookie']), /^session=; .*Expires=Thu, 01 Jan 1970/);
    assert.deepEqual([await statusOf(editor), await statusOf(other), await statusOf(grace)], [401, 401, 200]);
    // Without a session, nothing says whose sessions to end.
    const again = await signIn(site);
    assert.equal((await editor.post(API.signOutEverywhere)).statusCode, 401);
    assert.equal(await statusOf(again), 200);
  },
);

const BAD_CHANGES: [body: unknown, status: number, code: string, field: string][] = [
  ['{', 400, 'invalid-json', 'body'],
  [[], 400, 'invalid', 'body'],
  [{ newPassword: NEW_PASSWORD }, 400, 'invalid', 'body/currentPassword'],
  [{ currentPassword: PASSWORD }, 400, 'invalid', 'body/newPassword'],
  [{ currentPassword: 1, newPassword: NEW_PASSWORD }, 400, 'invalid', 'body/currentPassword'],
  [{ currentPassword: PASSWORD, newPassword: 'x'.repeat(11) }, 400, 'invalid', 'body/newPassword'],
  [{ currentPassword: PASSWORD, newPassword: 'x'.repeat(129) }, 400, 'invalid', 'body/newPassword'],
  [
    { currentPassword: PASSWORD, newPassword: 'PasswordPassword' },
    400,
    'common-password',
    'body/newPassword',
  ],
  [{ currentPassword: 'wrong', newPassword: NEW_PASSWORD }, 403, 'wrong-password', 'body/currentPassword'],
];

onSite('rejects an invalid password change with the reason, and changes nothing', async ({ site }) => {
  const [editor, other] = [await signIn(site), await signIn(site)];
  for (const [body, status, code, field] of BAD_CHANGES) {
    assert.equal((await httpClientOf(site).post(API.password, body)).statusCode, 401);
    const response = await editor.post(API.password, body);
    const problem = response.json<{ code: string; errors: { field: string }[] }>();
    assert.deepEqual([response.statusCode, problem.code, problem.errors[0]?.field], [status, code, field]);
    assert.equal(response.headers['set-cookie'], undefined);
    assert.doesNotMatch(response.body, /seed, feed|xxxxx/);
  }
  assert.deepEqual([await statusOf(editor), await statusOf(other)], [200, 200]);
  await signIn(site);
});

onSite('rate-limits wrong current passwords together with sign-in attempts', async ({ site }) => {
  const editor = await signIn(site);
  const guess = { currentPassword: 'wrong', newPassword: NEW_PASSWORD };
  for (let n = 0; n < 10; n += 1) assert.equal((await editor.post(API.password, guess)).statusCode, 403);
  const response = await editor.post(API.password, { ...guess, currentPassword: PASSWORD });
  assert.deepEqual([response.statusCode, response.headers['retry-after']], [429, '2']);
  assert.equal((await trySignIn(site)).statusCode, 429);
});

onBothSites(
  'ends all other sessions of the account when the password changes, and renews the current one',
  async ({ site, testDatabase }) => {
    await addAdmin(await testDatabase.open(), 'Grace');
    const grace = await signIn(site, { username: 'Grace' });
    const [editor, other] = [await signIn(site), await signIn(site)];
    const response = await editor.post(API.password, {
      currentPassword: PASSWORD,
      newPassword: NEW_PASSWORD,
    });
    assert.equal(response.body, '{}');
    const renewed = adminClientOf(site, response);
    assert.deepEqual(
      [await statusOf(editor), await statusOf(other), await statusOf(renewed), await statusOf(grace)],
      [401, 401, 200, 200],
    );
    assert.equal((await trySignIn(site)).statusCode, 401);
    await signIn(site, { password: NEW_PASSWORD });
    await signIn(site, { username: 'Grace' });
    const { password } = await site.database.read((db) =>
      db.selectFrom('admin').select('password').where('username', '=', 'Dana').executeTakeFirstOrThrow(),
    );
    assert.match(password, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  },
);

onBothSites(
  'deletes the API tokens of the administrator with the old password only if asked to',
  async ({ site, testDatabase }) => {
    await addAdmin(await testDatabase.open(), 'Grace');
    const grace = await signIn(site, { username: 'Grace' });
    const editor = await signIn(site);
    for (const name of ['Grain software', 'Spreadsheet']) await editor.post(API.apiTokens, { name });
    await grace.post(API.apiTokens, { name: "Grace's" });
    const names = async () =>
      (await grace.get(API.apiTokens))
        .json<ApiToken[]>()
        .map(({ name }) => name)
        .sort();

    const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    const wrong = await editor.post(API.password, { ...change, currentPassword: 'wrong', endTokens: true });
    assert.equal(wrong.statusCode, 403);
    const kept = await editor.post(API.password, change);
    assert.deepEqual(await names(), ["Grace's", 'Grain software', 'Spreadsheet']);

    const back = { currentPassword: NEW_PASSWORD, newPassword: PASSWORD, endTokens: true };
    const response = await adminClientOf(site, kept).post(API.password, back);
    assert.equal(response.body, '{}');
    assert.deepEqual(await names(), ["Grace's"]);
    const log = await readChangeLog(site.database);
    const deleted = log.filter(({ subject, after }) => subject.startsWith('api-token:') && after === 'null');
    const shown = deleted.map(({ author, before }) => `${author} ${before}`).sort();
    assert.deepEqual(shown, [
      'Dana {"name":"Grain software","scope":"bids"}',
      'Dana {"name":"Spreadsheet","scope":"bids"}',
    ]);
  },
);

onSite('ends every session of a deleted administrator', async ({ site, testDatabase }) => {
  const editor = await signIn(site);
  const database = await testDatabase.open();
  await database.write((db) => db.deleteFrom('admin').where('username', '=', 'Dana').execute());
  for (const url of [API.verify, API.allSiteTexts]) assert.equal((await editor.get(url)).statusCode, 401);
  const save = { configType: 'WelcomeMessage', message: 'Still here' };
  assert.equal((await editor.post(API.saveSiteText, save)).statusCode, 401);
  assert.equal((await trySignIn(site)).statusCode, 401);
  assert.deepEqual(await seenTimes(site), []);
});
