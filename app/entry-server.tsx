import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { GALLERY_PAGE } from '#contract/images.ts';
import type { PageContents, PageEntry } from '#shared/page-content.ts';
import { pageTitle, titleWith } from './page-title.ts';
import { Root } from './root.tsx';
import { contentOf, OTHER_PATHS, OWN_PAGE, routeOf, type RouterState } from './router/create-router.ts';
import { FIRST_KEY } from './router/history-entries.ts';
import { RouterProvider } from './router/router-context.tsx';
import { ROUTES, routesOf } from './routes.ts';
import { isOnePage } from './routes/gallery/gallery-page.ts';
import { OwnPageBlocks } from './routes/own-page/page-blocks.tsx';
import { CashBidsPage } from './routes/cash-bids/cash-bids-page.tsx';
import { PastPricesPage } from './routes/past-prices/past-prices-page.tsx';
import { PriceSheetPage } from './routes/price-sheet/price-sheet-page.tsx';
import { WallBoard } from './routes/wall-board/wall-board.tsx';
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
  const state: RouterState = {
    location: { pathname, search, hash: '', state: null, key: FIRST_KEY },
    path,
    Page,
    content,
    shell: source.shell(),
    scrollTo: undefined,
    isReturn: false,
  };
  if (ownPage) {
    state.ownPageHtml = renderToStaticMarkup(
      <RouterProvider router={{ ...UNUSED_ROUTER, getState: () => state }}>
        <SiteProvider value={site}>
          <OwnPageBlocks {...ownPage} />
        </SiteProvider>
      </RouterProvider>,
    );
  }
  const html = renderToString(
    <RouterProvider router={{ ...UNUSED_ROUTER, getState: () => state }}>
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

/** Only the browser navigates. */
const UNUSED_ROUTER = {
  subscribe: () => () => undefined,
  navigate: async () => undefined,
  preload: () => undefined,
  block: () => () => undefined,
};

export const renderCashBids: PageEntry['renderCashBids'] = async (cashBids, page, site) => ({
  title: pageTitle(site, '/cash-bids.html'),
  html: renderToStaticMarkup(
    <CashBidsPage
      cashBids={cashBids}
      name={site.name}
      timeZone={site.timeZone}
      widget={site.embeds.cashBids}
      {...page}
    />,
  ),
});

export const renderWallBoard: PageEntry['renderWallBoard'] = async (cashBids, page, site) => ({
  title: pageTitle(site, '/board'),
  html: renderToStaticMarkup(
    <>
      <WallBoard cashBids={cashBids} name={site.name} timeZone={site.timeZone} {...page} />
      <p id="lost" role="status" data-zone={site.timeZone} />
      {/* What phones show. */}
      <CashBidsPage
        cashBids={cashBids}
        name={site.name}
        timeZone={site.timeZone}
        widget={null}
        isStandalone
        {...page}
      />
    </>,
  ),
});

export const renderPriceSheet: PageEntry['renderPriceSheet'] = async (content, site) => ({
  title: pageTitle(site, '/price-sheet'),
  html: renderToStaticMarkup(
    <PriceSheetPage name={site.name} timeZone={site.timeZone} parts={site.parts} {...content} />,
  ),
});

export const renderPastPrices: PageEntry['renderPastPrices'] = async (content, site) => ({
  title: `Past prices · ${site.name}`,
  html: renderToStaticMarkup(<PastPricesPage name={site.name} {...content} />),
});
