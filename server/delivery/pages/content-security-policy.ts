import { createHash } from 'node:crypto';
import type { VendorWidget } from '#contract/site-embeds.ts';
import type { Site } from '#contract/site.ts';

export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/**
 * Returns the policy of a page. It contains the hashes of inline scripts, so that injected scripts do not run. A
 * vendor's widget adds origins and inline styles to the policy of its page only.
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
  const isFrame = typeof widget === 'string';
  const frames = [embeds.weatherMap, embeds.weatherForecast, embeds.video, isFrame ? widget : null];
  const vendors = isFrame || !widget ? [] : unique([...originOf(widget.script), ...(widget.origins ?? [])]);
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    // `strict-dynamic` trusts what a listed script loads; 'self' is for browsers that do not support it.
    'script-src':
      scripts.length > 0 ? [...scripts.map(hashSource), "'strict-dynamic'", "'self'"] : ["'none'"],
    'style-src':
      isFrame || !widget ? ["'self'", ...styles.map(hashSource)] : ["'self'", "'unsafe-inline'", ...vendors],
    'img-src': ["'self'", 'data:', ...extra.images, ...vendors],
    'font-src': ["'self'", ...vendors],
    'media-src': ["'self'", ...extra.media],
    'connect-src': ["'self'", ...connections, ...vendors],
    'frame-src': ["'self'", ...unique([...frames.flatMap(originOf), ...extra.frames, ...vendors])],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'self'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

function originOf(url: string | null): string[] {
  return url && !url.startsWith('/') ? [new URL(url.replaceAll(/[{}]/g, '')).origin] : [];
}

const unique = (values: readonly string[]) => [...new Set(values)];
