import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setImmediate as settled } from 'node:timers/promises';
import { test, type TestContext } from 'node:test';
import { PAUSE_MS } from '#server/platform/circuit.ts';
import { FuturesSourceError, type FuturesSource } from './futures-source.ts';
import { pollFutures } from './poll-futures.ts';

const QUOTE = { symbol: 'ZCZ26', futuresEighths: 3462, changeEighths: -26, at: '2026-11-20T16:15:00.000Z' };
const FIRST_MS = 2_000;

function startPolling(
  t: TestContext,
  source: FuturesSource,
  symbols: readonly string[] = ['ZCZ26'],
  lease?: Parameters<typeof pollFutures>[0]['lease'],
) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const applied: string[] = [];
  const logged: string[] = [];
  const polling = pollFutures({
    source,
    symbols: () => symbols,
    apply: async (quotes) => applied.push(quotes.map(({ symbol }) => symbol).join()),
    log: (error, sentence) => logged.push(`${sentence} ${error.message}`),
    now: () => Date.now(),
    random: () => 0.5,
    ...(lease && { lease }),
  });
  const pass = async (ms: number) => {
    t.mock.timers.tick(ms);
    await settled();
  };
  return { ...polling, applied, logged, pass };
}

test('polls soon after the start, then at the usual interval, until closed', async (t) => {
  const requests: string[] = [];
  const polling = startPolling(
    t,
    {
      async read(symbols) {
        requests.push(symbols.join());
        return { quotes: [QUOTE], rejected: [] };
      },
    },
    ['ZCZ26', 'ZSF27'],
  );
  assert.equal(requests.length, 0);
  await polling.pass(FIRST_MS);
  await polling.pass(PAUSE_MS.usual - 1);
  assert.equal(requests.length, 1);
  await polling.pass(1);
  assert.deepEqual(requests, ['ZCZ26,ZSF27', 'ZCZ26,ZSF27']);
  assert.deepEqual(polling.applied, ['ZCZ26', 'ZCZ26']);
  await polling.close();
  await polling.pass(PAUSE_MS.usual * 3);
  assert.equal(requests.length, 2);
  assert.deepEqual(polling.logged, []);
});

test('sends no request while another server holds the lease, or the database is down', async (t) => {
  const answers = [
    async () => false,
    () => Promise.reject(new Error('The database is gone.')),
    async () => true,
  ];
  let released = 0;
  const lease = {
    acquire: () => (answers.shift() ?? (async () => true))(),
    release: async () => void (released += 1),
  };
  const source = { read: async () => ({ quotes: [QUOTE], rejected: [] }) };
  const polling = startPolling(t, source, ['ZCZ26'], lease);
  const counts: number[] = [];
  for (const ms of [FIRST_MS, PAUSE_MS.usual, PAUSE_MS.usual]) {
    await polling.pass(ms);
    counts.push(polling.applied.length);
  }
  assert.deepEqual(counts, [0, 0, 1]);
  await polling.close();
  assert.equal(released, 1);
  assert.deepEqual(polling.logged, []);
});

test('polls within a minute when the server that held the lease has stopped', async (t) => {
  let isHeld = true;
  const lease = { acquire: async () => !isHeld, release: async () => undefined };
  const source = { read: async () => ({ quotes: [QUOTE], rejected: [] }) };
  const polling = startPolling(t, source, ['ZCZ26'], lease);
  await polling.pass(FIRST_MS);
  isHeld = false;
  await polling.pass(60_000);
  assert.equal(polling.applied.length, 1);
  await polling.pass(PAUSE_MS.usual - 1);
  assert.equal(polling.applied.length, 1);
  await polling.close();
});

test('retries with growing delays, then opens the circuit and logs once', async (t) => {
  let requests = 0;
  let works = false;
  const polling = startPolling(t, {
    async read() {
      requests += 1;
      if (!works) throw new FuturesSourceError('The response status is 500.');
      return { quotes: [QUOTE], rejected: [] };
    },
  });
  const counts: number[] = [];
  for (const ms of [
    FIRST_MS,
    PAUSE_MS.retry,
    PAUSE_MS.retry * 2,
    // Open: no requests for a while, then one, then none for twice as long.
    PAUSE_MS.open - 1,
    1,
    PAUSE_MS.open,
  ]) {
    await polling.pass(ms);
    counts.push(requests);
  }
  assert.deepEqual(counts, [1, 2, 3, 3, 4, 4]);
  assert.deepEqual(polling.logged, [
    "Couldn't get futures prices. The current bids stay as they are. The response status is 500.",
  ]);
  works = true;
  await polling.pass(PAUSE_MS.open);
  await polling.pass(PAUSE_MS.usual);
  assert.equal(requests, 6);
  assert.deepEqual(polling.applied, ['ZCZ26', 'ZCZ26']);
  await polling.close();
});

test('logs symbols without a price once and applies the others', async (t) => {
  const rejected = [{ symbol: 'ZCH27', reason: "isn't in the response" }];
  const polling = startPolling(t, { read: async () => ({ quotes: [QUOTE], rejected }) });
  await polling.pass(FIRST_MS);
  await polling.pass(PAUSE_MS.usual);
  assert.deepEqual(polling.applied, ['ZCZ26', 'ZCZ26']);
  assert.deepEqual(polling.logged, ["Some futures have no usable price. ZCH27 isn't in the response."]);
  await polling.close();
});

test('aborts a request on close, without logging an error', async (t) => {
  const polling = startPolling(t, {
    async read(_symbols, signal) {
      await once(signal, 'abort');
      throw new FuturesSourceError('The connection failed.', { isRejected: true });
    },
  });
  await polling.pass(FIRST_MS);
  await polling.close();
  assert.deepEqual([polling.applied, polling.logged], [[], []]);
});

test('waits for the current update on close', async (t) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const polling = startPolling(t, {
    async read() {
      await promise;
      return { quotes: [QUOTE], rejected: [] };
    },
  });
  await polling.pass(FIRST_MS);
  const closed = polling.close();
  resolve();
  await closed;
  assert.deepEqual(polling.applied, ['ZCZ26']);
});
