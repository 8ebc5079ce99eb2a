import type { ReactElement } from 'react';
import type { RouteObject } from 'react-router';
import type { ContentPath, PageSource, PublicSite } from '#shared/page-content.ts';
import { AboutUsPage } from './routes/about-us/about-us.tsx';
import { ContactUsPage } from './routes/contact-us/contact-us.tsx';
import { CrashPage, UnsolvablePage } from './routes/error.tsx';
import { GalleryPage } from './routes/gallery/gallery.tsx';
import { HomePage } from './routes/home/home.tsx';
import { NotFoundPage } from './routes/not-found.tsx';
import { PioneerPage } from './routes/pioneer/pioneer.tsx';
import { ProductsPage } from './routes/products/products.tsx';
import { StorePage } from './routes/store.tsx';
import { WeatherPage } from './routes/weather.tsx';
import { WidgetPage } from './routes/widget-page.tsx';
import { Root } from './root.tsx';
import { SHELL_ROUTE } from './ui/shell-content.ts';
import { Shell } from './shell.tsx';

export const NOT_FOUND_ROUTE = '*';

/** Route handle of a lazy page. `module` is its source file, whose styles are linked in the HTML. */
export type PageHandle = { module: string };

export function createRoutes(site: PublicSite, source: PageSource): RouteObject[] {
  return [
    {
      element: <Root site={site} />,
      errorElement: <CrashPage site={site} />,
      children: [
        {
          id: SHELL_ROUTE,
          element: <Shell />,
          loader: () => source.shell(),
          shouldRevalidate: () => false,
          children: [
            contentRoute('/', <HomePage />, source),
            contentRoute('/about-us', <AboutUsPage />, source),
            contentRoute('/contact-us', <ContactUsPage />, source),
            contentRoute('/products', <ProductsPage />, source),
            contentRoute('/pioneer', <PioneerPage />, source),
            { path: '/store', element: <StorePage /> },
            contentRoute('/gallery', <GalleryPage />, source),
            { path: '/weather', element: <WeatherPage /> },
            // Lazy, so that public pages do not download the editor.
            {
              path: '/admin',
              lazy: () => import('./routes/admin/sign-in.tsx'),
              handle: { module: 'app/routes/admin/sign-in.tsx' } satisfies PageHandle,
            },
            { path: '/future-market-overview', element: <WidgetPage path="/future-market-overview" /> },
            { path: '/future-detail', element: <WidgetPage path="/future-detail" /> },
            { path: '/market-snapshot', element: <WidgetPage path="/market-snapshot" /> },
            { path: '/news', element: <WidgetPage path="/news" /> },
            { path: '/weather-overview', element: <WidgetPage path="/weather-overview" /> },
            { path: '/weather-detail', element: <WidgetPage path="/weather-detail" /> },
            { path: '/error', element: <UnsolvablePage /> },
            { path: NOT_FOUND_ROUTE, element: <NotFoundPage /> },
          ],
        },
        {
          path: '/admin/dashboard',
          lazy: () => import('./routes/admin/dashboard.tsx'),
          handle: { module: 'app/routes/admin/dashboard.tsx' } satisfies PageHandle,
        },
      ],
    },
  ];
}

/**
 * Creates the route of a page with content, with its path as id. The loader returns promises instead of awaiting them,
 * which would delay the navigation. A new query, hash or trailing slash does not reload the content.
 */
function contentRoute(path: ContentPath, element: ReactElement, source: PageSource): RouteObject {
  return {
    id: path,
    path,
    element,
    loader: () => source.pages[path](),
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.href === nextUrl.href,
  };
}

const UNUSED = {} as never;

export const PAGE_PATHS: readonly string[] = pathsOf(createRoutes(UNUSED, UNUSED));

function pathsOf(routes: readonly RouteObject[]): string[] {
  return routes.flatMap(({ path, children = [] }) => [
    ...(path === undefined || path === NOT_FOUND_ROUTE ? [] : [path]),
    ...pathsOf(children),
  ]);
}
