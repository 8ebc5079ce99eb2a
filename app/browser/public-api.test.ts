import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { CONTENT_VERSION_HEADER, SITE_REVISION_HEADER } from '#contract/paths.ts';
import { createPublicApi } from './public-api.ts';

const PATH = '/api/config/employees';
const FIRST_VERSION = '7-aaaaaaaa';

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string');

function fakeFetch(t: TestContext, ...results: (Response | Error)[]) {
  const requests: [path: string, init?: RequestInit][] = [];
  t.mock.method(globalThis, 'fetch', async (...request: [string, RequestInit?]) => {
    requests.push(request);
    const result = results[requests.length - 1];
    if (result instanceof Response) return result;
    throw result ?? new Error('An unexpected request.');
  });
  return requests;
}

const json = (value: unknown, version?: string) =>
  Response.json(value, version === undefined ? {} : { headers: { [CONTENT_VERSION_HEADER]: version } });

test('returns the value and the content version of the response', async (t) => {
  const requests = fakeFetch(t, json(['Ann'], '9'));
  assert.deepEqual(await createPublicApi(FIRST_VERSION).get(PATH, isNames), { value: ['Ann'], version: '9' });
  assert.deepEqual(requests, [[PATH, undefined]]);
});

test('posts the request body as JSON', async (t) => {
  const requests = fakeFetch(t, json(['Ann'], '9'));
  await createPublicApi(FIRST_VERSION).post('/api/config/configs', [2, 1], isNames);
  const [[path, init] = []] = requests;
  assert.equal(path, '/api/config/configs');
  assert.equal(init?.method, 'POST');
  assert.equal(new Headers(init?.headers).get('content-type'), 'application/json');
  assert.equal(init?.body, '[2,1]');
});

test('uses the version of the first load when the response has none', async (t) => {
  fakeFetch(t, json(['Ann']));
  const calls = createPublicApi(FIRST_VERSION);
  assert.equal((await calls.get(PATH, isNames)).version, FIRST_VERSION);
  assert.equal(calls.knownVersion(), FIRST_VERSION);
});

test('remembers the version of the last response', async (t) => {
  fakeFetch(t, json([], '9'), json([], '8'), json([], '11'));
  const calls = createPublicApi(FIRST_VERSION);
  const known = [calls.knownVersion()];
  for (let request = 0; request < 3; request += 1) {
    await calls.get(PATH, isNames);
    known.push(calls.knownVersion());
  }
  assert.deepEqual(known, [FIRST_VERSION, '9', '8', '11']);
});

test('reports a response of another site than the page shows, and none without a revision', async (t) => {
  const [same, other] = ['aa', 'bb'].map((revision) =>
    Response.json([], { headers: { [SITE_REVISION_HEADER]: revision } }),
  );
  fakeFetch(t, same!, json([]), other!);
  let reports = 0;
  const calls = createPublicApi(FIRST_VERSION, { siteRevision: 'aa', onOtherSite: () => (reports += 1) });
  const counts: number[] = [];
  for (let request = 0; request < 3; request += 1) {
    await calls.get(PATH, isNames);
    counts.push(reports);
  }
  assert.deepEqual(counts, [0, 0, 1]);
});

const OTHER = /^Error: \/api\/config\/employees returned an unexpected body\.$/;
const status = (code: number, type: string, body: string | null) => () =>
  new Response(body, { status: code, headers: { 'content-type': type } });
const FAILURES: readonly [kind: string, result: () => Response | Error, error: RegExp][] = [
  ['is 500 with a body of the right shape', status(500, 'application/json', '["Ann"]'), / with 500\.$/],
  ['is 401', status(401, 'application/problem+json', '{}'), / with 401\.$/],
  ['is 304 without a body', status(304, 'text/plain', null), / with 304\.$/],
  ['fails', () => new TypeError('Failed to fetch'), /^TypeError: Failed to fetch$/],
  ['is HTML from a captive portal', status(200, 'text/html', '<h1>Hotel Wi-Fi</h1>'), /^SyntaxError/],
  ['is empty', status(200, 'application/json', ''), /^SyntaxError/],
  ['is truncated', status(200, 'application/json', '["An'), /^SyntaxError/],
  ['is an object instead of a list', () => json({ error: 'late' }), OTHER],
  ['is a list with one wrong item', () => json(['Ann', null]), OTHER],
  ['is null', () => json(null), OTHER],
];

for (const [kind, result, error] of FAILURES) {
  test(`rejects without a second request when the response ${kind}`, async (t) => {
    const requests = fakeFetch(t, result(), result());
    const calls = createPublicApi(FIRST_VERSION);
    await assert.rejects(calls.get(PATH, isNames), error);
    await assert.rejects(calls.post(PATH, [1], isNames), error);
    assert.equal(requests.length, 2);
  });
}

test('ignores the version of a response that it rejects', async (t) => {
  fakeFetch(
    t,
    json(null, '12'),
    new Response('Oh no', { status: 500, headers: { [CONTENT_VERSION_HEADER]: '12' } }),
  );
  const calls = createPublicApi(FIRST_VERSION);
  await assert.rejects(calls.get(PATH, isNames));
  await assert.rejects(calls.get(PATH, isNames));
  assert.equal(calls.knownVersion(), FIRST_VERSION);
});
