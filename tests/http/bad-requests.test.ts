import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { API } from '#contract/paths.ts';
import type { Problem } from '#contract/problem.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import {
  ask,
  exchange,
  open,
  parseAnswers,
  readToEnd,
  requestText,
  type RawAnswer,
} from '#tests/support/raw-http.ts';
import { startServer, type ServerProcess } from '#tests/support/server-process.ts';

/** Stands in bodies, addresses and headers of what is refused: it may neither be logged nor come back. */
const SECRET = 'hunter2-secret-word';
/** A page that lies ready in memory, and an address that the framework answers. */
const DOORS = { 'the ready path': '/', 'the framework': '/healthz' };

let server: ServerProcess;
let port: number;
let printedAtStart: string;
/** Their responses. They take seconds, in which the other tests run. */
let slowSenders: Record<string, Promise<RawAnswer[]>>;

before(async () => {
  server = await startServer();
  port = Number(new URL(server.url).port);
  // From now on the page is answered from memory.
  assert.equal((await ask(port, '/')).status, 200);
  printedAtStart = server.output();
  slowSenders = startSlowSenders();
});

after(() => server[Symbol.asyncDispose]());

type Expected = { status: number; code: string; field?: string };

const invalid = (field: string): Expected => ({ status: 400, code: 'invalid', field });
const INVALID_JSON: Expected = { status: 400, code: 'invalid-json', field: 'body' };
const WRONG_TYPE: Expected = { status: 415, code: 'wrong-content-type', field: 'body' };
const NOT_HTTP: Expected = { status: 400, code: 'not-http' };
const BAD_ADDRESS: Expected = { status: 400, code: 'bad-address' };
const NOT_FOUND: Expected = { status: 404, code: 'not-found' };

const BODIES: [name: string, body: string, expected: Expected, type?: string][] = [
  ['An empty body', '', INVALID_JSON, 'application/json'],
  ['No body at all', '', invalid('body')],
  ['Half a list', '[0,', INVALID_JSON],
  ['A body of words', SECRET, INVALID_JSON],
  ['A list with a comma too many', '[0,]', INVALID_JSON],
  ['A list after a byte order mark', '\ufeff[', INVALID_JSON],
  ['Two lists', '[0][8]', INVALID_JSON],
  ['A list called plain text', '[0]', WRONG_TYPE, 'text/plain'],
  ['A list called a form', '[0]', WRONG_TYPE, 'application/x-www-form-urlencoded'],
  ['A list called something like JSON', '[0]', WRONG_TYPE, 'application/jsonp'],
  ['A list called nothing that can be read', '[0]', WRONG_TYPE, ';;;'],
  ['An object', '{"ids":[0]}', invalid('body')],
  ['A number without a list', '0', invalid('body')],
  ['Null', 'null', invalid('body')],
  ['A text in the list', `[0,"${SECRET}"]`, invalid('body/1')],
  ['A number in quotes', '["8"]', invalid('body/0')],
  ['A list in the list', '[0,8,[9]]', invalid('body/2')],
  ['Null in the list', '[null]', invalid('body/0')],
  ['True in the list', '[true]', invalid('body/0')],
  ['A part of a number', '[1.5]', invalid('body/0')],
  ['A number below zero', '[0,-1]', invalid('body/1')],
  ['A number too large', '[2147483648]', invalid('body/0')],
  ['A number beyond all numbers', '[1e999]', invalid('body/0')],
  ['More than a hundred numbers', `[${Array.from({ length: 101 }, (_, n) => n).join()}]`, invalid('body')],
  ['Lists in lists in lists', '['.repeat(4000) + ']'.repeat(4000), invalid('body/0')],
  ['A prototype as a key', '{"__proto__":[0]}', INVALID_JSON],
  ['A prototype as a key in the list', '[{"__proto__":{"isAdmin":true}}]', INVALID_JSON],
  ['A constructor with a prototype', '[{"constructor":{"prototype":{"a":1}}}]', INVALID_JSON],
  ['A constructor alone', '[{"constructor":0}]', invalid('body/0')],
  [
    'A body over the limit',
    `["${SECRET.repeat(1000)}"]`,
    { status: 413, code: 'body-too-large', field: 'body' },
  ],
];

for (const [name, body, expected, type] of BODIES) {
  test(`${name} is refused with ${expected.status} ${expected.code}`, async () => {
    const headers = {
      ...(type !== undefined && { 'content-type': type, 'content-length': String(Buffer.byteLength(body)) }),
    };
    assertProblem(await ask(port, API.siteTexts, { method: 'POST', body, headers }), expected);
  });
}

test('A body over the limit that does not say its length is refused with 413', async () => {
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
  ['No query', ''],
  ['Another query', '?id=0'],
  ['An empty list', '?ids='],
  ['A word', '?ids=announcement'],
  ['A number below zero', '?ids=-1'],
  ['A part of a number', '?ids=1.5'],
  ['A huge number', '?ids=99999999999999999999'],
  ['A number in hexadecimal', '?ids=0x10'],
  ['A number with a space', '?ids=0,%208'],
  ['A comma at the end', '?ids=0,'],
  ['A line feed at the end', '?ids=0%0A'],
  ['Two lists', '?ids=0&ids=8'],
  ['A hundred and one numbers', `?ids=${Array.from({ length: 101 }, (_, n) => n).join()}`],
];

for (const [name, query] of QUERIES) {
  test(`${name} where a list of numbers belongs is refused, and the field is named`, async () => {
    const answer = await ask(port, API.siteTexts + query);
    assertProblem(answer, invalid('querystring/ids'));
  });
}

const ADDRESSES: [address: string, expected: Expected][] = [
  ['/%zz', BAD_ADDRESS],
  ['/%', BAD_ADDRESS],
  ['/api/%E0%A4', BAD_ADDRESS],
  ['/media/%ff', BAD_ADDRESS],
  ['/..%2f..%2fetc%2fpasswd', BAD_ADDRESS],
  ['/api/config/..%2Fconfigs?ids=0', BAD_ADDRESS],
  ['/media/..%2fserver%2fmain.ts', BAD_ADDRESS],
  ['/media/%5c..%5c', BAD_ADDRESS],
  ['/%00', BAD_ADDRESS],
  ['/store%00', BAD_ADDRESS],
  ['/api/cash-bids%00.json', BAD_ADDRESS],
  ['/api', NOT_FOUND],
  ['/api/', NOT_FOUND],
  ['/api/__proto__', NOT_FOUND],
  ['/api/config/constructor', NOT_FOUND],
  ['/api/config/%63onfigs/', NOT_FOUND],
  ['/api//cash-bids', NOT_FOUND],
  [`/api/${SECRET}`, NOT_FOUND],
  [`/api/${'x'.repeat(15_000)}`, NOT_FOUND],
  ['/media/', NOT_FOUND],
  ['/media/nothing.mp4', NOT_FOUND],
  ['/media/.env', NOT_FOUND],
];

for (const [address, expected] of ADDRESSES) {
  test(`The address ${address.slice(0, 50)} is refused with ${expected.status} ${expected.code}`, async () => {
    for (const method of ['GET', 'POST']) assertProblem(await ask(port, address, { method }), expected);
  });
}

test('Nothing outside the folder of films can be read, however the way there is written', async () => {
  const ways = [
    '../manifest.json',
    '%2e%2e/manifest.json',
    '..\\manifest.json',
    '/../manifest.json',
    './../x',
  ];
  for (const way of ways) {
    const answer = await ask(port, `/media/${way}`);
    assert.match(String(answer.status), /^40[034]$/, way);
    assertProblem(answer, { status: answer.status, code: (answer.json() as Problem).code });
  }
});

test('An address that could name another host, or a key of every object, is no page and redirects nowhere', async () => {
  const addresses = [
    '//evil.example',
    '//evil.example/store',
    '/\\evil.example',
    '///',
    '/__proto__',
    '/constructor',
  ];
  for (const address of [
    ...addresses,
    '/toString',
    '/store/../store',
    `/${SECRET}`,
    `/${'x'.repeat(15_000)}`,
  ]) {
    const { status, headers, text } = await ask(port, address);
    assert.equal(status, 404, address);
    assert.match(headers['content-type'] ?? '', /^text\/html/);
    assert.equal(headers['location'], undefined);
    assert.doesNotMatch(text, /evil\.example|hunter2/);
  }
});

test('An address in its long form, as proxies write it, is the same page', async () => {
  for (const address of ['http://localhost/store', 'HTTP://localhost:3000/store?x=1']) {
    const answer = await ask(port, address);
    assert.equal(answer.status, 200, address);
    assert.match(answer.text, /<h1>Merchandise<\/h1>/);
  }
  assert.match((await ask(port, 'http://localhost')).text, /<h1>.*Welcome to/);
  assert.equal((await ask(port, 'http://localhost/api/nothing')).status, 404);
});

for (const [door, path] of Object.entries(DOORS)) {
  test(`A request for two hosts is refused (${door})`, async () => {
    const shapes = ['Host: a\r\nHost: b', 'Host: a\r\nHost: a', 'host: a\r\nHOST: b\r\nhOsT: c'];
    for (const hosts of shapes) {
      const answers = await exchange(port, `GET ${path} HTTP/1.1\r\n${hosts}\r\nConnection: close\r\n\r\n`);
      assertProblems(answers, [{ status: 400, code: 'several-hosts' }]);
    }
  });

  test(`A request for no host is refused, save in the old form that knows none (${door})`, async () => {
    const answers = await exchange(port, `GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`);
    assertProblems(answers, [{ status: 400, code: 'no-host' }]);
    const [old] = await exchange(port, `GET ${path} HTTP/1.0\r\n\r\n`);
    assert.equal(old?.status, 200);
  });

  test(`Headers larger than the server takes are refused (${door})`, async () => {
    const headers = { cookie: SECRET.repeat(2000) };
    const expected = { status: 431, code: 'headers-too-large' };
    assertProblem(await ask(port, path, { headers }), expected);
    assertProblem(await ask(port, `${path}?${SECRET.repeat(2000)}`), expected);
  });

  test(`A request whose end can be read in two ways is refused once, and nothing in it is answered (${door})`, async () => {
    const hidden = requestText('/healthz');
    const shapes = [
      ['Content-Length: 5', 'Transfer-Encoding: chunked'],
      ['Transfer-Encoding: chunked', 'Content-Length: 5'],
      ['Content-Length: 0', 'Transfer-Encoding: chunked'],
      ['Content-Length: 5', 'Content-Length: 6'],
      ['Content-Length: 5', 'Content-Length: 5'],
      ['Content-Length: 5, 6'],
      ['Content-Length: +5'],
      ['Content-Length: -5'],
      ['Content-Length: 0x5'],
      ['Content-Length: 99999999999999999999999'],
      ['Content-Length : 5'],
      ['Transfer-Encoding: xchunked'],
      ['Transfer-Encoding: chunked, identity'],
      ['Transfer-Encoding : chunked'],
      ['Transfer-Encoding: chunked\r\n , identity'],
      [' Transfer-Encoding: chunked'],
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

  test(`A request inside the body of another is no request (${door})`, async () => {
    const body = requestText('/store');
    const inside = requestText(path, { headers: { 'content-length': String(body.length) } }) + body;
    const answers = await exchange(port, inside);
    assert.deepEqual(statusesOf(answers), [200]);
  });
}

test('Requests sent together are answered in their order, whatever way each takes', async () => {
  const paths = ['/healthz', '/', '/api/nothing', '/favicon.svg', '/store?x=1', '/', '/healthz'];
  const bytes = paths.map((path, n) =>
    requestText(path, { headers: { connection: n === paths.length - 1 ? 'close' : 'keep-alive' } }),
  );
  const answers = await exchange(port, bytes.join(''));
  const kinds = answers.map(({ headers }) => headers['content-type']?.split(';')[0]);
  const [json, page, problem, svg] = [
    'application/json',
    'text/html',
    'application/problem+json',
    'image/svg+xml',
  ];
  assert.deepEqual(kinds, [json, page, problem, svg, page, page, json]);
});

const NO_HTTP: [name: string, bytes: string][] = [
  ['A method that nobody knows', `${SECRET} / HTTP/1.1\r\nHost: localhost\r\n\r\n`],
  ['A method in small letters', 'get / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['A version that nobody knows', 'GET / HTTP/9.9\r\nHost: localhost\r\n\r\n'],
  ['The first words of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['The first bytes of TLS', '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03'],
  ['An address with a space', 'GET /a b HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['Words', 'Good morning.\r\n\r\n'],
];

for (const [name, bytes] of NO_HTTP) {
  test(`${name} is refused as no HTTP`, async () => {
    assertProblems(await exchange(port, Buffer.from(bytes, 'latin1')), [NOT_HTTP]);
  });
}

test('A method that no address takes is refused', async () => {
  const methods = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'M-SEARCH'];
  for (const method of methods) {
    for (const path of ['/', '/store', '/healthz', API.employees, '/favicon.svg', '/media/film.mp4']) {
      assertProblem(await ask(port, path, { method }), NOT_FOUND, `${method} ${path}`);
    }
  }
  assertProblem(await ask(port, '*', { method: 'OPTIONS' }), NOT_FOUND);
  assertProblem(await ask(port, 'other.example:443', { method: 'CONNECT' }), NOT_FOUND);
});

test('What a request expects of the server beyond an answer is not promised, and the answer is the usual one', async () => {
  for (const path of Object.values(DOORS)) {
    assert.equal((await ask(port, path, { headers: { expect: SECRET } })).status, 200);
    const upgrade = { connection: 'upgrade, close', upgrade: 'websocket' };
    assert.equal((await ask(port, path, { headers: upgrade })).status, 200);
  }
});

test('Who sends too slowly gets 408 in the end, while everybody else is answered', async () => {
  const settled = Promise.all(Object.values(slowSenders)).then(() => 'settled');
  do {
    for (const path of ['/', '/store?x=1', `${API.siteTexts}?ids=0`]) {
      assert.equal((await ask(port, path)).status, 200);
    }
  } while ((await Promise.race([settled, delay(200)])) !== 'settled');
  for (const [name, answers] of Object.entries(slowSenders)) {
    assertProblems(await answers, [{ status: 408, code: 'too-slow' }], name);
  }
});

test('A sender that goes away in the middle is no fault of ours', async () => {
  const post = requestText(API.siteTexts, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': '1000' },
  });
  for (const bytes of [post, 'GET / HT', requestText('/store?x=1'), requestText('/')]) {
    const socket = await open(port);
    socket.write(bytes);
    socket.resetAndDestroy();
  }
  assert.equal((await ask(port, '/healthz')).status, 200);
});

test('After all this the server answers as before, and has printed nothing', async () => {
  assert.equal((await ask(port, '/')).status, 200);
  assert.deepEqual((await ask(port, '/healthz')).json(), { status: 'ok', database: 'ok' });
  assert.equal(server.output(), printedAtStart);
  assert.doesNotMatch(server.output(), new RegExp(SECRET));
});

function startSlowSenders(): typeof slowSenders {
  const head = requestText('/', { headers: { connection: 'keep-alive' } }).slice(0, -2);
  const post = requestText(API.siteTexts, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': '9' },
  });
  const chunked = post.replace('content-length: 9', 'transfer-encoding: chunked');
  const drops = Buffer.from('x'.repeat(1000));
  return {
    nothing: sendSlowly(''),
    'half a line': sendSlowly('GET / HT'),
    'half a head': sendSlowly(head),
    'a head in drops': sendSlowly(`${head}x: `, drops),
    'half a body': sendSlowly(`${post}[0,`),
    'a body in drops': sendSlowly(post.replace(': 9', ': 1000'), drops),
    'half a chunk': sendSlowly(`${chunked}5\r\n[0,`),
  };
}

/** Sends some bytes at once, and then one drop after the other until the server has had enough. */
async function sendSlowly(bytes: string, drops = Buffer.alloc(0)): Promise<RawAnswer[]> {
  const socket = await open(port);
  const answered = readToEnd(socket);
  socket.write(bytes);
  let sent = 0;
  const timer = setInterval(() => {
    if (sent < drops.length && socket.writable) socket.write(drops.subarray(sent, ++sent));
  }, 100);
  try {
    return parseAnswers(await answered);
  } finally {
    clearInterval(timer);
  }
}

const statusesOf = (answers: RawAnswer[]) => answers.map(({ status }) => status);

function assertProblems(answers: RawAnswer[], expected: Expected[], message = ''): void {
  assert.deepEqual(
    statusesOf(answers),
    expected.map(({ status }) => status),
    message,
  );
  answers.forEach((answer, n) => assertProblem(answer, expected[n] as Expected, message));
}

/** The whole of a refusal: status, word, field, headers, and nothing of the server's inside or the caller's secret. */
function assertProblem(answer: RawAnswer, { status, code, field }: Expected, message = ''): void {
  assert.equal(answer.status, status, message);
  assert.match(answer.headers['content-type'] ?? '', /^application\/problem\+json\b/, message);
  assert.equal(answer.headers['cache-control'], 'no-store');
  for (const [name, value] of Object.entries(securityHeaders({ behindTls: false }))) {
    assert.equal(answer.headers[name], value, message);
  }
  const { type, title, status: told, code: word, detail, errors, ...rest } = answer.json() as Problem;
  assert.deepEqual(
    { type, told, word, rest },
    { type: 'about:blank', told: status, word: code, rest: {} },
    message,
  );
  assert.deepEqual(
    errors?.map((error) => error.field),
    field === undefined ? undefined : [field],
    message,
  );
  for (const sentence of [title, detail, ...(errors ?? []).map((error) => error.message)]) {
    assert.match(sentence, /^\S.{2,150}$/);
    assert.doesNotMatch(sentence, /hunter2|node_modules|node:|\.[jt]s\b|FST_|HPE_|undefined/);
  }
}
