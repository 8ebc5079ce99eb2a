import { createHash } from 'node:crypto';
import type { Site } from '#contract/site.ts';

/** The source expression of an inline script or style: the hash of exactly its text. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/**
 * The policy of a page. Hashes are those of the texts that we put in ourselves, never of what is found in the finished
 * page: a script that got into stored text is in no list, however it is written.
 */
export function contentSecurityPolicy({
  site,
  scripts,
  styles,
  connections = [],
}: {
  site: Pick<Site, 'embeds' | 'contentSecurityPolicy'>;
  scripts: readonly string[];
  styles: readonly string[];
  /** Origins besides our own that the page's scripts ask. */
  connections?: readonly string[];
}): string {
  const { embeds, contentSecurityPolicy: extra } = site;
  const frames = [embeds.weatherMap, embeds.weatherForecast, embeds.video, ...Object.values(embeds.pages)];
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    // What a listed script loads is trusted with it; 'self' is for browsers that do not know strict-dynamic.
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
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

function originOf(address: string | null): string[] {
  return address && !address.startsWith('/') ? [new URL(address.replaceAll(/[{}]/g, '')).origin] : [];
}

const unique = (values: readonly string[]) => [...new Set(values)];
