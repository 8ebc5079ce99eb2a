import { CASH_BIDS_PAGE } from '#contract/cash-bids.ts';
import { prepareResponse } from '#server/platform/http/response.ts';
import { API } from '#contract/paths.ts';
import { aLongBidList } from '#tests/support/a-long-bid-list.ts';
import { addAdmin, signIn } from '#tests/support/http-client.ts';
import { openTestSite } from '#tests/support/test-site.ts';
import { rendererOf, timeMedian, toRow } from './rendering.ts';
import { figure, type Row, type Section } from './report.ts';

const TARGET = { renderMs: 20, weightKb: 30, putMs: 200 } as const;

/** Measures rendering the page of 360 bids (ten locations, six commodities, six deliveries), and replacing them. */
export async function measureBidList({ renders }: { renders: number }): Promise<Section> {
  const times = Math.max(5, renders / 50);
  await using open = await openTestSite({ recompress: true });
  await addAdmin(open.database, 'Bench');
  const editor = await signIn(open, { username: 'Bench' });
  let tick = 0;
  const put = async () => {
    const { statusCode, body } = await editor.put(API.cashBids, aLongBidList((tick += 1)));
    if (statusCode !== 200) throw new Error(`The bids were not saved: ${body}`);
  };
  const putMs = await timeMedian(put, times);

  const renderer = await rendererOf(open);
  const renderMs = await timeMedian(() => renderer.render(CASH_BIDS_PAGE), times);
  const { html } = await renderer.render(CASH_BIDS_PAGE);
  const { variant } = prepareResponse({ status: 200, headers: {}, body: Buffer.from(html) });
  return {
    title: '360 cash bids',
    text: `The page after a change, its size with fast compression, and a request that changes the futures price of every bid, measured in process. Medians of ${times}, in ms unless the row says KB.`,
    columns: ['', ''],
    rows: [
      toRow('Rendering the page', renderMs, TARGET.renderMs),
      toWeight('Page size with brotli, KB', variant('br').body.length),
      toWeight('Page size with gzip, KB', variant('gzip').body.length),
      toRow('Changing all futures prices', putMs, TARGET.putMs),
    ],
  };
}

function toWeight(name: string, bytes: number): Row {
  const kb = bytes / 1000;
  return {
    cells: [name, figure(kb, 1)],
    target: { limit: `< ${TARGET.weightKb} KB`, isMet: kb < TARGET.weightKb },
  };
}
