import { statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { unescape } from 'node:querystring';
import { API_ROOT, DOCUMENT_FILES, IMAGE_FILES, withoutLastSlash } from '#contract/paths.ts';
import { PAGE_ADDRESS } from '#contract/own-pages.ts';
import { SEED_FOLDER } from '#contract/seed-brands.ts';
import type { Site } from '#contract/site.ts';
import type { Content } from '#server/domains/domains.ts';
import { isOwnPage } from '#server/domains/own-pages/own-page-store.ts';
import { mayBeOwnPage } from '#server/domains/own-pages/page-addresses.ts';
import { findBrandRedirect } from '#server/domains/site-settings/brand-redirects.ts';
import { withBrandTitles } from '#shared/seed-brands.ts';
import { leavesOf } from '#shared/site-setting-names.ts';
import type { ConfigIssue } from '#server/platform/start-error.ts';
import { FILE_TYPES, MEDIA_FOLDER } from './assets.ts';
import { GENERATED_FILES } from './site-files.ts';

/** Only the menu links to pages of administrators and to seed brands that they have added. */
type SitePath = { key: string; path: string; kind: 'menu' | 'link' | 'file' };

/**
 * Returns an error for each path in the site file that the server does not serve. `folder` has the served files. The
 * pages of administrators can change at any time, and must not prevent a start.
 */
export const checkSitePaths = (site: Site, name: string, folder: string): ConfigIssue[] =>
  findUnservedPaths(site, folder, mayBeContentPage).map(({ path, ...issue }) => ({
    key: `${name} ${path}`,
    ...issue,
  }));

/** Returns a problem for each path in the site that the server does not serve, with the JSON pointer of its key. */
export function findUnservedPaths(site: Site, folder: string, isOtherPage: (path: string) => boolean) {
  return pathsOf(site)
    .filter(({ path }) => path.startsWith('/'))
    .flatMap(({ key, path, kind }) => {
      const plain = path.replace(/[?#].*$/, '');
      const isServed =
        isFile(folder, plain) ||
        isContent(plain) ||
        (kind !== 'file' && isPage(site, plain)) ||
        (kind === 'menu' && isOtherPage(withoutLastSlash(plain)));
      return isServed ? [] : { path: key, ...explain(path, extname(plain), kind) };
    });
}

/** Creates a function that returns true for pages of administrators, and for earlier paths of these and of seed brands. */
export const contentPagesOf =
  ({ ownPages, brandRedirects }: Pick<Content, 'ownPages' | 'brandRedirects'>, site: Site) =>
  (path: string): boolean =>
    isOwnPage(ownPages, path) || findBrandRedirect(brandRedirects, site, path) !== undefined;

function explain(path: string, type: string, kind: SitePath['kind']): Pick<ConfigIssue, 'problem' | 'fix'> {
  const isUnserved = !path.startsWith(`/${MEDIA_FOLDER}/`) && !FILE_TYPES.includes(type);
  if (isUnserved && type !== '' && !type.startsWith('.htm'))
    return {
      problem: `is "${path}", and this website doesn't serve ${type} files`,
      fix: `Use one of these: ${FILE_TYPES.join(', ')}.`,
    };
  if (kind === 'file')
    return {
      problem: `is "${path}", which isn't a file in the public folder`,
      fix: 'Add the file and run npm start, or correct the path.',
    };
  return {
    problem: `is "${path}", which isn't a page or file of this website`,
    fix: 'Check the spelling. A file must be in the public folder when you run npm start.',
  };
}

/** Every page has a title. */
const isPage = (site: Site, path: string) =>
  Object.hasOwn(withBrandTitles(site.titles, site), withoutLastSlash(path));

/** Returns true for paths of pages that may be in the database: those of administrators, and of seed brands. */
const mayBeContentPage = (path: string) => mayBeOwnPage(path) || mayBeBrand(path);

const mayBeBrand = (path: string) =>
  path.startsWith(SEED_FOLDER) && new RegExp(PAGE_ADDRESS).test(path.slice(SEED_FOLDER.length));

/** Returns true for responses that are made from content, which the editor can change at any time. */
const isContent = (path: string) =>
  [API_ROOT, IMAGE_FILES, DOCUMENT_FILES].some((folder) => path.startsWith(`${folder}/`));

function isFile(folder: string, path: string): boolean {
  if (GENERATED_FILES.includes(path)) return true;
  const isMedia = path.startsWith(`/${MEDIA_FOLDER}/`);
  if (!isMedia && !FILE_TYPES.includes(extname(path))) return false;
  // Names of other files are not decoded.
  const file = join(folder, isMedia ? unescape(path) : path);
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** The keys whose values are paths, as JSON pointers, by what the paths may lead to. */
const PATHS: readonly (readonly [kind: SitePath['kind'], key: RegExp])[] = [
  ['menu', /^\/navigation\/.*\/to$/],
  ['link', /^\/embeds\/(weatherMap|weatherForecast|video|(cashBids|pages\/[^/]+)(\/script)?)$/],
  ['file', /^\/(logo|shareImage|film\/poster|film\/sources\/\d+\/path)$|\/(mark|drawing|imageUrl)$/],
];

const pathsOf = (site: Site): SitePath[] =>
  leavesOf(site).flatMap(({ keys, value }) => {
    const key = keys.map((each) => `/${each.replaceAll('/', '~1')}`).join('');
    const kind = PATHS.find(([, pattern]) => pattern.test(key))?.[0];
    return kind && typeof value === 'string' ? [{ key, path: value, kind }] : [];
  });
