import { WIDGET_PAGES } from '#contract/paths.ts';
import { CATEGORY_PARAMETER, PIONEER_CATEGORIES } from '#contract/pioneer.ts';
import type { Site } from '#contract/site.ts';
import { SITE_TEXT_ID } from '#contract/site-text.ts';
import { escapeText } from './document.ts';
import { readOpeningHours } from './opening-hours.ts';

/** Color of the header, unless the site file sets another. */
const PLATE = '#17492C';
const GROUND = '#FBFAF4';

type Described = keyof Site['descriptions'];

/** Returns the paths to index. Omits pages whose widget is not configured. */
export function indexedPaths({ descriptions, embeds }: Pick<Site, 'descriptions' | 'embeds'>): Described[] {
  const isEmpty = (path: string) => WIDGET_PAGES.some((page) => page === path && embeds.pages[page] === null);
  return (Object.keys(descriptions) as Described[]).filter((path) => !isEmpty(path));
}

/** Returns the head elements for search engines and link previews, or `noindex` for a page not to index. */
export function metadataOf({
  site,
  url,
  title,
  isFound,
}: {
  site: Site;
  url: string;
  title: string;
  isFound: boolean;
}): string[] {
  const [path = ''] = url.split('?', 1);
  const theme = `<meta name="theme-color" content="${site.colors.light.plate ?? PLATE}">`;
  if (!isFound || !indexedPaths(site).some((each) => each === path)) {
    return ['<meta name="robots" content="noindex">', theme];
  }
  const description = site.descriptions[path as Described].replaceAll('{name}', site.name);
  const canonical = site.publicAddress + url;
  return [
    meta('name', 'description', description),
    theme,
    `<link rel="canonical" href="${escapeText(canonical)}">`,
    '<link rel="manifest" href="/site.webmanifest">',
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', site.name),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', canonical),
    meta('property', 'og:image', site.publicAddress + site.shareImage),
    meta('name', 'twitter:card', 'summary_large_image'),
  ];
}

const meta = (kind: 'name' | 'property', name: string, content: string) =>
  `<meta ${kind}="${name}" content="${escapeText(content)}">`;

/** Returns name, location and opening hours of the cooperative (https://schema.org/LocalBusiness). */
export function businessOf(site: Site, textOf: (id: number) => string): object {
  const hours = [
    ...readOpeningHours(WEEKDAYS, textOf(SITE_TEXT_ID.ContactUsNormMonFri)),
    ...readOpeningHours(WEEKEND, textOf(SITE_TEXT_ID.ContactUsNormSatSun)),
  ];
  const texts = {
    telephone: textOf(SITE_TEXT_ID.ContactUsPhoneNumber),
    faxNumber: textOf(SITE_TEXT_ID.ContactUsFax),
    address: textOf(SITE_TEXT_ID.ContactUsAddress),
  };
  return {
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    '@id': `${site.publicAddress}/#business`,
    name: site.name,
    url: `${site.publicAddress}/`,
    image: site.publicAddress + site.shareImage,
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== '')),
    geo: { '@type': 'GeoCoordinates', latitude: site.location.lat, longitude: site.location.lon },
    ...(hours.length > 0 && { openingHoursSpecification: hours }),
  };
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] as const;
const WEEKEND = ['Saturday', 'Sunday'] as const;

/** Returns the sitemap of all pages to index (https://www.sitemaps.org/protocol.html). */
export function sitemapOf(site: Site): string {
  const crops = site.pioneer.categories
    .filter(({ category }) => PIONEER_CATEGORIES.some((each) => each.category === category && each.always))
    .map(({ id }) => `/pioneer?${CATEGORY_PARAMETER}=${id}`);
  const urls = [...indexedPaths(site), ...crops].map(
    (path) => `<url><loc>${escapeText(site.publicAddress + path)}</loc></url>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}

export function robotsOf({ publicAddress }: Pick<Site, 'publicAddress'>): string {
  return `User-agent: *\nDisallow: /admin\nDisallow: /api/\n\nSitemap: ${publicAddress}/sitemap.xml\n`;
}

/** Returns the manifest for adding the site to a home screen (https://www.w3.org/TR/appmanifest/). */
export function manifestOf({ name, shortName, language, colors }: Site): object {
  return {
    name,
    short_name: shortName.replaceAll('\n', ' '),
    lang: language,
    start_url: '/',
    display: 'minimal-ui',
    theme_color: colors.light.plate ?? PLATE,
    background_color: GROUND,
    icons: [
      { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/brand/icon-192.png', type: 'image/png', sizes: '192x192' },
      { src: '/brand/icon-512.png', type: 'image/png', sizes: '512x512' },
      { src: '/brand/icon-maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
  };
}
