import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import type { PageEntry } from '#shared/page-content.ts';
import { pageTitle } from './page-title.ts';
import { createRoutes, NOT_FOUND_ROUTE, PAGE_PATHS, type PageHandle } from './routes.tsx';
import { CashBidsPage } from './routes/cash-bids/cash-bids-page.tsx';
import { PriceSheetPage } from './routes/price-sheet/price-sheet-page.tsx';
import { WallBoard } from './routes/wall-board/wall-board.tsx';

/** `Request` needs an absolute URL. Pages never see this origin. */
const ANY_ORIGIN = 'http://site.invalid';

export const paths: PageEntry['paths'] = PAGE_PATHS;

export const renderPage: PageEntry['renderPage'] = async (url, source, site) => {
  const handler = createStaticHandler(createRoutes(site, source));
  const context = await handler.query(new Request(new URL(url, ANY_ORIGIN)));
  if (context instanceof Response) throw new Error(`The page ${url} responded with a redirect.`);
  const failure = Object.values(context.errors ?? {})[0];
  if (failure) throw failure;
  const router = createStaticRouter(handler.dataRoutes, context);
  const html = renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />);
  const isKnown = context.matches.at(-1)?.route.path !== NOT_FOUND_ROUTE;
  return {
    status: isKnown ? 200 : 404,
    title: pageTitle(site, url.replace(/[?#].*$/, '')),
    html,
    modules: context.matches.flatMap(({ route }) => (route.handle as PageHandle | undefined)?.module ?? []),
    loaderData: context.loaderData,
  };
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
    <WallBoard cashBids={cashBids} name={site.name} timeZone={site.timeZone} {...page} />,
  ),
});

export const renderPriceSheet: PageEntry['renderPriceSheet'] = async (content, site) => ({
  title: pageTitle(site, '/price-sheet'),
  html: renderToStaticMarkup(<PriceSheetPage name={site.name} timeZone={site.timeZone} {...content} />),
});
