import { CASH_BIDS_PAGE, PRICE_SHEET_PAGE, WALL_BOARD_PAGE } from '#contract/cash-bids.ts';
import type { Services } from '#server/domains/services.ts';
import type { ContentVersion } from '#server/platform/change.ts';
import type { PageEntry, PastPricesContent } from '#shared/page-content.ts';
import type { Documents, RenderedDocument } from './page-documents.ts';
import { readHistoryKey, STANDALONE_KEY } from './page-key.ts';
import type { createPageSource } from './page-source.ts';

/** Renders the page of past prices, whose status and caching depend on the request. */
export type RenderPastPrices = (
  content: Omit<PastPricesContent, 'oldAfterHours' | 'telephone'>,
  response: { status: number; cacheControl: string },
) => Promise<RenderedDocument>;

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
  async function renderCashBids(key: string, version: ContentVersion): Promise<RenderedDocument> {
    const { page, bid, days } = readHistoryKey(key);
    const ids = services.cashBids.ids();
    const isPosted = bid !== undefined && ids.includes(bid);
    const { cashBids, siteForPages } = documents();
    const content = {
      telephone: source.telephone(),
      phones: source.bidPhones(),
      isStandalone: page === STANDALONE_KEY,
      age: services.cashBids.age(),
      history: { ids, open: isPosted ? await services.pastPrices.history(bid, days) : undefined },
      isMissing: bid !== undefined && !isPosted,
    };
    const { headers: own, ...rest } = cashBids(
      await entry.renderCashBids(services.cashBids.list(), content, siteForPages),
      version,
    );
    return { ...rest, headers: { ...own, vary: 'sec-fetch-dest' } };
  }

  /** Returns undefined for a page of the app. */
  async function render(key: string, version: ContentVersion): Promise<RenderedDocument | undefined> {
    const { site, siteForPages, vendorFrames, priceSheet, wallBoard } = documents();
    const frame = vendorFrames.get(key);
    if (frame) return frame(version);
    if (key === CASH_BIDS_PAGE || key === STANDALONE_KEY || readHistoryKey(key).bid !== undefined)
      return renderCashBids(key, version);
    if (key === PRICE_SHEET_PAGE) {
      const content = { ...source.priceSheet(), publicAddress: site.publicAddress };
      return priceSheet(await entry.renderPriceSheet(content, siteForPages), version);
    }
    if (key !== WALL_BOARD_PAGE) return undefined;
    const content = {
      telephone: source.telephone(),
      phones: source.bidPhones(),
      age: services.cashBids.age(),
    };
    return wallBoard(await entry.renderWallBoard(services.cashBids.list(), content, siteForPages), version);
  }

  const renderPastPrices: RenderPastPrices = async (content, { status, cacheControl }) => {
    const version = services.content.snapshot();
    const { site, siteForPages, pastPrices } = documents();
    const page = { ...content, oldAfterHours: site.cashBids.oldAfterHours, telephone: source.telephone() };
    const rendered = pastPrices(await entry.renderPastPrices(page, siteForPages), version);
    return { ...rendered, status, headers: { ...rendered.headers, 'cache-control': cacheControl } };
  };

  return { render, renderPastPrices };
}
