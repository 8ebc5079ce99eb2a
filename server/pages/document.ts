import { escapeAttribute } from 'entities/escape';
import type { Image } from '#contract/images.ts';
import type { Site } from '#contract/site.ts';
import { brandUrl } from '#server/domains/images/image-files.ts';
import { SERVER_ONLY, type PublicSite } from '#shared/page-content.ts';
import { withTint } from '#shared/color-contrast.ts';
import { withBrandTitles } from '#shared/seed-brands.ts';
import { isShown } from '#shared/site-parts.ts';

export type DocumentParts = {
  site: Pick<Site, 'language'>;
  /** Image of the icons; undefined for the standard ones. */
  icon?: Image | undefined;
  title: string;
  /** What open pages compare with the answer to `VERSION_PATH`. */
  mark?: string | undefined;
  head: string;
  body: string;
};

/** Returns the bytes of an HTML document. */
export function documentOf({ site, title, mark, icon, head, body }: DocumentParts): Buffer {
  return Buffer.from(`<!doctype html>
<html lang="${escapeAttribute(site.language)}"${mark ? ` data-mark="${mark}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeAttribute(title)}</title>
${iconLinks(icon)}
${head}
</head>
<body>${body}</body>
</html>
`);
}

function iconLinks(icon: Image | undefined): string {
  if (icon) {
    return `<link rel="icon" href="${brandUrl(icon, 'icon-32.png')}" type="image/png">
<link rel="apple-touch-icon" href="${brandUrl(icon, 'icon-180.png')}">`;
  }
  return `<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">`;
}

/** Returns data for the page's script. No value in it can close the element. */
export function dataElement(id: string, data: unknown): string {
  return `<script type="application/json" id="${id}">${safeJson(data)}</script>`;
}

/** Returns structured data for search engines (schema.org, as JSON-LD). */
export function linkedDataElement(data: unknown): string {
  return `<script type="application/ld+json">${safeJson(data)}</script>`;
}

export function safeJson(data: unknown): string {
  return JSON.stringify(data)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

/**
 * Returns styles that override the color tokens with those of the site, which are validated as colors. In the dark, only
 * the header keeps its light color: all others would be hard to read there.
 */
export function siteColors({ colors }: Pick<Site, 'colors'>): string {
  const { light: all, dark } = withTint(colors);
  const { plate, ...light } = all;
  return [
    ['screen', plate === undefined ? {} : { plate }] as const,
    ['screen and (prefers-color-scheme:light)', light] as const,
    ['screen and (prefers-color-scheme:dark)', dark] as const,
  ]
    .map(([media, values]) => [media, declarations(values)] as const)
    .filter(([, text]) => text !== '')
    .map(([media, text]) => `@media ${media}{:root{${text}}}`)
    .join('');
}

function declarations(colors: Record<string, string>): string {
  return Object.entries(colors)
    .map(
      ([name, color]) => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${color};`,
    )
    .join('');
}

/**
 * Returns the settings that pages need. Omits the others, because every page contains the result. A page without a title
 * does not exist.
 */
export function publicSite(site: Site): PublicSite {
  const { titles, ...rest } = site;
  const sent = Object.entries(rest).filter(([key]) => !SERVER_ONLY.some((each) => each === key));
  const shown = Object.entries(withBrandTitles(titles, site)).filter(([path]) => isShown(site, path));
  return { ...Object.fromEntries(sent), titles: Object.fromEntries(shown) } as unknown as PublicSite;
}
