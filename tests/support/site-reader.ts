import { setTimeout as delay } from 'node:timers/promises';
import { SERVER_HEADER } from './round-robin.ts';

const RECENT = 20;

export type SiteReader = ReturnType<typeof startReader>;

/** Reads `paths` in turn, like `clients` visitors, until it is disposed of. Counts responses that are not 200. */
export function startReader(
  url: string,
  paths: readonly string[],
  { clients = 1, pauseMs = 0 }: { clients?: number; pauseMs?: number } = {},
) {
  const over = new AbortController();
  const count = { responses: 0, failures: 0 };
  /** The newest are first. */
  const failures: { at: Date; reason: string }[] = [];
  const servers: string[] = [];
  const byServer = new Map<string, number>();

  async function read(path: string) {
    try {
      const response = await fetch(url + path);
      await response.bytes();
      const server = response.headers.get(SERVER_HEADER) ?? 'none';
      byServer.set(server, (byServer.get(server) ?? 0) + 1);
      keep(servers, server);
      if (response.status !== 200) fail(`${path}: ${response.status}`);
    } catch (error) {
      fail(`${path}: ${String((error as Error).cause ?? error)}`);
    }
    count.responses += 1;
  }

  function fail(reason: string) {
    count.failures += 1;
    keep(failures, { at: new Date(), reason });
  }

  async function readRepeatedly(first: number) {
    for (let turn = first; !over.signal.aborted; turn += 1) {
      await read(paths[turn % paths.length] ?? '/');
      if (pauseMs > 0) await delay(pauseMs, undefined, { signal: over.signal }).catch(() => undefined);
    }
  }
  const reading = Array.from({ length: clients }, (_, client) => readRepeatedly(client));

  return {
    count,
    failures: failures as readonly { at: Date; reason: string }[],
    /** Names of the servers of the last responses. */
    servers: servers as readonly string[],
    byServer: byServer as ReadonlyMap<string, number>,
    async [Symbol.asyncDispose]() {
      over.abort();
      await Promise.all(reading);
    },
  };
}

function keep<Item>(list: Item[], item: Item): void {
  list.unshift(item);
  list.length = Math.min(list.length, RECENT);
}
