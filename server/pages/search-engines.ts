import { escapeAttribute, escapeUTF8 } from 'entities/escape';
import { galleryPath, type Image } from '#contract/images.ts';
import { SIGN_IN_PAGE, TODAY_PAGE, WIDGET_PAGES } from '#contract/paths.ts';
import { brandPath } from '#contract/seed-brands.ts';
import type { Location } from '#contract/locations.ts';
import type { OwnPage } from '#contract/own-pages.ts';
import type { Site } from '#contract/site.ts';
import { HOURS_TEXT_IDS, SITE_TEXT_ID } from '#contract/site-text.ts';
import { withTint } from '#shared/color-contrast.ts';
import { BRAND_FILES, brandUrl, type IconFile } from '#server/domains/images/image-files.ts';
import { cropPaths, findBrand, seedTitle, type SeedBrand } from '#shared/seed-brands.ts';
import { isShown, type ShownPages } from '#shared/site-parts.ts';
import { type Day, readOpeningHours, WEEKDAYS, WEEKEND } from '#shared/opening-hours.ts';
import { addDays, weekdayOf } from '#shared/date-time.ts';
import { seasonOn, type LocationHours } from '#shared/location-hours.ts';
import { hoursOf, mainHours, nearDays } from '#shared/shown-locations.ts';

/** Color of the header, unless the site file sets another. */
const PLATE = '#17492C';
const GROUND = '#FBFAF4';

type Described = keyof Site['descriptions'];

/** Returns the paths to index. Omits pages without a widget, because they show the same as other pages. */
function indexedPaths(site: Pick<Site, 'descriptions' | 'embeds'> & ShownPages): Described[] {
  const { descriptions, embeds } = site;
  const isCopy = (path: string) => WIDGET_PAGES.some((page) => page === path && embeds.pages[page] === null);
  return (Object.keys(descriptions) as Described[]).filter((path) => isShown(site, path) && !isCopy(path));
}

/** Returns the head elements for search engines and link previews, or `noindex` for a page not to index. */
export function metadataOf({
  site,
  url,
  title,
  isFound,
  own,
}: {
  site: Site;
  url: string;
  title: string;
  isFound: boolean;
  /** Set if administrators have created the page. */
  own?: OwnPage | undefined;
}): string[] {
  const [path = ''] = url.split('?', 1);
  const theme = themeColors(site).join('\n');
  const brand = findBrand(site, path);
  const isIndexed = own
    ? !own.hidden
    : brand !== undefined || indexedPaths(site).some((each) => each === path);
  if (!isFound || !isIndexed) {
    const manifest = '<link rel="manifest" href="/today.webmanifest">';
    return ['<meta name="robots" content="noindex">', theme, ...(path === TODAY_PAGE ? [manifest] : [])];
  }
  const description = own
    ? descriptionOf(site, own)
    : brand
      ? brandDescription(site, brand)
      : site.descriptions[path as Described].replaceAll('{name}', site.name);
  const canonical = site.publicAddress + url;
  return [
    meta('name', 'description', description),
    theme,
    `<link rel="canonical" href="${escapeAttribute(canonical)}">`,
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

const descriptionOf = ({ name }: Pick<Site, 'name'>, { title, description }: OwnPage) =>
  description.trim() || `${title}, from ${name}.`;

/** Names the crops of a brand, such as "Prairie Gold Seed from Hickory Bend: Corn, Soybeans." */
function brandDescription({ name }: Pick<Site, 'name'>, brand: SeedBrand): string {
  const crops = brand.categories.map(({ categoryName }) => categoryName).join(', ');
  return `${seedTitle(brand.name)} from ${name}${crops && `: ${crops}`}.`;
}

/** Returns a page that administrators have created, and its place in the website (https://schema.org/WebPage). */
export function webPageOf(site: Pick<Site, 'name' | 'publicAddress'>, page: OwnPage): object {
  const url = `${site.publicAddress}/${page.address}`;
  const places = [
    { name: site.name, item: `${site.publicAddress}/` },
    { name: page.title, item: url },
  ];
  return {
    '@context': 'https://schema.org',
    '@type': 'WebPage',
    '@id': url,
    url,
    name: page.title,
    description: descriptionOf(site, page),
    breadcrumb: {
      '@type': 'BreadcrumbList',
      itemListElement: places.map((place, at) => ({ '@type': 'ListItem', position: at + 1, ...place })),
    },
    isPartOf: { '@type': 'WebSite', name: site.name, url: `${site.publicAddress}/` },
  };
}

const meta = (kind: 'name' | 'property', name: string, content: string) =>
  `<meta ${kind}="${name}" content="${escapeAttribute(content)}">`;

/** Returns name, location and opening hours of each location (https://schema.org/LocalBusiness), the main one first. */
export function businessOf(
  { name, publicAddress, shareImage, location: { lat, lon }, ...site }: Site,
  textOf: (id: number) => string,
  { today, locations = [] }: { today: string; locations?: readonly Location[] },
): object {
  const mainId = `${publicAddress}/#business`;
  const hoursTexts = Object.fromEntries(HOURS_TEXT_IDS.map((id) => [id, textOf(id)]));
  const main = placeOf(
    {
      '@id': mainId,
      name,
      url: `${publicAddress}/`,
      image: publicAddress + shareImage,
      telephone: textOf(SITE_TEXT_ID.ContactUsPhoneNumber),
      faxNumber: textOf(SITE_TEXT_ID.ContactUsFax),
      address: textOf(SITE_TEXT_ID.ContactUsAddress),
      geo: { '@type': 'GeoCoordinates', latitude: lat, longitude: lon },
    },
    { hours: mainHours(hoursTexts, site), today },
  );
  const branches = locations.map(({ id, image, ...branch }) => {
    const url = `${publicAddress}/contact-us#location-${id}`;
    return placeOf(
      {
        '@id': url,
        name: `${name}, ${branch.name}`,
        url,
        image: publicAddress + (image ? image.screenUrl : shareImage),
        parentOrganization: { '@id': mainId },
        telephone: branch.phoneNumber,
        faxNumber: branch.fax,
        address: branch.address,
        hasMap: branch.mapUrl,
      },
      { hours: hoursOf(branch, site), today },
    );
  });
  return branches.length === 0 ? main : [main, ...branches];
}

/** Leaves out blank facts. The hours are those of the season, or the normal ones. */
function placeOf(
  facts: Record<string, string | object>,
  { hours, today }: { hours: LocationHours; today: string },
): object {
  const isHarvest = seasonOn(hours.season, today) === 'harvest';
  const usual = [
    ...openingHoursOf(isHarvest ? hours.harvestMonFri : hours.normalMonFri, WEEKDAYS),
    ...openingHoursOf(isHarvest ? hours.harvestSatSun : hours.normalSatSun, WEEKEND),
  ];
  const special = nearDays(hours.exceptions, today).flatMap((day) => {
    const { date, until = date } = day;
    return openingHoursOf(day.hours, weekdaysOf(date, until)).map((entry) => ({
      ...entry,
      validFrom: date,
      validThrough: until,
    }));
  });
  return {
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    ...Object.fromEntries(
      Object.entries(facts).filter(([, fact]) => typeof fact !== 'string' || fact.trim()),
    ),
    ...(usual.length > 0 && { openingHoursSpecification: usual }),
    ...(special.length > 0 && { specialOpeningHoursSpecification: special }),
  };
}

function weekdaysOf(date: string, until: string): Day[] {
  const week = Array.from({ length: 7 }, (_, days) => addDays(date, days));
  return week.filter((day) => day <= until).map(weekdayOf);
}

/** Returns entries of https://schema.org/OpeningHoursSpecification, one for each time range. */
function openingHoursOf(text: string, fieldDays: readonly Day[]): object[] {
  return readOpeningHours(text, fieldDays).hours.flatMap(({ days, times }) =>
    (times.length > 0 ? times : [CLOSED]).map(({ opens, closes }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: days,
      opens: timeOf(opens),
      // Google's notation for the whole day: https://developers.google.com/search/docs/appearance/structured-data/local-business
      closes: opens === 0 && closes === ALL_DAY ? '23:59' : timeOf(closes),
    })),
  );
}

/** Google's notation for a closed day. */
const CLOSED = { opens: 0, closes: 0 };
const ALL_DAY = 24 * 60;

/** Formats minutes since midnight as "07:30". */
const timeOf = (minutes: number) =>
  [Math.floor(minutes / 60) % 24, minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** Returns the sitemap of all pages to index (https://www.sitemaps.org/protocol.html). */
export function sitemapOf(
  site: Site,
  { galleryPages, ownPages }: { galleryPages: number; ownPages: readonly string[] },
): string {
  const brands = site.seedBrands.map(({ address }) => brandPath(address));
  const more = site.parts.gallery ? galleryPages - 1 : 0;
  const gallery = Array.from({ length: more }, (_, index) => galleryPath(index + 2));
  const urls = [...indexedPaths(site), ...brands, ...cropPaths(site), ...gallery, ...ownPages].map(
    (path) => `<url><loc>${escapeUTF8(site.publicAddress + path)}</loc></url>`,
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
export function manifestOf({ name, shortName, language, colors }: Site, icon?: Pick<Image, 'imageUrl'>) {
  return {
    name,
    short_name: shortName.replaceAll('\n', ' '),
    lang: language,
    start_url: '/',
    display: 'minimal-ui',
    theme_color: withTint(colors).light.plate ?? PLATE,
    background_color: GROUND,
    icons: icon
      ? iconsAt((file) => brandUrl(icon, file))
      : [SVG_ICON, ...iconsAt((file) => `/brand/${file}`)],
  };
}

/** Returns the manifest of the page for daily prices. Its scope includes the sign-in page. */
export const todayManifestOf = (site: Site, icon?: Pick<Image, 'imageUrl'>): object => ({
  ...manifestOf(site, icon),
  name: `${site.titles[TODAY_PAGE]} · ${site.name}`,
  start_url: TODAY_PAGE,
  scope: SIGN_IN_PAGE,
  display: 'standalone',
  shortcuts: [{ name: 'Harvest', url: `${TODAY_PAGE}#harvest` }],
});

const SVG_ICON = { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' };

const iconsAt = (urlOf: (file: IconFile) => string) =>
  (['icon-192.png', 'icon-512.png', 'icon-maskable-512.png'] as const).map((file) => ({
    src: urlOf(file),
    type: 'image/png',
    sizes: `${BRAND_FILES.icons[file]}x${BRAND_FILES.icons[file]}`,
    ...(file === 'icon-maskable-512.png' && { purpose: 'maskable' }),
  }));

/** Returns the color of the browser's bar, which is that of the header. */
function themeColors({ colors }: Site): string[] {
  const { light, dark } = withTint(colors);
  const plate = light.plate ?? PLATE;
  if ((dark.plate ?? plate) === plate) return [`<meta name="theme-color" content="${plate}">`];
  return Object.entries({ light: plate, dark: dark.plate }).map(
    ([scheme, color]) =>
      `<meta name="theme-color" media="(prefers-color-scheme: ${scheme})" content="${color}">`,
  );
}
