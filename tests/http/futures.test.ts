import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CashBids } from '#contract/cash-bids.ts';
import { API } from '#contract/paths.ts';
import { aResult, aResponse, startBarchartServer } from '#tests/support/barchart-server.ts';
import { readChangeLog } from '#tests/support/change-log.ts';
import { eventually } from '#tests/support/eventually.ts';
import { openTestSite } from '#tests/support/test-site.ts';

const NOW = new Date('2026-11-20T16:30:00Z');
/** Later than the futures prices of the demo content. */
const TRADED_AT = '2026-11-20T10:32:00-06:00';

test('applies vendor quotes when an API key is set, and shows that futures are delayed', async () => {
  await using vendor = await startBarchartServer(
    aResponse(aResult({ lastPrice: 440.25, tradeTimestamp: TRADED_AT })),
  );
  await using site = await openTestSite({
    environment: { BARCHART_API_KEY: 'hush+key', BARCHART_URL: vendor.url },
    now: () => NOW,
  });
  const [before] = (await site.app.inject(API.cashBids)).json<CashBids>().bids;
  assert.deepEqual([before?.futures, before?.cashPrice], ["432'6", '4.01']);
  await eventually(async () => {
    const [bid] = (await site.app.inject(API.cashBids)).json<CashBids>().bids;
    assert.deepEqual(
      [bid?.futures, bid?.change, bid?.cashPrice, bid?.asOf],
      ["440'2", "-3'2", '4.08', '2026-11-20T16:32:00.000Z'],
    );
  });

  const symbols = vendor.requests[0]?.searchParams.get('symbols')?.split(',') ?? [];
  assert.ok(symbols.includes('ZCZ26') && symbols.length > 1, symbols.join());
  assert.equal(new Set(symbols).size, symbols.length);
  for (const page of ['/', '/cash-bids.html', '/board', '/price-sheet']) {
    const { body } = await site.app.inject(page);
    assert.match(body, /Futures (are )?delayed at least 10 minutes/, page);
    assert.doesNotMatch(body, /hush/);
  }
  assert.doesNotMatch(JSON.stringify(await readChangeLog(site.database)), /hush/);
  assert.equal(site.content.snapshot().isDemo, true);
});
