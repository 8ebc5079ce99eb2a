import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Files } from '#server/platform/files/file-store.ts';
import { prepareResponse, type PreparedResponse } from '#server/http/response.ts';
import { builtFileHeaders } from './assets.ts';

const URL_PREFIX = '/assets/';
const COMPRESSED = /\.br$/;
/** Files that are younger are not stored again. Well within the life of assets in garbage collection. */
const FRESH_MS = 7 * 24 * 60 * 60_000;
/** Pause between two lists of all stored files, so that made-up names cost little. */
const LIST_PAUSE_MS = 1000;
/** Maximum number of files of other releases in memory. */
const MAX_LOADED = 200;

export type KeptAssets = ReturnType<typeof createKeptAssets>;

/** Shares the built files of all recent releases through the file store. `folder` is that of this release. */
export function createKeptAssets({
  folder,
  files,
  now = () => Date.now(),
}: {
  folder: string;
  files: Pick<Files, 'find' | 'list' | 'save'>;
  now?: () => number;
}) {
  const loaded = new LRUCache<string, PreparedResponse>({ max: MAX_LOADED });
  const loading = new Map<string, Promise<PreparedResponse | undefined>>();
  let known: ReadonlySet<string> = new Set();
  let next: Promise<void> | undefined;
  let listedAt = -Infinity;

  /** Lists the stored files. Callers join a list that has not begun, which includes all that is stored by now. */
  async function updateKnown() {
    await sleep(Math.max(0, listedAt + LIST_PAUSE_MS - performance.now()));
    next = undefined;
    listedAt = performance.now();
    known = new Set((await Array.fromAsync(files.list('assets'))).map(({ key }) => `/${key}`));
  }

  async function read(url: string): Promise<PreparedResponse | undefined> {
    if (!known.has(url)) await (next ??= updateKnown());
    const name = url.slice(URL_PREFIX.length);
    const found = known.has(url) && (await files.find(`assets/${name}`));
    if (!found) return undefined;
    const body = Buffer.concat(await Array.fromAsync<Buffer>(found.stream()));
    const prepared = prepareResponse({ status: 200, headers: builtFileHeaders(name), body });
    loaded.set(url, prepared);
    return prepared;
  }

  return {
    /** Stores the built files of this release for servers of other releases, and marks those stored before as in use. */
    async keep(): Promise<void> {
      const own = (await readdir(join(folder, 'assets'))).filter((name) => !COMPRESSED.test(name));
      const stored = await Array.fromAsync(files.list('assets'));
      const fresh = new Set(
        stored.filter(({ changedAt }) => changedAt.getTime() > now() - FRESH_MS).map(({ key }) => key),
      );
      const missing = own.filter((name) => !fresh.has(`assets/${name}`));
      await Promise.all(
        missing.map(async (name) =>
          files.save(`assets/${name}`, createReadStream(join(folder, 'assets', name))),
        ),
      );
    },

    /** Finds a file of another release that was loaded before. */
    find: (url: string): PreparedResponse | undefined => loaded.get(url),

    /** Loads a file of another release. Throws like the file store. */
    async load(url: string): Promise<PreparedResponse | undefined> {
      if (!url.startsWith(URL_PREFIX)) return undefined;
      const running = loading.get(url);
      if (running) return running;
      const reading = read(url).finally(() => loading.delete(url));
      loading.set(url, reading);
      return reading;
    },
  };
}
