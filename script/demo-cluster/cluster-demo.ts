import { setTimeout as delay } from 'node:timers/promises';
import { API, CONTENT_VERSION_HEADER } from '#contract/paths.ts';
import {
  cellKey,
  PRICE_TABLES,
  type PriceTableResponse,
  type SavedPriceTable,
} from '#contract/price-tables.ts';
import type { Problem } from '#contract/problem.ts';
import { PUBLIC_PAGES } from '#tests/support/public-pages.ts';
import { signInAt } from '#tests/support/remote-editor.ts';
import { SERVER_HEADER } from '#tests/support/round-robin.ts';
import {
  readVersion,
  timeUntilVisible,
  type ClusterPart,
  type ClusterServer,
  type SiteCluster,
} from '#tests/support/site-cluster.ts';
import { startReader } from '#tests/support/site-reader.ts';

const READ_PAUSE_MS = 50;
const FUEL = PRICE_TABLES[1];
/** First price of the fuel table. */
const PRICE_KEY = cellKey(FUEL.prefix, 0, 1);

export type PartStatus = {
  name: string;
  /** Path segment of its actions. */
  id: string;
  isUp: boolean;
  /** Facts about a running server. */
  facts: readonly string[];
};

export type Change = {
  text: string;
  server: string;
  version: number;
  saveMs: number;
  visible: readonly { server: string; ms: number | undefined }[];
};

export type Activity = { text: string; state: 'running' | 'done' | 'failed' };

export type ClusterStatus = {
  siteUrl: string;
  parts: readonly PartStatus[];
  hasS3: boolean;
  pages: { responses: number; failures: number };
  images: { responses: number; failures: number };
  failures: readonly { at: Date; reason: string }[];
  /** Servers of the last responses; the newest is first. */
  lastServers: readonly string[];
  change: Change | undefined;
  activity: Activity;
};

export type ClusterDemo = Awaited<ReturnType<typeof createClusterDemo>>;

/** Reads pages and images in the background, and performs the actions of the status page. */
export async function createClusterDemo(cluster: SiteCluster) {
  const imagePaths = await findImages(cluster.url);
  let session = await signInAt(cluster.url, cluster.admin);
  const pages = startReader(cluster.url, PUBLIC_PAGES, { pauseMs: READ_PAUSE_MS });
  const images = startReader(cluster.url, imagePaths, { pauseMs: 4 * READ_PAUSE_MS });
  const parts: readonly ClusterPart[] = [
    ...cluster.servers,
    cluster.postgres,
    ...(cluster.s3 ? [cluster.s3] : []),
  ];
  let activity: Activity = { text: 'Everything has started.', state: 'done' };
  let change: Change | undefined;

  async function savePrice(): Promise<string> {
    const loaded = await fetch(`${cluster.url}${API.priceTable}/${FUEL.type}`);
    const table = (await loaded.json()) as PriceTableResponse;
    const baseVersion = loaded.headers.get(CONTENT_VERSION_HEADER) ?? '';
    const [row = {}, ...rows] = table.allRows;
    const before = row[PRICE_KEY] ?? '';
    const price = (Number(before) + 0.01).toFixed(2);
    if (before === '' || !Number.isFinite(Number(price)))
      throw new Error(`The first fuel price is not a number: “${before}”.`);
    const body = {
      TableType: FUEL.type,
      ColumnHeaders: table.columnHeaders,
      AllRows: [{ ...row, [PRICE_KEY]: price }, ...rows],
    };
    const began = performance.now();
    const response = await session
      .at(cluster.url)
      .post(API.priceTable, body, { [CONTENT_VERSION_HEADER]: baseVersion });
    const since = performance.now();
    // The session ends when the administrator signs out everywhere.
    if (response.status === 401) session = await signInAt(cluster.url, cluster.admin);
    if (response.status !== 200) throw new Error(await reasonOf(response));
    const { version } = (await response.json()) as SavedPriceTable;
    const visible = cluster.servers.map(async ({ name, url }) => {
      const address = url();
      if (address === undefined) return { server: name, ms: undefined };
      return { server: name, ms: await timeUntilVisible(address, version, since).catch(() => undefined) };
    });
    change = {
      text: `${row[cellKey(FUEL.prefix, 0, 0)]}: ${before} to ${price}`,
      server: response.headers.get(SERVER_HEADER) ?? '',
      version,
      saveMs: since - began,
      visible: await Promise.all(visible),
    };
    return `Saved a price as change ${version}.`;
  }

  const actions = new Map<string, { text: string; run: () => Promise<string> }>([
    ['price', { text: 'Saving a price…', run: savePrice }],
    [
      'rolling-restart',
      {
        text: 'Restarting one server at a time…',
        async run() {
          await cluster.rollingRestart();
          return 'Restarted all servers, one at a time.';
        },
      },
    ],
    ...parts.flatMap((part) => {
      const { name } = part;
      const id = idOf(part);
      const kill = async () => part.kill().then(() => `${name} has stopped.`);
      const restart = async () => part.restart().then(() => `${name} is running.`);
      return [
        [`${id}/kill`, { text: `Killing ${name}…`, run: kill }],
        [`${id}/restart`, { text: `Restarting ${name}…`, run: restart }],
      ] as const;
    }),
  ]);

  return {
    /** Starts an action, and resolves when it has ended or after half a second. Returns false if there is none. */
    async act(path: string): Promise<boolean> {
      const action = actions.get(path);
      if (!action) return false;
      const mine: Activity = { text: action.text, state: 'running' };
      activity = mine;
      const done = action.run().then(
        (text) => (activity = { text, state: 'done' }),
        (error: Error) => (activity = { text: `${action.text} ${error.message}`, state: 'failed' }),
      );
      await Promise.race([done, delay(500)]);
      return true;
    },

    async readStatus(): Promise<ClusterStatus> {
      const failures = [...pages.failures, ...images.failures];
      return {
        siteUrl: cluster.url,
        parts: await Promise.all(parts.map((part) => readPart(part))),
        hasS3: cluster.s3 !== undefined,
        pages: pages.count,
        images: images.count,
        failures: failures.toSorted((a, b) => b.at.getTime() - a.at.getTime()).slice(0, 5),
        lastServers: pages.servers,
        change,
        activity,
      };
    },

    async [Symbol.asyncDispose]() {
      await pages[Symbol.asyncDispose]();
      await images[Symbol.asyncDispose]();
    },
  };

  async function readPart(part: ClusterPart): Promise<PartStatus> {
    const isUp = await part.check();
    const facts = isUp && 'pid' in part ? await readFacts(part as ClusterServer) : [];
    return { name: part.name, id: idOf(part), isUp, facts };
  }

  async function readFacts({ name, url, pid }: ClusterServer): Promise<string[]> {
    const version = await readVersion(url() ?? '').catch(() => undefined);
    const count = (pages.byServer.get(name) ?? 0).toLocaleString('en-US');
    return [
      `Shows change ${version?.toLocaleString('en-US') ?? '(no response)'}`,
      `${count} pages sent`,
      `Process ${pid()}`,
    ];
  }
}

const idOf = ({ name }: ClusterPart) => name.toLowerCase().replaceAll(' ', '-');

/** Returns the paths of the demo content's squares in the gallery. */
async function findImages(url: string): Promise<string[]> {
  const html = await (await fetch(`${url}/gallery`)).text();
  return [...new Set(Array.from(html.matchAll(/\/images\/[\w.-]+/g), ([path]) => path))];
}

async function reasonOf(response: Response): Promise<string> {
  const problem = (await response.json().catch(() => ({}))) as Partial<Problem>;
  return problem.detail ?? `The website returned error ${response.status}.`;
}
