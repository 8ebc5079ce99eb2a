import { CASH_BIDS_PAGE } from '#contract/cash-bids.ts';
import { prepareResponse } from '#server/http/response.ts';
import { API } from '#contract/paths.ts';
import { aLongBidList } from '#tests/support/a-long-bid-list.ts';
import { addAdmin, signIn } from '#tests/support/http-client.ts';
import { openTestSite } from '#tests/support/test-site.ts';
import { rendererOf, timeMedian, toRow } from './rendering.ts';
import { figure, type Row, type Section } from './report.ts';

const TARGET = { renderMs: 20, weightKb: 30, putMs: 200 } as const;

/** Measures the page of 360 bids (ten locations, six commodities, six deliveries), and replacing them. */
export async function measureBidList({ renders }: { renders: number }): Promise<Section> {
  const times = Math.max(5, renders / 50);
  await using open = await openTestSite({ recompress: true });
  await addAdmin(open.database, 'Bench');
  const editor = await signIn(open, { username: 'Bench' });
  let tick = 0;
  const put = async () => {
    const { statusCode, body } = await editor.put(API.cashBids, aLongBidList((tick += 1)));
    if (statusCode !== 200) throw new Error(`The board was not taken: ${body}`);
  };
  const putMs = await timeMedian(put, times);

  const renderer = await rendererOf(open);
  const renderMs = await timeMedian(() => renderer.render(CASH_BIDS_PAGE), times);
  const { html } = await renderer.render(CASH_BIDS_PAGE);
  const { variants } = await prepareResponse(Buffer.from(html), {
    status: 200,
    headers: {},
    effort: 'quick',
  });
  return {
    title: 'A board of 360 bids',
    text: `The page as the first visitor after a change gets it, quickly compressed, and the call that replaces all of it with other prices, in this process. Medians of ${times}, in ms but for weights.`,
    columns: ['', ''],
    rows: [
      toRow('Page, rendered', renderMs, TARGET.renderMs),
      toWeight('Page, in brotli, KB', variants.br.body.length),
      toWeight('Page, in gzip, KB', variants.gzip.body.length),
      toRow('The board put with a changed price', putMs, TARGET.putMs),
    ],
  };
}

function toWeight(name: string, bytes: number): Row {
  const kb = bytes / 1000;
  return {
    cells: [name, figure(kb, 1)],
    target: { wanted: `< ${TARGET.weightKb} KB`, isMet: kb < TARGET.weightKb },
  };
}
