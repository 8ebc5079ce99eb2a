import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { contentSecurityPolicy } from '#server/pages/content-security-policy.ts';

const ROOT = new URL('../../..', import.meta.url).pathname;
/** The page's start script. As on the site's pages, the policy only trusts scripts that a listed script inserts. */
const START =
  'document.body.append(Object.assign(document.createElement("script"),{type:"module",src:"/harness.js"}))';

export type Harness = { url: string; stop(): Promise<void> };

/** Builds a test page for one part of the browser code, and serves it under the site's Content Security Policy. */
export async function serveHarness(entry: string): Promise<Harness> {
  const files = await buildFiles(entry);
  const styles = [...files.keys()].filter((name) => name.endsWith('.css'));
  const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Harness</title>${styles.map((name) => `<link rel="stylesheet" href="${name}">`).join('')}</head>
<body><div id="root"></div><script>${START}</script></body></html>`;
  const policy = contentSecurityPolicy({
    site: {
      embeds: { weatherMap: null, weatherForecast: null, video: null, pages: {} },
      contentSecurityPolicy: { images: [], media: [], frames: [] },
    } as never,
    scripts: [START],
    styles: [],
  });

  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    response.setHeader('content-security-policy', policy);
    response.setHeader(
      'content-type',
      file === undefined ? 'text/html' : (TYPES[extname(request.url!)] ?? ''),
    );
    response.end(file ?? page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

async function buildFiles(entry: string): Promise<Map<string, string | Uint8Array>> {
  const result = await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    plugins: [react()],
    publicDir: false,
    build: {
      write: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: entry,
        output: {
          entryFileNames: 'harness.js',
          chunkFileNames: '[name]-[hash].js',
          assetFileNames: '[name]-[hash][extname]',
        },
      },
    },
  });
  if (!('output' in result)) throw new Error('The harness was not built.');
  return new Map(
    result.output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]),
  );
}
