import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { OutgoingHttpHeaders } from 'node:http';
import { extname, join } from 'node:path';
import { responseHeaders } from '#server/platform/http/headers.ts';
import { prepareResponseFrom, type PreparedResponse } from '#server/platform/http/response.ts';
import { StartError } from '#server/platform/start-error.ts';

/** Folder of videos, which are streamed from the disk in ranges. All other files are small and kept in memory. */
export const MEDIA_FOLDER = 'media';

const MEDIA_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] } | undefined>;

export type Assets = {
  find(url: string): PreparedResponse | undefined;
  site: { scripts: readonly string[]; fonts: readonly string[] };
  /** Returns the common styles and those of the modules. */
  styleOf(modules: readonly string[]): string;
  /** Returns the scripts of modules that not every page loads. */
  scriptsOf(modules: readonly string[]): readonly string[];
  cashBids: { style: string };
  priceSheet: { style: string };
  wallBoard: { style: string; scripts: readonly string[] };
};

const ENTRY = 'app/entry-browser.tsx';
const CASH_BIDS = 'app/routes/cash-bids/cash-bids.css';
const WALL_BOARD = 'app/routes/wall-board/wall-board.css';
const PRICE_SHEET = 'app/routes/price-sheet/price-sheet-page.css';
const WALL_BOARD_CLIENT = 'app/routes/wall-board/wall-board-client.ts';

/** Reads the built files, with their compressed forms if they exist. Throws StartError if the build is missing. */
export function readAssets(folder: string, headers: OutgoingHttpHeaders): Assets {
  const manifestPath = join(folder, 'manifest.json');
  if (!existsSync(manifestPath)) {
    throw new StartError("The pages aren't built yet. Run npm start, which builds them.");
  }
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as Manifest;
  const cashBids = manifest[CASH_BIDS];
  const wallBoard = manifest[WALL_BOARD];
  const priceSheet = manifest[PRICE_SHEET];
  if (!manifest[ENTRY] || !cashBids || !wallBoard || !priceSheet || !manifest[WALL_BOARD_CLIENT]) {
    throw new StartError('The build is incomplete. Delete the build folder and run npm start.');
  }

  const readStyle = (file: string) => readFileSync(join(folder, file), 'utf8');
  const styleOf = (modules: readonly string[]) => {
    const chunks = new Set([ENTRY, ...modules].flatMap((module) => chunksOf(manifest, module)));
    const files = new Set([...chunks].flatMap((chunk) => manifest[chunk]?.css ?? []));
    return [...files].map(readStyle).join('\n');
  };
  const siteChunks = chunksOf(manifest, ENTRY);
  const urlOf = (chunk: string) => `/${manifest[chunk]?.file}`;
  const fontOf = (name: string) => urlOf(`app/styles/fonts/${name}.woff2`);
  const responses = readPrepared(folder, headers);

  return {
    find: (url) => responses.get(url),
    site: {
      scripts: siteChunks.map(urlOf),
      fonts: ['besley-700', 'source-sans-400', 'source-sans-600'].map(fontOf),
    },
    styleOf,
    scriptsOf(modules) {
      const chunks = new Set(modules.flatMap((module) => chunksOf(manifest, module)));
      return [...chunks].filter((chunk) => !siteChunks.includes(chunk)).map(urlOf);
    },
    cashBids: { style: readStyle(cashBids.file) },
    priceSheet: { style: readStyle(priceSheet.file) },
    wallBoard: {
      style: readStyle(wallBoard.file),
      scripts: chunksOf(manifest, WALL_BOARD_CLIENT).map(urlOf),
    },
  };
}

/** Returns a module, preceded by the modules that it imports. */
function chunksOf(manifest: Manifest, module: string): string[] {
  const imported = (manifest[module]?.imports ?? []).flatMap((each) => chunksOf(manifest, each));
  return [...new Set([...imported, module])];
}

function readPrepared(folder: string, headers: OutgoingHttpHeaders): Map<string, PreparedResponse> {
  const responses = new Map<string, PreparedResponse>();
  for (const found of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(found.parentPath, found.name);
    const url = path.slice(folder.length).replaceAll('\\', '/');
    const type = MEDIA_TYPES[extname(found.name)];
    if (!found.isFile() || !type || url === '/manifest.json' || url.startsWith(`/${MEDIA_FOLDER}/`)) continue;
    // Names in this folder contain a hash.
    const cache = url.startsWith('/assets/') ? 'forever' : 'anHour';
    responses.set(
      url,
      prepareResponseFrom(
        { identity: readFileSync(path), gzip: readIfExists(`${path}.gz`), br: readIfExists(`${path}.br`) },
        responseHeaders(headers, { type, cache }),
      ),
    );
  }
  return responses;
}

const readIfExists = (path: string) => (existsSync(path) ? readFileSync(path) : undefined);
