import { createHash } from 'node:crypto';
import type { VendorWidget } from '#contract/site-embeds.ts';
import type { Site } from '#contract/site.ts';

/** The source expression of an inline script or style: the hash of exactly its text. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/**
 * The policy of a page. Hashes are those of the texts that we put in ourselves, never of what is found in the finished
 * page: a script that got into stored text is in no list, however it is written. A vendor's widget opens the page that
 * has it, and no other: its script is put in by ours, so it needs no entry; what it loads does, and the styles that such
 * scripts write into the page.
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
  /** Origins besides our own that the page's scripts ask. */
  connections?: readonly string[];
}): string {
  const { embeds, contentSecurityPolicy: extra } = site;
  const isFrame = typeof widget === 'string';
  const frames = [embeds.weatherMap, embeds.weatherForecast, embeds.video, isFrame ? widget : null];
  const vendors = isFrame || !widget ? [] : unique([...originOf(widget.script), ...(widget.origins ?? [])]);
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    // What a listed script loads is trusted with it; 'self' is for browsers that do not know strict-dynamic.
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

function originOf(address: string | null): string[] {
  return address && !address.startsWith('/') ? [new URL(address.replaceAll(/[{}]/g, '')).origin] : [];
}

const unique = (values: readonly string[]) => [...new Set(values)];
