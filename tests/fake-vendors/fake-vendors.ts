import { escapeText } from 'entities/escape';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { VendorWidget } from '#contract/site-embeds.ts';
import type { Site } from '#contract/site.ts';

export type VendorRequest = {
  path: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
};

export type FakeVendors = {
  /** Origin of the fake vendors. Its host name differs from the site's, so that browsers treat it as cross-site. */
  url: string;
  /** Requests received so far, oldest first. Set its length to 0 to clear it. */
  requests: VendorRequest[];
  [Symbol.asyncDispose](): Promise<void>;
};

const PAGES = ['/weather-map', '/weather-forecast', '/widget', '/video'] as const;

const PARTS: Record<string, { type: string; text: () => string }> = {
  '/widget.js': {
    type: 'text/javascript',
    text: () => readFileSync(join(import.meta.dirname, 'pages/widget.js'), 'utf8'),
  },
  '/widget.json': { type: 'application/json', text: () => '["432\'6"]' },
  '/widget.svg': {
    type: 'image/svg+xml',
    text: () =>
      '<svg xmlns="http://www.w3.org/2000/svg" width="44" height="44" viewBox="0 0 44 44"><path d="M4 40L40 4"/></svg>',
  },
};

/** Serves local pages in place of third-party embeds, so that development and tests need no network. */
export async function startFakeVendors({ port = 0 }: { port?: number } = {}): Promise<FakeVendors> {
  const requests: VendorRequest[] = [];
  const server = createServer((request, response) => {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://fake-vendor.invalid');
    const query = Object.fromEntries(searchParams);
    requests.push({ path, query, headers: request.headers });
    const part = PARTS[path];
    const text = part ? part.text() : readPage(path, query);
    response.writeHead(text === undefined ? 404 : 200, {
      'content-type': `${part?.type ?? 'text/html'}; charset=utf-8`,
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    });
    response.end(text);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Returns the site with every third-party embed replaced by a fake. Embeds of the site's own pages stay. */
export function siteWithFakeVendors(site: Site, url: string): Site {
  const { embeds } = site;
  const fakeVendorFor = (widget: VendorWidget | null, page: string): VendorWidget | null => {
    if (typeof widget === 'string') return replace(widget, `${url}/widget?page=${page}`);
    return widget && { ...widget, script: `${url}/widget.js`, origins: [] };
  };
  const pages = Object.fromEntries(
    Object.entries(embeds.pages).map(([path, widget]) => [path, fakeVendorFor(widget, path.slice(1))]),
  ) as Site['embeds']['pages'];
  return {
    ...site,
    // For frames in pages of administrators.
    contentSecurityPolicy: { ...site.contentSecurityPolicy, frames: [url] },
    embeds: {
      weatherMap: replace(embeds.weatherMap, `${url}/weather-map?lat={lat}&lon={lon}`),
      weatherForecast: replace(embeds.weatherForecast, `${url}/weather-forecast?lat={lat}&lon={lon}`),
      video: replace(embeds.video, `${url}/video`),
      cashBids: fakeVendorFor(embeds.cashBids, 'cash-bids'),
      pages,
    },
  };
}

const replace = (address: string, fakeVendor: string) => (address.startsWith('/') ? address : fakeVendor);

/** Returns the HTML of a page with query values in place of placeholders such as `{lat}`. */
function readPage(path: string, query: Record<string, string>): string | undefined {
  const page = PAGES.find((known) => known === path);
  if (!page) return undefined;
  const html = readFileSync(join(import.meta.dirname, 'pages', `${page.slice(1)}.html`), 'utf8');
  return html.replaceAll(/\{(\w+)\}/g, (_, name: string) => escapeText(query[name] ?? '?'));
}
