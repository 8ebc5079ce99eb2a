import { DASHBOARD_PAGE, FORGOTTEN_PASSWORD_PAGE, LINK_PAGE, TODAY_PAGE } from '#contract/paths.ts';
import { brandPath } from '#contract/seed-brands.ts';
import type { PublicSite } from '#shared/page-content.ts';
import { isShown } from '#shared/site-parts.ts';
import { UnsolvablePage } from './routes/error.tsx';
import { OTHER_PATHS, OWN_PAGE, type Route } from './router/create-router.ts';

const HISTORY = '/admin/history';
const PAGES = '/admin/pages';

/** Returns true for pages without the header and footer of the public ones. */
export const isEditor = (path: string): boolean =>
  path === DASHBOARD_PAGE || path === TODAY_PAGE || path === HISTORY || path === PAGES;

const page = (path: string, file: string, load: Route['load']): Route => ({
  path,
  module: `app/routes/${file}`,
  load,
});

/** All pages but those of seed brands. Each has a separate module, so that a page loads no code of another one. */
export const ROUTES: readonly Route[] = [
  page('/', 'home/home.tsx', () => import('./routes/home/home.tsx')),
  page('/about-us', 'about-us/about-us.tsx', () => import('./routes/about-us/about-us.tsx')),
  page('/contact-us', 'contact-us/contact-us.tsx', () => import('./routes/contact-us/contact-us.tsx')),
  page('/products', 'products/products.tsx', () => import('./routes/products/products.tsx')),
  page('/pioneer', 'pioneer/pioneer.tsx', () => import('./routes/pioneer/pioneer.tsx')),
  page('/store', 'store.tsx', () => import('./routes/store.tsx')),
  page('/gallery', 'gallery/gallery.tsx', () => import('./routes/gallery/gallery.tsx')),
  page('/weather', 'weather.tsx', () => import('./routes/weather.tsx')),
  ...['/future-market-overview', '/future-detail', '/market-snapshot', '/news'].map((path) => ({
    ...page(path, 'widget-page/market-page.tsx', () => import('./routes/widget-page/market-page.tsx')),
    loadsInFull: true,
  })),
  ...['/weather-overview', '/weather-detail'].map((path) =>
    page(path, 'widget-page/weather-widget.tsx', () => import('./routes/widget-page/weather-widget.tsx')),
  ),
  page('/admin', 'admin/sign-in.tsx', () => import('./routes/admin/sign-in.tsx')),
  page('/admin/second-step', 'admin/second-step.tsx', () => import('./routes/admin/second-step.tsx')),
  page(DASHBOARD_PAGE, 'admin/dashboard.tsx', async () => ({
    // A namespace object of this module would put the bundler's helpers into a file that every public page requests.
    default: (await import('./routes/admin/dashboard.tsx')).DashboardPage,
  })),
  page(LINK_PAGE, 'admin/invitation.tsx', () => import('./routes/admin/invitation.tsx')),
  page(
    FORGOTTEN_PASSWORD_PAGE,
    'admin/forgotten-password.tsx',
    () => import('./routes/admin/forgotten-password.tsx'),
  ),
  page(TODAY_PAGE, 'admin/today.tsx', () => import('./routes/admin/today.tsx')),
  page(HISTORY, 'admin/history.tsx', () => import('./routes/admin/history.tsx')),
  { ...page(PAGES, 'admin/pages.tsx', () => import('./routes/admin/pages.tsx')), hasParts: true },
  page(OWN_PAGE, 'own-page/own-page.tsx', () => import('./routes/own-page/own-page.tsx')),
  { path: '/error', load: async () => ({ default: UnsolvablePage }) },
  page(OTHER_PATHS, 'not-found.tsx', () => import('./routes/not-found.tsx')),
];

/** Returns the pages that the website has. */
export const routesOf = (site: Pick<PublicSite, 'parts' | 'pioneer' | 'seedBrands'>): Route[] => [
  ...ROUTES.filter(({ path }) => isShown(site, path)),
  ...site.seedBrands.map(({ address }) =>
    page(brandPath(address), 'pioneer/pioneer.tsx', async () => ({
      default: (await import('./routes/pioneer/pioneer.tsx')).BrandPage,
    })),
  ),
];
