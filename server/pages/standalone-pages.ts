import { CASH_BIDS_PAGE, PRICE_SHEET_PAGE, WALL_BOARD_PAGE } from '#contract/cash-bids.ts';
import { HARVEST_PAGE } from '#contract/harvest.ts';
import type { Services } from '#server/domains/services.ts';
import type { Rendered } from '#server/http/response.ts';
import type { PageEntry, StandaloneContents } from '#shared/page-content.ts';
import type { PastPricesContent } from '#shared/past-prices-content.ts';
import type { Documents, PageVersion } from './page-documents.ts';
import { readHistoryKey, STANDALONE_KEY, standaloneKey } from './page-key.ts';
import type { createPageSource } from './page-source.ts';

/** Creates the renderer of the pages outside of the app: cash bids, the price sheets, the wall board, and vendors' frames. */
export function createStandalonePages({
  entry,
  services,
  source,
  documents,
}: {
  entry: PageEntry;
  services: Services;
  source: ReturnType<typeof createPageSource>;
  documents: () => Documents;
}) {
  const boardContent = () => ({
    cashBids: services.cashBids.list(),
    telephone: source.telephone(),
    phones: source.bidPhones(),
    age: services.cashBids.age(),
    ...source.openNow(),
    harvest: source.harvest(),
  });

  async function renderKind<Kind extends keyof StandaloneContents>(
    kind: Kind,
    content: StandaloneContents[Kind],
    version: PageVersion,
  ): Promise<Rendered> {
    const { siteForPages, [kind]: document } = documents();
    return document(await entry.renderStandalone(kind, content, siteForPages), version);
  }

  async function renderCashBids(key: string, version: PageVersion): Promise<Rendered> {
    const { page, bid, days } = readHistoryKey(key);
    const ids = services.cashBids.ids();
    const isPosted = bid !== undefined && ids.includes(bid);
    const board = boardContent();
    const past = await services.pastPrices.recentDays(ids);
    const bids = board.cashBids.bids.map(({ cashPrice }, index) => {
      const bidId = ids[index] ?? '';
      return { id: bidId, prices: [...past.map(({ prices }) => prices.get(bidId)?.price ?? ''), cashPrice] };
    });
    const content = {
      ...board,
      isStandalone: page === STANDALONE_KEY,
      ...(page === STANDALONE_KEY && { opens: source.bidOpens() }),
      shell: page === STANDALONE_KEY ? source.shell() : undefined,
      history: { bids, open: isPosted ? await services.pastPrices.history(bid, days) : undefined },
      isMissing: bid !== undefined && !isPosted,
    };
    const { siteForPages, cashBids, cashBidsInShell } = documents();
    const document = content.shell ? cashBidsInShell : cashBids;
    const rendered = await entry.renderStandalone('cashBids', content, siteForPages);
    const { headers, ...rest } = document(rendered, version);
    return { ...rest, headers: { ...headers, vary: 'sec-fetch-dest' } };
  }

  async function renderHarvest(key: string, version: PageVersion): Promise<Rendered> {
    const shell = key === HARVEST_PAGE ? undefined : source.shell();
    const content = { ...source.harvest(), telephone: source.telephone(), shell };
    const rendered = await renderKind('harvest', content, version);
    return { ...rendered, headers: { ...rendered.headers, vary: 'sec-fetch-dest' } };
  }

  /** Returns undefined for a page of the app. */
  async function render(key: string, version: PageVersion): Promise<Rendered | undefined> {
    const { site, vendorFrames } = documents();
    const frame = vendorFrames.get(key);
    if (frame) return frame(version);
    if (key === CASH_BIDS_PAGE || key === STANDALONE_KEY || readHistoryKey(key).bid !== undefined)
      return renderCashBids(key, version);
    if (key === HARVEST_PAGE || key === standaloneKey(HARVEST_PAGE)) return renderHarvest(key, version);
    if (key === WALL_BOARD_PAGE) return renderKind('wallBoard', boardContent(), version);
    if (key !== PRICE_SHEET_PAGE) return undefined;
    const content = { ...source.priceSheet(), publicAddress: site.publicAddress };
    return renderKind('priceSheet', content, version);
  }

  /** Renders the page of past prices, whose status and caching depend on the request. */
  async function renderPastPrices(
    content: Omit<PastPricesContent, 'oldAfterHours' | 'telephone'>,
    { status, cacheControl }: { status: number; cacheControl: string },
  ): Promise<Rendered> {
    const { oldAfterHours } = documents().site.cashBids;
    const page = { ...content, oldAfterHours, telephone: source.telephone() };
    const rendered = await renderKind('pastPrices', page, services.content.snapshot());
    return { ...rendered, status, headers: { ...rendered.headers, 'cache-control': cacheControl } };
  }

  return { render, renderPastPrices };
}
