import type { Site } from '#contract/site.ts';
import type { PublicSite } from '#shared/page-content.ts';

export type DocumentParts = {
  site: Pick<Site, 'language'>;
  title: string;
  head: string;
  body: string;
};

export function documentOf({ site, title, head, body }: DocumentParts): string {
  return `<!doctype html>
<html lang="${escapeText(site.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(title)}</title>
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
${head}
</head>
<body>${body}</body>
</html>
`;
}

/** Returns data for the page's script. No value in it can close the element. */
export function dataElement(id: string, data: unknown): string {
  return `<script type="application/json" id="${id}">${safeJson(data)}</script>`;
}

/** Returns structured data for search engines (schema.org, as JSON-LD). */
export function linkedDataElement(data: unknown): string {
  return `<script type="application/ld+json">${safeJson(data)}</script>`;
}

function safeJson(data: unknown): string {
  return JSON.stringify(data)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

/** Returns styles that override the color tokens with those of the site file, which are validated as colors. */
export function siteColors({ colors }: Pick<Site, 'colors'>): string {
  const light = declarations(colors.light);
  const dark = declarations(colors.dark);
  return `${light && `:root{${light}}`}${dark && `@media (prefers-color-scheme:dark){:root{${dark}}}`}`;
}

function declarations(colors: Record<string, string>): string {
  return Object.entries(colors)
    .map(
      ([name, color]) => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${color};`,
    )
    .join('');
}

/** Returns the settings that pages need. Omits the others, because every page contains the result. */
export function publicSite(site: Site): PublicSite {
  const {
    $schema: _schema,
    contentSecurityPolicy: _policy,
    publicAddress: _address,
    descriptions: _descriptions,
    shareImage: _shareImage,
    ...rest
  } = site;
  return rest;
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
