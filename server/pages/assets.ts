import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { OutgoingHttpHeaders } from 'node:http';
import { extname, join } from 'node:path';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { FILE_POLICY, responseHeaders } from '#server/http/headers.ts';
import { prepare, type PreparedResponse } from '#server/http/response.ts';
import { StartError } from '#server/platform/start-error.ts';

/** Folder of videos, which are streamed from the disk in ranges. All other files are small and kept in memory. */
export const MEDIA_FOLDER = 'media';

export const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

export const FILE_TYPES: readonly string[] = Object.keys(MEDIA_TYPES);

/** Maximum size of an inlined drawing, uncompressed. */
const INLINED_BYTES = 1000;

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] } | undefined>;

export type Assets = Readonly<ReturnType<typeof readAssets>>;

const ENTRY = 'app/entry-browser.tsx';
const STANDALONE_STYLES = {
  cashBids: 'app/routes/cash-bids/cash-bids.css',
  wallBoard: 'app/routes/wall-board/wall-board.css',
  priceSheet: 'app/routes/price-sheet/price-sheet-page.css',
  pastPrices: 'app/routes/past-prices/past-prices-page.css',
  vendorFrame: 'app/routes/vendor-frame.css',
} as const;
const LIVE_FRAME_CLIENT = 'app/routes/live-frame-client.ts';
const WALL_BOARD_CLIENT = 'app/routes/wall-board/wall-board-client.ts';

/** Reads the built files. Throws StartError if the build is missing. */
export function readAssets(folder: string) {
  const manifestPath = join(folder, 'manifest.json');
  if (!existsSync(manifestPath)) {
    throw new StartError("The pages aren't built yet. Run npm start, which builds them.");
  }
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as Manifest;
  const needed = [ENTRY, LIVE_FRAME_CLIENT, WALL_BOARD_CLIENT, ...Object.values(STANDALONE_STYLES)];
  if (needed.some((name) => !manifest[name])) {
    throw new StartError('The build is incomplete. Delete the build folder and run npm start.');
  }

  const readStyle = (file: string) => readFileSync(join(folder, file), 'utf8');
  const siteChunks = chunksOf(manifest, ENTRY);
  /** Returns the common styles and those of a page's module, and the files that contain them. */
  const styleOf = (module?: string) => {
    const chunks = new Set([...siteChunks, ...chunksOf(manifest, module)]);
    const files = [...new Set([...chunks].flatMap((chunk) => manifest[chunk]?.css ?? []))];
    return { style: files.map(readStyle).join('\n'), files: files.map((file) => `/${file}`) };
  };
  const urlOf = (chunk: string) => `/${manifest[chunk]?.file}`;
  const fontOf = (name: string) => urlOf(`app/styles/fonts/${name}.woff2`);
  const responses = readPrepared(folder);

  return {
    find: (url: string): PreparedResponse | undefined => responses.get(url),
    /** Returns a data URL for a small drawing, which weighs less than a request, and otherwise the URL. */
    inlined(url: string): string {
      const { body } = responses.get(url)?.variant('identity') ?? {};
      return body && url.endsWith('.svg') && body.length <= INLINED_BYTES ? drawingUrl(body.toString()) : url;
    },
    site: {
      scripts: siteChunks.map(urlOf),
      fonts: ['besley-700', 'source-sans'].map(fontOf),
    },
    styleOf,
    /** Returns the scripts of a page's module that not every page loads. */
    scriptsOf: (module?: string): readonly string[] =>
      chunksOf(manifest, module)
        .filter((chunk) => !siteChunks.includes(chunk))
        .map(urlOf),
    /** Styles of the pages and frames that the app does not show. */
    standalone: Object.fromEntries(
      Object.entries(STANDALONE_STYLES).map(([page, name]) => [page, readStyle(manifest[name]?.file ?? '')]),
    ) as Record<keyof typeof STANDALONE_STYLES, string>,
    /** Scripts of the pages outside of the app that stay current. */
    liveFrameScripts: chunksOf(manifest, LIVE_FRAME_CLIENT).map(urlOf),
    /** Scripts of the wall board. */
    boardScripts: chunksOf(manifest, WALL_BOARD_CLIENT).map(urlOf),
  };
}

/** Returns a module, preceded by the modules that it imports. */
function chunksOf(manifest: Manifest, module: string | undefined): string[] {
  if (module === undefined) return [];
  const imported = (manifest[module]?.imports ?? []).flatMap((each) => chunksOf(manifest, each));
  return [...new Set([...imported, module])];
}

function readPrepared(folder: string): Map<string, PreparedResponse> {
  const responses = new Map<string, PreparedResponse>();
  for (const found of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(found.parentPath, found.name);
    const url = path.slice(folder.length).replaceAll('\\', '/');
    const type = MEDIA_TYPES[extname(found.name)];
    if (!found.isFile() || !type || url === '/manifest.json' || url.startsWith(`/${MEDIA_FOLDER}/`)) continue;
    // Names in this folder contain a hash.
    const cache = url.startsWith('/assets/') ? 'forever' : 'anHour';
    const ownHeaders = fileHeaders(type, cache);
    // Read all files now: a build for the next start replaces them. The compressed form is enough, and smaller.
    if (existsSync(`${path}.br`)) {
      const br = readFileSync(`${path}.br`);
      const identity = () => brotliDecompressSync(br);
      responses.set(url, prepare(ownHeaders, { br: () => br, gzip: () => gzipSync(identity()), identity }));
    } else {
      const body = readFileSync(path);
      responses.set(url, prepare(ownHeaders, { identity: () => body }));
    }
  }
  return responses;
}

function fileHeaders(type: string | undefined, cache: 'forever' | 'anHour'): OutgoingHttpHeaders {
  return {
    ...responseHeaders({ type, policy: FILE_POLICY, cache }),
    // A vendor's document has no origin, and browsers load fonts of other origins only with this header.
    ...(type === MEDIA_TYPES['.woff2'] && { 'access-control-allow-origin': '*' }),
  };
}

/** Returns the headers of a built file, whose name contains a hash. */
export const builtFileHeaders = (name: string): OutgoingHttpHeaders =>
  fileHeaders(MEDIA_TYPES[extname(name)], 'forever');

const drawingUrl = (svg: string) =>
  `data:image/svg+xml,${svg.trim().replaceAll(/[^ -~]|["#%<>\\^`{|}]/gu, encodeURIComponent)}`;
