import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { VendorWidget } from '#contract/site-embeds.ts';
import type { Site } from '#contract/site.ts';

/** A request that a stand-in received: what the outside world learns about a visitor. */
export type StandInRequest = {
  /** Such as /weather-map. */
  path: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
};

export type StandIns = {
  /** The origin of all stand-ins, of another site than ours: a browser tells the two apart by their host names. */
  url: string;
  /** What has arrived so far, the oldest first. Set its length to 0 to begin anew. */
  requests: StandInRequest[];
  [Symbol.asyncDispose](): Promise<void>;
};

/** What the world outside the cooperative's own site offers, as pages under pages/. */
const PAGES = ['/weather-map', '/weather-forecast', '/widget', '/video'] as const;

/** What a vendor's script is made of, and loads. */
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

/** Serves local pages in place of the vendors' frames, so that development and tests need no network. */
export async function startStandIns({ port = 0 }: { port?: number } = {}): Promise<StandIns> {
  const requests: StandInRequest[] = [];
  const server = createServer((request, response) => {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://stand-in.invalid');
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

/** The site with every foreign frame replaced by a stand-in; what it serves itself stays. */
export function siteWithStandIns(site: Site, url: string): Site {
  const { embeds } = site;
  const standInFor = (widget: VendorWidget | null, page: string): VendorWidget | null => {
    if (typeof widget === 'string') return replace(widget, `${url}/widget?page=${page}`);
    return widget && { ...widget, script: `${url}/widget.js`, origins: [] };
  };
  const pages = Object.fromEntries(
    Object.entries(embeds.pages).map(([path, widget]) => [path, standInFor(widget, path.slice(1))]),
  ) as Site['embeds']['pages'];
  return {
    ...site,
    embeds: {
      weatherMap: replace(embeds.weatherMap, `${url}/weather-map?lat={lat}&lon={lon}`),
      weatherForecast: replace(embeds.weatherForecast, `${url}/weather-forecast?lat={lat}&lon={lon}`),
      video: replace(embeds.video, `${url}/video`),
      cashBids: standInFor(embeds.cashBids, 'cash-bids'),
      pages,
    },
  };
}

const replace = (address: string, standIn: string) => (address.startsWith('/') ? address : standIn);

/** The page of a path, with the values of its address written where it says `{lat}`; undefined for an unknown one. */
function readPage(path: string, query: Record<string, string>): string | undefined {
  const page = PAGES.find((known) => known === path);
  if (!page) return undefined;
  const html = readFileSync(join(import.meta.dirname, 'pages', `${page.slice(1)}.html`), 'utf8');
  return html.replaceAll(/\{(\w+)\}/g, (_, name: string) => escapeText(query[name] ?? '?'));
}

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
