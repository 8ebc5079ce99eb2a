import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { API } from '#contract/paths.ts';
import type { Problem } from '#contract/problem.ts';
import { SECURITY_HEADERS } from '#server/http/headers.ts';
import {
  sendRequest,
  exchange,
  listen,
  open,
  parseResponses,
  readToEnd,
  requestText,
  type RawResponse,
} from '#tests/support/raw-http.ts';
import { openTestSite, type TestSite } from '#tests/support/test-site.ts';

/** Part of the bodies, URLs and headers of rejected requests. Must not appear in the log or in a response. */
const SECRET = 'hunter2-secret-word';
const ROUTES = { 'cached page': '/', 'Fastify route': '/healthz' };

let site: TestSite;
let port: number;
let log = '';
/** Responses to the slow senders. They take seconds, so the other tests run concurrently. */
let slowSenders: Record<string, Promise<RawResponse[]>>;

before(async () => {
  const stream = { write: (line: string) => void (log += line) };
  site = await openTestSite({ logger: { level: 'warn', stream } });
  port = await listen(site.app);
  // Put the page into the cache.
  assert.equal((await sendRequest(port, '/')).status, 200);
  slowSenders = startSlowSenders();
});

after(() => site[Symbol.asyncDispose]());

type Expected = { status: number; code: string; field?: string };

const invalid = (field: string): Expected => ({ status: 400, code: 'invalid', field });
const INVALID_JSON: Expected = { status: 400, code: 'invalid-json', field: 'body' };
const WRONG_TYPE: Expected = { status: 415, code: 'wrong-content-type', field: 'body' };
const NOT_HTTP: Expected = { status: 400, code: 'not-http' };
const BAD_ADDRESS: Expected = { status: 400, code: 'bad-address' };
const NOT_FOUND: Expected = { status: 404, code: 'not-found' };

const BODIES: [name: string, body: string, expected: Expected, type?: string][] = [
  ['an empty JSON body', '', INVALID_JSON, 'application/json'],
  ['a request without a body', '', invalid('body')],
  ['a body that is not JSON', SECRET, INVALID_JSON],
  ['a list sent as text/plain', '[0]', WRONG_TYPE, 'text/plain'],
  ['a list sent as a form', '[0]', WRONG_TYPE, 'application/x-www-form-urlencoded'],
  ['an object', '{"ids":[0]}', invalid('body')],
  ['a string in the list', `[0,"${SECRET}"]`, invalid('body/1')],
  ['a number in quotes', '["8"]', invalid('body/0')],
  ['a fraction', '[1.5]', invalid('body/0')],
  ['a negative number', '[0,-1]', invalid('body/1')],
  ['a number over 2147483647', '[2147483648]', invalid('body/0')],
  ['a number that overflows to infinity', '[1e999]', invalid('body/0')],
  ['a list of 101 numbers', `[${Array.from({ length: 101 }, (_, n) => n).join()}]`, invalid('body')],
  ['a list nested 4,000 levels deep', '['.repeat(4000) + ']'.repeat(4000), invalid('body/0')],
  ['a __proto__ key', '{"__proto__":[0]}', INVALID_JSON],
  ['a constructor key with a prototype', '[{"constructor":{"prototype":{"a":1}}}]', INVALID_JSON],
  [
    'a body over the limit',
    `["${SECRET.repeat(1000)}"]`,
    { status: 413, code: 'body-too-large', field: 'body' },
  ],
];

test('rejects invalid bodies', async () => {
  for (const [name, body, expected, type] of BODIES) {
    const length = String(Buffer.byteLength(body));
    const headers = { ...(type !== undefined && { 'content-type': type, 'content-length': length }) };
    const response = await sendRequest(port, API.siteTexts, { method: 'POST', body, headers });
    assertProblem(response, expected, name);
  }
});

test('responds 413 to a chunked body over the limit', async () => {
  const piece = `${(8000).toString(16)}\r\n${' '.repeat(8000)}\r\n`;
  const head = requestText(API.siteTexts, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
  });
  assertProblems(await exchange(port, head + piece.repeat(3)), [
    { status: 413, code: 'body-too-large', field: 'body' },
  ]);
});

const QUERIES: [name: string, query: string][] = [
  ['missing', ''],
  ['empty', '?ids='],
  ['a word', '?ids=announcement'],
  ['negative', '?ids=-1'],
  ['a fraction', '?ids=1.5'],
  ['a huge number', '?ids=99999999999999999999'],
  ['a list with a trailing comma', '?ids=0,'],
  ['followed by a line feed', '?ids=0%0A'],
  ['given twice', '?ids=0&ids=8'],
  ['a list of 101 numbers', `?ids=${Array.from({ length: 101 }, (_, n) => n).join()}`],
];

test('responds 400 and names the field when ids is invalid', async () => {
  for (const [name, query] of QUERIES) {
    assertProblem(await sendRequest(port, API.siteTexts + query), invalid('querystring/ids'), name);
  }
});

const ADDRESSES: [address: string, expected: Expected][] = [
  ['/api/%zz', BAD_ADDRESS],
  ['/images/%', BAD_ADDRESS],
  ['/api/config/..%2Fconfigs?ids=0', BAD_ADDRESS],
  ['/media/..%2fserver%2fmain.ts', BAD_ADDRESS],
  ['/api', NOT_FOUND],
  ['/api/', NOT_FOUND],
  ['/api/__proto__', NOT_FOUND],
  ['/api/config/constructor', NOT_FOUND],
  ['/api//cash-bids', NOT_FOUND],
  [`/api/${SECRET}`, NOT_FOUND],
  [`/api/${'x'.repeat(15_000)}`, NOT_FOUND],
  ['/media/', NOT_FOUND],
  ['/media/nothing.mp4', NOT_FOUND],
  ['/media/film.mp4/more', NOT_FOUND],
  [`/media/${'x'.repeat(5000)}`, NOT_FOUND],
  ['/media/.env', NOT_FOUND],
];

test('rejects malformed and unknown addresses', async () => {
  for (const [address, expected] of ADDRESSES) {
    for (const method of ['GET', 'POST']) {
      assertProblem(await sendRequest(port, address, { method }), expected, address.slice(0, 50));
    }
  }
});

const TYPOS = [
  '/sale-10%',
  '/products%E2',
  '/careers%2F',
  '/%zz',
  '/..%2f..%2fetc%2fpasswd',
  '/%00',
  '/a%5cb',
];

test('shows “not found” at addresses with invalid encodings and hidden characters', async () => {
  const more = [
    '/sale-10%?a=b',
    '/seed/%',
    '/gallery%?page=2',
    '/price-sheet%2f?at=x',
    '/documents/a%2fb',
    '/admin/%',
  ];
  for (const address of [...TYPOS, ...more]) {
    const { status, headers, text } = await sendRequest(port, address);
    assert.equal(status, 404, address);
    assert.match(headers['content-type'] ?? '', /^text\/html/, address);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.match(text, /Looks like that page doesn.+t exist\./);
    assert.equal((await sendRequest(port, address, { method: 'HEAD' })).status, 404);
    assertProblem(await sendRequest(port, address, { method: 'POST' }), BAD_ADDRESS, address);
  }
});

test('responds 404 without a redirect to paths such as //evil.example and /__proto__', async () => {
  for (const address of ['//evil.example/store', '/\\evil.example', '///', '/__proto__', `/${SECRET}`]) {
    const { status, headers, text } = await sendRequest(port, address);
    assert.equal(status, 404, address);
    assert.match(headers['content-type'] ?? '', /^text\/html/);
    assert.equal(headers['location'], undefined);
    assert.doesNotMatch(text, /evil\.example|hunter2/);
  }
});

test('accepts absolute-form request targets, as proxies send them', async () => {
  for (const address of ['http://localhost/store', 'HTTP://localhost:3000/store?x=1']) {
    const response = await sendRequest(port, address);
    assert.equal(response.status, 200, address);
    assert.match(response.text, /<h1>Merchandise<\/h1>/);
  }
  assert.match((await sendRequest(port, 'http://localhost')).text, /<h1>.*Welcome to/);
  assert.equal((await sendRequest(port, 'http://localhost/api/nothing')).status, 404);
});

for (const [route, path] of Object.entries(ROUTES)) {
  test(`rejects a request with several Host headers (${route})`, async () => {
    const shapes = ['Host: a\r\nHost: b', 'Host: a\r\nHost: a', 'host: a\r\nHOST: b\r\nhOsT: c'];
    for (const hosts of shapes) {
      const responses = await exchange(port, `GET ${path} HTTP/1.1\r\n${hosts}\r\nConnection: close\r\n\r\n`);
      assertProblems(responses, [{ status: 400, code: 'several-hosts' }]);
    }
  });

  test(`rejects an HTTP/1.1 request without Host, and accepts one in HTTP/1.0 (${route})`, async () => {
    const responses = await exchange(port, `GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`);
    assertProblems(responses, [{ status: 400, code: 'no-host' }]);
    const [old] = await exchange(port, `GET ${path} HTTP/1.0\r\n\r\n`);
    assert.equal(old?.status, 200);
  });

  test(`rejects headers or a URL over the size limit (${route})`, async () => {
    const headers = { cookie: SECRET.repeat(2000) };
    const expected = { status: 431, code: 'headers-too-large' };
    assertProblem(await sendRequest(port, path, { headers }), expected);
    assertProblem(await sendRequest(port, `${path}?${SECRET.repeat(2000)}`), expected);
  });

  test(`responds with a single 400 to ambiguous message framing (${route})`, async () => {
    const hidden = requestText('/healthz');
    const shapes = [
      ['Content-Length: 5', 'Transfer-Encoding: chunked'],
      ['Transfer-Encoding: chunked', 'Content-Length: 5'],
      ['Content-Length: 0', 'Transfer-Encoding: chunked'],
      ['Content-Length: 5', 'Content-Length: 6'],
      ['Content-Length: -5'],
      ['Content-Length: 99999999999999999999999'],
      ['Content-Length : 5'],
      ['Transfer-Encoding: chunked, identity'],
      ['Transfer-Encoding : chunked'],
      ['Transfer-Encoding: chunked\r\n , identity'],
      ['X: y\rTransfer-Encoding: chunked'],
      ['X: y\0'],
    ];
    for (const method of ['GET', 'POST']) {
      for (const lines of shapes) {
        const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${lines.join('\r\n')}\r\n\r\n`;
        assertProblems(await exchange(port, `${head}0\r\n\r\n${hidden}`), [NOT_HTTP], lines.join(', '));
      }
    }
  });
}

const INVALID_HTTP: [name: string, bytes: string][] = [
  ['an unknown method', `${SECRET} / HTTP/1.1\r\nHost: localhost\r\n\r\n`],
  ['a lower-case method', 'get / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['an HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['the start of a TLS handshake', '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03'],
];

test('rejects what is not HTTP', async () => {
  for (const [name, bytes] of INVALID_HTTP) {
    assertProblems(await exchange(port, Buffer.from(bytes, 'latin1')), [NOT_HTTP], name);
  }
});

test('responds 404 to methods that a path does not support', async () => {
  const methods = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'M-SEARCH'];
  for (const method of methods) {
    for (const path of ['/', '/store', '/healthz', API.employees, '/favicon.svg', '/media/film.mp4']) {
      assertProblem(await sendRequest(port, path, { method }), NOT_FOUND, `${method} ${path}`);
    }
  }
  assertProblem(await sendRequest(port, '*', { method: 'OPTIONS' }), NOT_FOUND);
  assertProblem(await sendRequest(port, 'other.example:443', { method: 'CONNECT' }), NOT_FOUND);
});

test('responds 408 to slow senders while it serves other clients', async () => {
  const settled = Promise.all(Object.values(slowSenders)).then(() => 'settled');
  do {
    for (const path of ['/', '/store?x=1', `${API.siteTexts}?ids=0`]) {
      assert.equal((await sendRequest(port, path)).status, 200);
    }
  } while ((await Promise.race([settled, delay(200)])) !== 'settled');
  for (const [name, responses] of Object.entries(slowSenders)) {
    assertProblems(await responses, [{ status: 408, code: 'too-slow' }], name);
  }
});

test('keeps serving when a client resets its connection in the middle of a request', async () => {
  const post = requestText(API.siteTexts, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': '1000' },
  });
  for (const bytes of [post, 'GET / HT', requestText('/store?x=1'), requestText('/')]) {
    const socket = await open(port);
    socket.write(bytes);
    socket.resetAndDestroy();
  }
  assert.equal((await sendRequest(port, '/healthz')).status, 200);
});

test('still serves requests and has logged nothing after all the tests above', async () => {
  assert.equal((await sendRequest(port, '/')).status, 200);
  assert.equal((await sendRequest(port, '/healthz')).json().status, 'ok');
  assert.equal(log, '');
});

function startSlowSenders(): typeof slowSenders {
  const head = requestText('/', { headers: { connection: 'keep-alive' } }).slice(0, -2);
  const post = requestText(API.siteTexts, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': '9' },
  });
  const slowBytes = Buffer.from('x'.repeat(1000));
  return {
    'an incomplete request line': sendSlowly('GET / HT'),
    'a header byte by byte': sendSlowly(`${head}x: `, slowBytes),
    'an incomplete body': sendSlowly(`${post}[0,`),
    'a body byte by byte': sendSlowly(post.replace(': 9', ': 1000'), slowBytes),
  };
}

/** Sends `bytes`, then one byte of `slowBytes` every 100 ms until the server closes the connection. */
async function sendSlowly(bytes: string, slowBytes = Buffer.alloc(0)): Promise<RawResponse[]> {
  const socket = await open(port);
  const received = readToEnd(socket);
  socket.write(bytes);
  let sent = 0;
  const timer = setInterval(() => {
    if (sent < slowBytes.length && socket.writable) socket.write(slowBytes.subarray(sent, ++sent));
  }, 100);
  try {
    return parseResponses(await received);
  } finally {
    clearInterval(timer);
  }
}

const statusesOf = (responses: RawResponse[]) => responses.map(({ status }) => status);

function assertProblems(responses: RawResponse[], expected: Expected[], message = ''): void {
  assert.deepEqual(
    statusesOf(responses),
    expected.map(({ status }) => status),
    message,
  );
  responses.forEach((response, n) => assertProblem(response, expected[n] as Expected, message));
}

function assertProblem(response: RawResponse, { status, code, field }: Expected, message = ''): void {
  assert.equal(response.status, status, message);
  assert.match(response.headers['content-type'] ?? '', /^application\/problem\+json\b/, message);
  assert.equal(response.headers['cache-control'], 'no-store');
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
    assert.equal(response.headers[name], value, message);
  }
  const {
    type,
    title,
    status: statusInBody,
    code: codeInBody,
    detail,
    errors,
    ...rest
  } = response.json() as Problem;
  assert.deepEqual(
    { type, statusInBody, codeInBody, rest },
    { type: 'about:blank', statusInBody: status, codeInBody: code, rest: {} },
    message,
  );
  assert.deepEqual(
    errors?.map((error) => error.field),
    field === undefined ? undefined : [field],
    message,
  );
  const sentences = [detail, ...(errors ?? []).map((error) => error.message)];
  for (const sentence of sentences) assert.match(sentence, /^[A-Z].*\.$/);
  for (const sentence of [title, ...sentences]) {
    assert.match(sentence, /^\S.{2,150}$/);
    assert.doesNotMatch(sentence, /hunter2|node_modules|node:|\.[jt]s\b|FST_|HPE_|undefined/);
  }
}
