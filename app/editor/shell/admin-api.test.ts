import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { checkIdentity, setIdentityCheck } from './identity-check.ts';
import { call, callAll, preload, refreshPreloaded, UNREACHABLE } from './admin-api.ts';

type Sent = { path: string; init: RequestInit };

async function callWith(
  respond: () => Response,
  request: Parameters<typeof call>[1] = {},
): Promise<{ result: Awaited<ReturnType<typeof call>>; sent: Sent[] }> {
  const sent: Sent[] = [];
  const fake = mock.method(globalThis, 'fetch', (async (path: string, init: RequestInit) => {
    sent.push({ path, init });
    return respond();
  }) as typeof fetch);
  try {
    return { result: await call('/api/thing', request), sent };
  } finally {
    fake.mock.restore();
  }
}

const problem = (status: number, body: object) => () => Response.json(body, { status });

test('sends a body as JSON together with the base version', async () => {
  const { sent } = await callWith(() => Response.json({}), { body: { a: 1 }, baseVersion: '7-0a1b2c3d' });
  const [{ path, init } = { path: '', init: {} }] = sent;
  assert.equal(path, '/api/thing');
  assert.equal(init.method, 'POST');
  assert.equal(init.body, '{"a":1}');
  assert.deepEqual(init.headers, {
    'content-type': 'application/json',
    'content-version': '7',
    'content-epoch': '0a1b2c3d',
  });
});

test('sends a GET without headers when there is no body', async () => {
  const { sent } = await callWith(() => Response.json({}));
  assert.equal(sent[0]?.init.method, 'GET');
  assert.deepEqual(sent[0]?.init.headers, {});
});

test('returns the body and the content version of the response', async () => {
  const headers = { 'content-version': '12', 'content-epoch': '0a1b2c3d' };
  const { result } = await callWith(() => Response.json([1], { headers }));
  assert.deepEqual(result, { outcome: 'done', body: [1], version: '12-0a1b2c3d' });
});

for (const [name, respond, reason] of [
  [
    'the status without a body',
    () => new Response('Broken.', { status: 500 }),
    "The website isn't responding right now (error 500). Try again in a minute.",
  ],
  ['the detail', problem(503, { detail: 'The disk is full.' }), 'The disk is full.'],
  [
    'the first field error',
    problem(400, { detail: 'Invalid', errors: [{ field: 'body/message', message: 'Use a string.' }] }),
    'Use a string.',
  ],
  [
    'the detail of a save that visitors do not see',
    problem(503, { code: 'not-visible-yet', detail: "Saved, but visitors don't see it yet." }),
    "Saved, but visitors don't see it yet.",
  ],
  ['a 403 like any other status', problem(403, { detail: 'Not from there.' }), 'Not from there.'],
  ['a conflict without the current value', problem(409, { detail: 'Changed.' }), 'Changed.'],
] as const) {
  test(`returns "refused" with ${name}`, async () => {
    const { result } = await callWith(respond);
    const more = { status: undefined, code: undefined };
    assert.deepEqual({ ...result, ...more }, { outcome: 'rejected', reason, ...more });
  });
}

test('returns "refused" with the status and the seconds of Retry-After', async () => {
  const { result } = await callWith(
    () => new Response('{}', { status: 429, headers: { 'retry-after': '32' } }),
  );
  assert.deepEqual(result, {
    outcome: 'rejected',
    reason: "The website isn't responding right now (error 429). Try again in a minute.",
    status: 429,
    waitSeconds: 32,
  });
});

test('returns "signed-out" for 401 with any body', async () => {
  for (const respond of [problem(401, { detail: 'Sign in.' }), () => new Response('', { status: 401 })]) {
    const { result } = await callWith(respond);
    assert.deepEqual(result, { outcome: 'signed-out', reason: "You're signed out." });
  }
});

test('returns "signed-out" with the reason and the code of a sign-in that is not complete', async () => {
  const { result } = await callWith(problem(401, { code: 'second-factor-needed', detail: 'Type a code.' }));
  const reason = 'Type a code.';
  assert.deepEqual(result, { outcome: 'signed-out', reason, code: 'second-factor-needed' });
});

const CONFIRM_NEEDED = { code: 'confirm-needed', detail: 'Who is it?' };

test('sends a request again once the person has proved who they are', async () => {
  let asked = 0;
  const stop = setIdentityCheck(async () => {
    asked += 1;
    return true;
  });
  const respond = () =>
    asked === 0 ? Response.json(CONFIRM_NEEDED, { status: 403 }) : Response.json({ ok: true });
  const { result, sent } = await callWith(respond, { body: { a: 1 } });
  stop();
  assert.equal(result.outcome, 'done');
  assert.deepEqual(
    sent.map(({ init }) => init.body),
    ['{"a":1}', '{"a":1}'],
  );
});

test('sends a request once when the person cancels, and when the page cannot ask', async () => {
  const reason = "Nothing was changed, because you didn't confirm that it's you.";
  for (const stop of [setIdentityCheck(async () => false), () => undefined]) {
    const { result, sent } = await callWith(problem(403, CONFIRM_NEEDED));
    stop();
    assert.deepEqual(result, { outcome: 'rejected', reason, status: 403, code: 'confirm-needed' });
    assert.equal(sent.length, 1);
  }
});

test('asks once for requests that need it at the same time', async () => {
  let asked = 0;
  const stop = setIdentityCheck(async () => {
    asked += 1;
    return true;
  });
  assert.deepEqual(await Promise.all([checkIdentity(), checkIdentity()]), [true, true]);
  stop();
  assert.equal(asked, 1);
});

test('returns "conflict" with the current value for 409', async () => {
  const current = { content: 'Theirs', version: 9, at: '2026-01-01T00:00:00Z', author: 'Lee' };
  const { result } = await callWith(problem(409, { detail: 'Changed.', current }));
  assert.deepEqual(result, {
    outcome: 'conflict',
    reason: 'Changed.',
    current: { ...current, version: '9' },
  });
});

test('returns the version in the body when a server of an earlier release responds to a save', async () => {
  const headers = { 'content-version': '12' };
  const { result } = await callWith(() => Response.json({ version: 13 }, { headers }));
  assert.equal('version' in result && result.version, '13');
});

test('returns "unreachable" without a response, and for a response that is not JSON', async () => {
  for (const respond of [
    () => {
      throw new TypeError('Failed to fetch');
    },
    () => new Response('<h1>Welcome to Hotel Wi-Fi</h1>'),
  ]) {
    assert.deepEqual((await callWith(respond)).result, UNREACHABLE);
  }
});

test('returns no body for the version that the caller has', async () => {
  const known = '7-0a1b2c3d';
  const { result, sent } = await callWith(() => new Response(null, { status: 304 }), { known });
  assert.deepEqual(result, { outcome: 'done', body: null, version: known });
  assert.deepEqual(sent[0]?.init.headers, { 'if-none-match': '"7-0a1b2c3d"' });
});

const get = async (path: string) => {
  const result = await call<{ requests: number }>(path);
  return result.outcome === 'done' ? result.body.requests : result.outcome;
};

test('returns a preloaded response once, and sends the request again after a failure or a newer response', async () => {
  let requests = 0;
  const fake = mock.method(globalThis, 'fetch', (async () => {
    requests += 1;
    return requests === 2 ? new Response(null, { status: 503 }) : Response.json({ requests });
  }) as typeof fetch);
  const forget = preload(['/first', '/failing', '/old', '/unused']);
  assert.deepEqual([await get('/first'), await get('/first')], [1, 5]);
  assert.equal(await get('/failing'), 6);
  refreshPreloaded();
  assert.equal(requests, 8);
  assert.equal(await get('/old'), 7);
  forget();
  assert.equal(await get('/unused'), 9);
  fake.mock.restore();
});

const loaded = (version: string) => Promise.resolve({ outcome: 'done' as const, body: version, version });

test('bases a save on the oldest version of contents that were loaded together', async () => {
  const result = await callAll([loaded('12-aa'), loaded('9-aa'), loaded('10-aa')]);
  assert.deepEqual(result, { outcome: 'done', body: ['12-aa', '9-aa', '10-aa'], version: '9-aa' });
  assert.deepEqual(await callAll([loaded('9-aa'), Promise.resolve(UNREACHABLE)]), UNREACHABLE);
});
