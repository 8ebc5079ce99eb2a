import assert from 'node:assert/strict';
import { API } from '#contract/paths.ts';
import { httpClientOf, onSite, PASSWORD, trySignIn } from '#tests/support/http-client.ts';
import { readElements, textsOf } from '#tests/support/html.ts';
import type { TestSite } from '#tests/support/test-site.ts';

type Fields = Record<string, string>;

/** Submits the form of the sign-in page like a browser without scripts. */
const submit = (site: TestSite, fields: Fields | string, headers: Record<string, string> = {}) =>
  httpClientOf(site).post('/admin', new URLSearchParams(fields).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'same-origin',
    ...headers,
  });

const elementWith = (html: string, id: string) =>
  readElements(html).find(({ attributes }) => attributes['id'] === id);

const alertOf = (html: string) =>
  readElements(html).find(({ attributes }) => attributes['role'] === 'alert')?.text;

const attemptsOf = (site: TestSite) =>
  site.database.read((db) => db.selectFrom('sign_in_attempt').selectAll().execute());

onSite('signs in with the cookies of the API, and redirects to the editor', async ({ site }) => {
  const response = await submit(site, { username: 'Dana', password: PASSWORD });
  assert.equal(response.statusCode, 303);
  assert.equal(response.headers.location, '/admin/dashboard');
  assert.equal(response.headers['cache-control'], 'no-store');
  assert.equal(response.body, '');
  const withoutValues = (cookies: typeof response.cookies) =>
    cookies.map(({ value: _value, ...rest }) => ({ ...rest, expires: undefined }));
  assert.deepEqual(withoutValues(response.cookies), withoutValues((await trySignIn(site)).cookies));

  const [session] = response.cookies;
  const cookie = `${session?.name}=${session?.value}`;
  const verified = await httpClientOf(site).get(API.verify, { cookie });
  assert.equal(verified.json<{ username: string }>().username, 'Dana');
});

onSite(
  'shows the error in the page when the password is wrong, and keeps only the username',
  async ({ site }) => {
    const username = `<b>"Dana" & 'Zelda'`;
    const response = await submit(site, { username, password: 'wrong secret' });
    assert.equal(response.statusCode, 401);
    assert.equal(response.headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(response.headers['cache-control'], 'no-store');
    assert.equal(response.headers['set-cookie'], undefined);
    assert.match(String(response.headers['content-security-policy']), /script-src 'sha256-/);
    assert.deepEqual(textsOf(response.body, 'h1'), ['Sign in']);
    assert.equal(alertOf(response.body), 'Invalid credentials');
    const { attributes } = elementWith(response.body, 'username')!;
    assert.equal(attributes['value'], username);
    assert.ok('autofocus' in attributes);
    assert.equal(elementWith(response.body, 'password')?.attributes['value'], undefined);
    assert.doesNotMatch(response.body, /wrong secret/);
    assert.equal((await attemptsOf(site)).length > 0, true);

    // The page itself is cached, and must never show an attempt.
    const page = await httpClientOf(site).get('/admin');
    assert.equal(alertOf(page.body), '');
    assert.doesNotMatch(page.body, /Zelda/);
  },
);

onSite('limits attempts together with the API, and shows the wait', async ({ site }) => {
  for (let n = 0; n < 5; n += 1) {
    assert.equal((await submit(site, { username: 'Dana', password: 'wrong' })).statusCode, 401);
    assert.equal((await trySignIn(site, { password: 'wrong' })).statusCode, 401);
  }
  const response = await submit(site, { username: 'Dana', password: PASSWORD });
  assert.equal(response.statusCode, 429);
  assert.ok(Number(response.headers['retry-after']) > 0);
  assert.match(alertOf(response.body) ?? '', /^Invalid credentials.*Wait \d+ \w+, then try again\.$/);
  assert.equal(response.headers['set-cookie'], undefined);
  assert.equal((await trySignIn(site)).statusCode, 429);
});

onSite('rejects a form of another website without an attempt and without its username', async ({ site }) => {
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ]) {
    const response = await submit(site, { username: 'Dana', password: PASSWORD }, headers);
    assert.equal(response.statusCode, 403);
    assert.equal(response.headers['set-cookie'], undefined);
    assert.equal(alertOf(response.body), 'Invalid credentials');
    assert.equal(elementWith(response.body, 'username')?.attributes['value'] ?? '', '');
  }
  assert.deepEqual(await attemptsOf(site), []);
});

onSite('shows the form again when the body is not a complete form, without an attempt', async ({ site }) => {
  for (const [body, status] of [
    ['', 400],
    ['username=Dana', 400],
    ['username=Da%00na&password=x', 400],
    ['__proto__=x&constructor=y', 400],
    [`username=Dana&password=${'x'.repeat(9000)}`, 413],
  ] as const) {
    const response = await submit(site, body);
    assert.equal(response.statusCode, status, body.slice(0, 40));
    assert.equal(alertOf(response.body), 'Invalid credentials');
    assert.equal(response.headers['set-cookie'], undefined);
  }
  for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
    const response = await submit(site, 'x', { 'content-type': type });
    assert.equal(response.statusCode, 415, type);
    assert.deepEqual(textsOf(response.body, 'h1'), ['Sign in']);
  }
  assert.deepEqual(await attemptsOf(site), []);
});
