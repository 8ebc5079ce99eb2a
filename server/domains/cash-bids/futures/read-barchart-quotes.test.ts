import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aResult, aResponse } from '#tests/support/barchart-server.ts';
import { readBarchartQuotes } from './read-barchart-quotes.ts';

const now = Date.parse('2026-11-20T16:30:00Z');
const read = (...results: unknown[]) =>
  readBarchartQuotes(JSON.parse(aResponse(...results)), { symbols: ['ZCZ26'], now });

test('reads every eighth of a cent exactly', () => {
  for (let eighths = 400; eighths <= 40_000; eighths += 1) {
    const { quotes } = read(aResult({ lastPrice: eighths / 8, netChange: 0.125 }));
    assert.equal(quotes[0]?.futuresEighths, eighths);
  }
});

const REFUSED: readonly [found: Record<string, unknown>, reason: RegExp][] = [
  [{ lastPrice: 432.7 }, /whole eighths/],
  [{ lastPrice: 432.7501 }, /whole eighths/],
  [{ lastPrice: '432.75' }, /whole eighths/],
  [{ lastPrice: null }, /whole eighths/],
  [{ lastPrice: undefined }, /whole eighths/],
  [{ lastPrice: 1e300 }, /whole eighths/],
  [{ lastPrice: 4.125, netChange: 0.125 }, /price that's out of range/],
  [{ lastPrice: 0 }, /price that's out of range/],
  [{ lastPrice: -432.75 }, /price that's out of range/],
  [{ lastPrice: 43_275 }, /price that's out of range/],
  [{ netChange: null }, /whole eighths/],
  [{ netChange: 0.1 }, /whole eighths/],
  [{ netChange: 90 }, /change that's out of range/],
  [{ netChange: -150 }, /change that's out of range/],
  [{ netChange: 432.75 }, /change that's out of range/],
  [{ netChange: 500 }, /change that's out of range/],
  [{ mode: 'R' }, /delayed/],
  [{ mode: undefined }, /delayed/],
  [{ tradeTimestamp: null }, /no valid time/],
  [{ tradeTimestamp: '2026-11-20 10:15:00' }, /no valid time/],
  [{ tradeTimestamp: '2026-11-20T10:15:00' }, /no valid time/],
  [{ tradeTimestamp: '2026-13-20T10:15:00-06:00' }, /no valid time/],
  [{ tradeTimestamp: '2026-11-20T10:45:00-06:00' }, /no valid time/],
];

for (const [found, reason] of REFUSED) {
  test(`rejects ${JSON.stringify(found)} and accepts the other symbol`, () => {
    const body = JSON.parse(aResponse(aResult(found), aResult({ symbol: 'ZCH27' }))) as unknown;
    const { quotes, rejected } = readBarchartQuotes(body, { symbols: ['ZCZ26', 'ZCH27'], now });
    const shown = quotes.map(({ symbol }) => symbol);
    assert.deepEqual(shown, ['ZCH27']);
    const listed = rejected.map(({ symbol }) => symbol);
    assert.deepEqual(listed, ['ZCZ26']);
    assert.match(rejected[0]?.reason ?? '', reason);
  });
}

test('rejects missing and repeated symbols, and ignores symbols that were not requested', () => {
  assert.match(read().rejected[0]?.reason ?? '', /isn't in the response/);
  assert.match(read(aResult(), aResult({ lastPrice: 433 })).rejected[0]?.reason ?? '', /more than once/);
  const { quotes } = read(null, 'ZCZ26', aResult({ symbol: 'ZWZ26' }), aResult({ symbol: 'ZCZ6' }));
  const actual = quotes.map(({ symbol }) => symbol);
  assert.deepEqual(actual, ['ZCZ26']);
});

test('reads -0 as 0 and accepts fractional seconds', () => {
  const text = aResponse(aResult({ tradeTimestamp: '2026-11-20T16:15:00.250Z' })).replace('-3.25', '-0.0');
  const { quotes } = readBarchartQuotes(JSON.parse(text), { symbols: ['ZCZ26'], now });
  assert.ok(Object.is(quotes[0]?.changeEighths, 0));
  assert.equal(quotes[0]?.at, '2026-11-20T16:15:00.250Z');
});
