import type { ComponentType } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { CASH_BIDS_PAGE, PRICE_SHEET_PAGE, WALL_BOARD_PAGE } from '#contract/cash-bids.ts';
import { HARVEST_PAGE } from '#contract/harvest.ts';
import { GALLERY_PAGE } from '#contract/images.ts';
import type { PageContents, PageEntry, PublicSite, StandaloneContents } from '#shared/page-content.ts';
import { pageTitle, titleWith } from './page-title.ts';
import { Root } from './root.tsx';
import { contentOf, OTHER_PATHS, OWN_PAGE, routeOf, type RouterState } from './router/create-router.ts';
import { FIRST_KEY } from './router/history-entries.ts';
import { RouterProvider } from './router/router-context.tsx';
import { ROUTES, routesOf } from './routes.ts';
import { isOnePage } from './routes/gallery/gallery-page.ts';
import { OwnPageBlocks } from './routes/own-page/page-blocks.tsx';
import { CashBidsPage } from './routes/cash-bids/cash-bids-page.tsx';
import { HarvestPage } from './routes/harvest/harvest-page.tsx';
import { PastPricesPage } from './routes/past-prices/past-prices-page.tsx';
import { PriceSheetPage } from './routes/price-sheet/price-sheet-page.tsx';
import { WallBoardPage } from './routes/wall-board/wall-board.tsx';
import { SiteProvider } from './ui/site-context.ts';

export const paths: PageEntry['paths'] = ROUTES.map(({ path }) => path).filter(
  (path) => path !== OTHER_PATHS && path !== OWN_PAGE,
);

export const renderPage: PageEntry['renderPage'] = async (url, source, site) => {
  const [pathname = '', query] = url.split('?');
  const ownPage = source.ownPage?.(pathname);
  const { path, module, load } = routeOf(routesOf(site), ownPage ? OWN_PAGE : pathname);
  const search = query ? `?${query}` : '';
  const content = contentOf(source, path, search);
  const isMissing =
    path === OTHER_PATHS ||
    (path === GALLERY_PAGE && !isOnePage(content as PageContents[typeof GALLERY_PAGE]));
  const { default: Page } = await load();
  const state = stateOf({ pathname, search, path, Page, content, shell: source.shell() });
  const router = { ...UNUSED_ROUTER, getState: () => state };
  if (ownPage) {
    state.ownPageHtml = renderToStaticMarkup(
      <RouterProvider router={router}>
        <SiteProvider value={site}>
          <OwnPageBlocks {...ownPage} />
        </SiteProvider>
      </RouterProvider>,
    );
  }
  const html = renderToString(
    <RouterProvider router={router}>
      <Root site={site} />
    </RouterProvider>,
  );
  return {
    status: isMissing ? 404 : 200,
    title: ownPage ? titleWith(ownPage.title, site) : pageTitle(site, isMissing ? OTHER_PATHS : url),
    html,
    module,
    path,
    content,
  };
};

type ShownPage = Pick<RouterState, 'path' | 'Page' | 'content' | 'shell'> & {
  pathname: string;
  search?: string;
};

const stateOf = ({ pathname, search = '', ...page }: ShownPage): RouterState => ({
  ...page,
  location: { pathname, search, hash: '', state: null, key: FIRST_KEY },
  scrollTo: undefined,
  isReturn: false,
});

/** Only the browser navigates. */
const UNUSED_ROUTER = {
  subscribe: () => () => undefined,
  navigate: async () => undefined,
  preload: () => undefined,
  refresh: () => undefined,
  block: () => () => undefined,
};

const STANDALONE: {
  [Kind in keyof StandaloneContents]: {
    title: (site: PublicSite) => string;
    Page: ComponentType<StandaloneContents[Kind]>;
  };
} = {
  cashBids: { title: (site) => pageTitle(site, CASH_BIDS_PAGE), Page: CashBidsPage },
  harvest: { title: (site) => pageTitle(site, HARVEST_PAGE), Page: HarvestPage },
  wallBoard: { title: (site) => pageTitle(site, WALL_BOARD_PAGE), Page: WallBoardPage },
  priceSheet: { title: (site) => pageTitle(site, PRICE_SHEET_PAGE), Page: PriceSheetPage },
  pastPrices: { title: (site) => titleWith('Past prices', site), Page: PastPricesPage },
};

export const renderStandalone: PageEntry['renderStandalone'] = async (kind, content, site) => {
  const { title, Page } = STANDALONE[kind];
  const page = <Page {...content} />;
  const shell = 'shell' in content ? content.shell : undefined;
  const path = kind === 'harvest' ? HARVEST_PAGE : CASH_BIDS_PAGE;
  const state = shell && stateOf({ pathname: path, path, Page: () => page, content: undefined, shell });
  const html = renderToStaticMarkup(
    state ? (
      <div id="root">
        <RouterProvider router={{ ...UNUSED_ROUTER, getState: () => state }}>
          <Root site={site} />
        </RouterProvider>
      </div>
    ) : (
      <SiteProvider value={site}>{page}</SiteProvider>
    ),
  );
  return { title: title(site), html };
};
