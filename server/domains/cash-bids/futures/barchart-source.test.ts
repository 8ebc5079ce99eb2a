import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { test } from 'node:test';
import { aResult, aResponse, startBarchartServer } from '#tests/support/barchart-server.ts';
import { createBarchartSource } from './barchart-source.ts';
import { FuturesSourceError } from './futures-source.ts';

const KEY = 'hush+key/1';
const NEVER_ABORTED = new AbortController().signal;
const now = () => Date.parse('2026-11-20T16:30:00Z');

test('requests delayed quotes of all symbols together and reads prices in eighths of a cent', async () => {
  const beans = aResult({ symbol: 'ZSF27', lastPrice: 1074.5, netChange: 0 });
  await using server = await startBarchartServer(aResponse(aResult(), beans));
  const source = createBarchartSource({ url: server.url, apiKey: KEY }, { now });
  assert.deepEqual(await source.read(['ZCZ26', 'ZSF27'], NEVER_ABORTED), {
    quotes: [
      { symbol: 'ZCZ26', futuresEighths: 3462, changeEighths: -26, at: '2026-11-20T16:15:00.000Z' },
      { symbol: 'ZSF27', futuresEighths: 8596, changeEighths: 0, at: '2026-11-20T16:15:00.000Z' },
    ],
    rejected: [],
  });
  const [request] = server.requests;
  assert.equal(request?.pathname, '/getQuote.json');
  assert.deepEqual(Object.fromEntries(request.searchParams), {
    apikey: KEY,
    symbols: 'ZCZ26,ZSF27',
    mode: 'I',
  });
});

const status = (code: number) => (response: ServerResponse) => {
  response.writeHead(code).end(`Your key ${KEY} is known.`);
};

const FAULTS: readonly [
  name: string,
  how: string | ((response: ServerResponse) => void),
  reason: RegExp,
  isRejected?: true,
][] = [
  ['status 500', status(500), /is 500/],
  ['status 429', status(429), /is 429/, true],
  ['status 401', status(401), /is 401/, true],
  ['a redirect', (response) => response.writeHead(302, { location: '/elsewhere' }).end(), /connection/],
  ['a missing response', () => undefined, /within 200 ms/],
  ['a body that stalls', (response) => void response.writeHead(200).write('{"status":'), /within 200 ms/],
  [
    'a truncated body',
    (response) => {
      response.writeHead(200, { 'content-length': '900' }).write('{"status":{"code":200},', () => {
        response.destroy();
      });
    },
    /connection/,
  ],
  ['an HTML page', '<!doctype html><title>Sorry</title>', /isn't JSON/],
  ['truncated JSON', aResponse(aResult()).slice(0, -9), /isn't JSON/],
  ['an empty body', '', /isn't JSON/],
  ['JSON of another shape', '[]', /no status/],
  ['null', 'null', /no status/],
  ['missing results', '{"status":{"code":200}}', /no results/],
  ['an error in the body', JSON.stringify({ status: { code: 500, message: KEY }, results: null }), /is 500/],
  ['a rejection in the body', JSON.stringify({ status: { code: 403, message: KEY } }), /is 403/, true],
  ['a body that is too large', ' '.repeat(1_000_001), /too large/],
];

for (const [name, how, reason, isRejected = false] of FAULTS) {
  test(`throws for ${name}, without the API key in the error`, async () => {
    await using server = await startBarchartServer('');
    server.respondWith(how);
    // On a busy machine, a response may take as long.
    const limit = reason.source.includes('200 ms') ? { timeLimitMs: 200 } : {};
    const source = createBarchartSource({ url: server.url, apiKey: KEY }, { now, ...limit });
    await assert.rejects(source.read(['ZCZ26'], NEVER_ABORTED), (error) => {
      assert.ok(error instanceof FuturesSourceError);
      assert.match(error.message, reason);
      assert.equal(error.isRejected, isRejected);
      assert.doesNotMatch(inspect(error), /hush/);
      return true;
    });
    assert.equal(server.requests.length, 1);
  });
}

for (const [name, how] of [
  ['in the response', (response: ServerResponse) => void response.writeHead(204).end()],
  ['in the body', JSON.stringify({ status: { code: 204, message: 'No data' }, results: null })],
] as const) {
  test(`returns no quotes for status 204 ${name}`, async () => {
    await using server = await startBarchartServer('');
    server.respondWith(how);
    const source = createBarchartSource({ url: server.url, apiKey: KEY }, { now });
    const rejected = [{ symbol: 'ZCZ26', reason: "isn't in the response" }];
    assert.deepEqual(await source.read(['ZCZ26'], NEVER_ABORTED), { quotes: [], rejected });
  });
}
