import { createHash } from 'node:crypto';
import type { VendorScript, VendorWidget } from '#contract/site-embeds.ts';
import type { Site } from '#contract/site.ts';
import { VENDOR_SANDBOX } from '#shared/vendor-frame.ts';

export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/**
 * Returns the policy of a page. It contains the hashes of inline scripts, so that injected scripts do not run. A
 * vendor's iframe adds its origin to the policy of its page only.
 */
export function contentSecurityPolicy({
  site,
  scripts,
  styles,
  widget = null,
  connections = [],
}: {
  site: Pick<Site, 'embeds' | 'contentSecurityPolicy'>;
  scripts: readonly string[];
  styles: readonly string[];
  widget?: VendorWidget | null;
  /** Other origins to which the page's scripts send requests. */
  connections?: readonly string[];
}): string {
  const { embeds, contentSecurityPolicy: extra } = site;
  const widgetFrame = typeof widget === 'string' ? widget : null;
  const frames = [embeds.weatherMap, embeds.weatherForecast, embeds.video, widgetFrame];
  return policyOf({
    'default-src': ["'none'"],
    // `strict-dynamic` trusts what a listed script loads; 'self' is for browsers that do not support it.
    'script-src':
      scripts.length > 0 ? [...scripts.map(hashSource), "'strict-dynamic'", "'self'"] : ["'none'"],
    'style-src': ["'self'", ...styles.map(hashSource)],
    'img-src': ["'self'", 'data:', ...extra.images],
    'font-src': ["'self'"],
    'media-src': ["'self'", ...extra.media],
    'connect-src': ["'self'", ...connections],
    'frame-src': ["'self'", ...unique([...frames.flatMap(originOf), ...extra.frames])],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'self'"],
  });
}

/** Returns the policy of the document in which a vendor's script runs, with the vendor's origins. */
export function vendorFramePolicy({
  site: { contentSecurityPolicy: extra },
  widget: { script: url, origins = [] },
  script,
}: {
  site: Pick<Site, 'contentSecurityPolicy'>;
  widget: VendorScript;
  /** Our own script, which loads the vendor's. */
  script: string;
}): string {
  const vendors = unique([...(url.startsWith('/') ? ["'self'"] : originOf(url)), ...origins]);
  return policyOf({
    'default-src': ["'none'"],
    'script-src': [hashSource(script), "'strict-dynamic'", ...vendors],
    // A hash of our style would disable inline styles, which vendors use.
    'style-src': ["'unsafe-inline'", ...vendors],
    'img-src': unique(["'self'", 'data:', ...extra.images, ...vendors]),
    'font-src': unique(["'self'", ...vendors]),
    'media-src': unique([...extra.media, ...vendors]),
    'connect-src': vendors,
    'frame-src': unique([...extra.frames, ...vendors]),
    'form-action': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'self'"],
    sandbox: [VENDOR_SANDBOX],
  });
}

const policyOf = (directives: Record<string, readonly string[]>) =>
  Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');

function originOf(url: string | null): string[] {
  return url && !url.startsWith('/') ? [new URL(url.replaceAll(/[{}]/g, '')).origin] : [];
}

const unique = (values: readonly string[]) => [...new Set(values)];
