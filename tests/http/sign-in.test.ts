import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { API } from '#contract/paths.ts';
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

const rowsOf = (site: TestSite) =>
  site.database.read(async (db) => ({
    sessions: await db.selectFrom('session').selectAll().execute(),
    attempts: await db.selectFrom('sign_in_attempt').selectAll().execute(),
  }));

const sessionCookieOf = (headers: Record<string, unknown>) =>
  String((headers['set-cookie'] as string[] | undefined)?.[0]);

const BAD_BODIES: [body: string, status: number, field?: string][] = [
  ['', 400, 'body'],
  ['{', 400, 'body'],
  ['{}', 400, 'body/username'],
  ['{"username":"Dana"}', 400, 'body/password'],
  ['{"username":"Dana","password":1}', 400, 'body/password'],
  ['{"username":{"$ne":""},"password":"x"}', 400, 'body/username'],
  ['{"username":"","password":"x"}', 400, 'body/username'],
  ['{"username":"Dana","password":""}', 400, 'body/password'],
  ['{"username":"Da\\u0000na","password":"x"}', 400, 'body/username'],
  [`{"username":"${'x'.repeat(1001)}","password":"x"}`, 400, 'body/username'],
  [`{"username":"Dana","password":"${'x'.repeat(1001)}"}`, 400, 'body/password'],
  ['{"__proto__":{"username":"Dana"},"password":"x"}', 400, 'body'],
  [`{"username":"Dana","password":"${'x'.repeat(9000)}"}`, 413, 'body'],
];

onSite('rejects an invalid body without counting an attempt', async ({ site }) => {
  for (const [body, status, field] of BAD_BODIES) {
    const response = await httpClientOf(site).post(API.signIn, body);
    assert.equal(response.statusCode, status, body);
    const problem = response.json<{ errors?: { field: string }[] }>();
    assert.equal(problem.errors?.[0]?.field, field, body);
    assert.equal(response.headers['set-cookie'], undefined);
  }
  const form = await httpClientOf(site).post(API.signIn, `username=Dana&password=${PASSWORD}`, {
    'content-type': 'application/x-www-form-urlencoded',
  });
  assert.equal(form.statusCode, 415);
  assert.deepEqual(await rowsOf(site), { sessions: [], attempts: [] });
});

onSite('responds identically to a wrong password and to an unknown username', async ({ site }) => {
  const responses = [
    await trySignIn(site, { password: 'wrong' }),
    await trySignIn(site, { username: 'Eve', password: 'wrong' }),
    await trySignIn(site, { username: '\ud800', password: PASSWORD }),
    await trySignIn(site, { username: ' ', password: '\u0000' }),
  ];
  const comparable = responses.map(
    ({ statusCode, headers: { date: _date, 'x-request-id': _id, ...headers }, body }) => ({
      statusCode,
      headers,
      body,
    }),
  );
  for (const each of comparable) assert.deepEqual(each, comparable[0]);
  assert.equal(comparable[0]?.statusCode, 401);
  assert.deepEqual(JSON.parse(comparable[0]?.body ?? ''), {
    type: 'about:blank',
    title: 'Unauthorized',
    status: 401,
    code: 'invalid-credentials',
    detail: 'Invalid credentials',
  });
  assert.equal(comparable[0]?.headers['set-cookie'], undefined);
});

onSite('sets an HttpOnly cookie, and stores only a hash of its token', async ({ site }) => {
  const response = await trySignIn(site);
  assert.equal(response.statusCode, 200);
  assert.equal(response.headers['cache-control'], 'no-store');
  assert.match(sessionCookieOf(response.headers), /^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
  const { id, ...rest } = response.json<Record<string, string>>();
  assert.match(id ?? '', /^[\da-f-]{36}$/);
  assert.deepEqual(rest, { username: 'Dana', role: 'owner', locations: null });

  const { token } = adminClientOf(site, response);
  const { sessions, attempts } = await rowsOf(site);
  assert.deepEqual(
    sessions.map((row) => row.token_hash),
    [createHash('sha256').update(token).digest('base64url')],
  );
  assert.deepEqual(attempts, []);
  assert.equal(JSON.stringify(sessions).includes(token), false);
  const { 'set-cookie': _cookie, ...headers } = response.headers;
  assert.doesNotMatch(
    `${response.body}${JSON.stringify(headers)}`,
    new RegExp(`${token}|argon2|${PASSWORD}`),
  );
});

onSite(
  'sets a Secure __Host- cookie when TRUST_PROXY is set, and ignores the cookie without the prefix',
  async ({ site }) => {
    const editor = await signIn(site);
    assert.match(editor.cookie, /^__Host-session=/);
    const { headers } = await trySignIn(site);
    assert.match(
      sessionCookieOf(headers),
      /^__Host-session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    const plain = httpClientOf(site, { headers: { cookie: `session=${editor.token}` } });
    assert.equal((await plain.get(API.verify)).statusCode, 401);
    const signedOut = await editor.post(API.signOut);
    assert.match(String(signedOut.headers['set-cookie']), /^__Host-session=; .*Secure/);
  },
  { TRUST_PROXY: '127.0.0.1' },
);

onSite('ends the previous session of the same browser on sign-in, and no other', async ({ site }) => {
  const [first, other] = [await signIn(site), await signIn(site)];
  const again = await signIn(site, {}, { headers: { cookie: first.cookie } });
  assert.notEqual(again.token, first.token);
  const statuses = await Promise.all([first, other, again].map((each) => each.get(API.verify)));
  assert.deepEqual(
    statuses.map(({ statusCode }) => statusCode),
    [401, 200, 200],
  );
  await trySignIn(site, { password: 'wrong' }, { headers: { cookie: again.cookie } });
  assert.equal((await again.get(API.verify)).statusCode, 200);
  // A client cannot choose the token of its session (session fixation).
  const chosen = await signIn(site, {}, { headers: { cookie: 'session=chosen-by-attacker' } });
  assert.notEqual(chosen.token, 'chosen-by-attacker');
});

onBothSites(
  'matches usernames in any case and Unicode form, and returns the stored spelling',
  async ({ site, testDatabase }) => {
    await addAdmin(await testDatabase.open(), 'José Müller');
    for (const username of ['José Müller', 'JOSÉ MÜLLER', ' jose\u0301 mu\u0308ller ', 'ｊｏｓé　müller']) {
      const response = await trySignIn(site, { username });
      assert.equal(response.statusCode, 200, username);
      assert.equal(response.json<{ username: string }>().username, 'José Müller');
    }
    assert.equal((await trySignIn(site, { username: 'Jose Muller' })).statusCode, 401);
  },
);
