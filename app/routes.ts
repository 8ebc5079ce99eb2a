import { DASHBOARD_PAGE } from '#contract/paths.ts';
import { brandPath } from '#contract/seed-brands.ts';
import type { PublicSite } from '#shared/page-content.ts';
import { isShown } from '#shared/site-parts.ts';
import { UnsolvablePage } from './routes/error.tsx';
import { OTHER_PATHS, OWN_PAGE, type Route } from './router/create-router.ts';

const HISTORY = '/admin/history';
const PAGES = '/admin/pages';

/** Returns true for pages without the header and footer of the public ones. */
export const isEditor = (path: string): boolean =>
  path === DASHBOARD_PAGE || path === HISTORY || path === PAGES;

/** All pages but those of seed brands. Each has a separate module, so that a page loads no code of another one. */
export const ROUTES: readonly Route[] = [
  {
    path: '/',
    module: 'app/routes/home/home.tsx',
    load: async () => (await import('./routes/home/home.tsx')).HomePage,
  },
  {
    path: '/about-us',
    module: 'app/routes/about-us/about-us.tsx',
    load: async () => (await import('./routes/about-us/about-us.tsx')).AboutUsPage,
  },
  {
    path: '/contact-us',
    module: 'app/routes/contact-us/contact-us.tsx',
    load: async () => (await import('./routes/contact-us/contact-us.tsx')).ContactUsPage,
  },
  {
    path: '/products',
    module: 'app/routes/products/products.tsx',
    load: async () => (await import('./routes/products/products.tsx')).ProductsPage,
  },
  {
    path: '/pioneer',
    module: 'app/routes/pioneer/pioneer.tsx',
    load: async () => (await import('./routes/pioneer/pioneer.tsx')).PioneerPage,
  },
  {
    path: '/store',
    module: 'app/routes/store.tsx',
    load: async () => (await import('./routes/store.tsx')).StorePage,
  },
  {
    path: '/gallery',
    module: 'app/routes/gallery/gallery.tsx',
    load: async () => (await import('./routes/gallery/gallery.tsx')).GalleryPage,
  },
  {
    path: '/weather',
    module: 'app/routes/weather.tsx',
    load: async () => (await import('./routes/weather.tsx')).WeatherPage,
  },
  ...['/future-market-overview', '/future-detail', '/market-snapshot'].map((path) => ({
    path,
    module: 'app/routes/widget-page/market-prices.tsx',
    load: async () => (await import('./routes/widget-page/market-prices.tsx')).MarketPage,
  })),
  {
    path: '/news',
    module: 'app/routes/widget-page/news.tsx',
    load: async () => (await import('./routes/widget-page/news.tsx')).NewsPage,
  },
  ...['/weather-overview', '/weather-detail'].map((path) => ({
    path,
    module: 'app/routes/widget-page/weather-widget.tsx',
    load: async () => (await import('./routes/widget-page/weather-widget.tsx')).WeatherWidgetPage,
  })),
  {
    path: '/admin',
    module: 'app/routes/admin/sign-in.tsx',
    load: async () => (await import('./routes/admin/sign-in.tsx')).SignInPage,
  },
  {
    path: DASHBOARD_PAGE,
    module: 'app/routes/admin/dashboard.tsx',
    load: async () => (await import('./routes/admin/dashboard.tsx')).DashboardPage,
  },
  {
    path: HISTORY,
    module: 'app/routes/admin/history.tsx',
    load: async () => (await import('./routes/admin/history.tsx')).HistoryPage,
  },
  {
    path: PAGES,
    hasParts: true,
    module: 'app/routes/admin/pages.tsx',
    load: async () => (await import('./routes/admin/pages.tsx')).PagesPage,
  },
  {
    path: OWN_PAGE,
    module: 'app/routes/own-page/own-page.tsx',
    load: async () => (await import('./routes/own-page/own-page.tsx')).OwnPage,
  },
  {
    path: '/error',
    load: async () => UnsolvablePage,
  },
  {
    path: OTHER_PATHS,
    module: 'app/routes/not-found.tsx',
    load: async () => (await import('./routes/not-found.tsx')).NotFoundPage,
  },
];

/** Returns the pages that the website has. */
export const routesOf = (site: Pick<PublicSite, 'parts' | 'pioneer' | 'seedBrands'>): Route[] => [
  ...ROUTES.filter(({ path }) => isShown(site, path)),
  ...site.seedBrands.map(({ address }) => ({
    path: brandPath(address),
    module: 'app/routes/pioneer/pioneer.tsx',
    load: async () => (await import('./routes/pioneer/pioneer.tsx')).BrandPage,
  })),
];
