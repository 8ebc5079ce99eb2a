import { once } from 'node:events';
import { mkdtempDisposable } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import PQueue from 'p-queue';
import { hasSwift } from '#script/swift.ts';
import { API, CONTENT_VERSION_HEADER } from '#contract/paths.ts';
import { createDatabase, runSql } from './databases.ts';
import { startPostgresServer } from './postgres-server.ts';
import { startRoundRobin, type RoundRobin } from './round-robin.ts';
import { createBucket, s3Environment } from './s3-server.ts';
import { startServer, type ServerProcess } from './server-process.ts';
import { startSwift } from './swift-server.ts';

const CHECK_TIMEOUT_MS = 1000;
const VISIBLE_TIMEOUT_MS = 20_000;
/** Short compared with the result, and long enough that polling does not slow down the servers. */
const POLL_INTERVAL_MS = 5;

/** A program of the cluster. */
export type ClusterPart = {
  name: string;
  /** Whether it responds within a second. */
  check(): Promise<boolean>;
  /** Sends SIGKILL. Resolves when the program has exited. */
  kill(): Promise<void>;
  /** Restarts it, or starts it after a kill. A server is replaced only once the new one is ready. */
  restart(): Promise<void>;
};

export type ClusterServer = ClusterPart & {
  /** Address without the balancer, or undefined while it is not running. */
  url(): string | undefined;
  pid(): number | undefined;
};

export type SiteCluster = AsyncDisposable & {
  /** Address of the balancer. */
  url: string;
  databaseUrl: string;
  admin: { username: string; password: string };
  servers: readonly ClusterServer[];
  postgres: ClusterPart;
  /** Undefined without Swift: files are then in a folder that the servers share. */
  s3: ClusterPart | undefined;
  /** Restarts one server at a time. */
  rollingRestart(): Promise<void>;
};

/**
 * Starts PostgreSQL, Swift if it is installed, `count` servers with the demo content, and a balancer in front of them.
 * Everything ends with this process, even if it is killed.
 */
export async function startSiteCluster({
  count,
  port = 0,
  environment = {},
  environmentOf = () => ({}),
}: {
  count: number;
  /** Of the balancer. */
  port?: number;
  /** More settings of the servers. */
  environment?: NodeJS.ProcessEnv;
  /** Those of one server. */
  environmentOf?: (index: number) => NodeJS.ProcessEnv;
}): Promise<SiteCluster> {
  await using cleanup = new AsyncDisposableStack();
  const folder = cleanup.use(await mkdtempDisposable(join(tmpdir(), 'scalehouse-cluster-')));
  const balancer = cleanup.use(await startRoundRobin({ port, retry: true }));
  const postgres = cleanup.adopt(await startPostgresServer(true), (started) => started.stop());
  const swift = hasSwift() ? cleanup.adopt(await startSwift(), (started) => started.stop()) : undefined;
  const databaseUrl = await createDatabase(postgres.url);
  const admin = { username: 'admin', password: randomBytes(12).toString('base64url') };
  const shared = {
    DATABASE_URL: databaseUrl,
    ADMIN_PASSWORD: admin.password,
    TRUST_PROXY: 'loopback',
    DRAIN_SECONDS: '2',
    // Makes a server stop when its parent process has ended.
    npm_lifecycle_event: 'start',
    ...(swift && s3Environment(await createBucket(swift.access))),
    ...environment,
  };
  const servers = Array.from({ length: count }, (_, index) => {
    const name = `Server ${index + 1}`;
    // As on several machines, unless the files have to be in a shared folder.
    const DATA_DIR = join(folder.path, swift ? `server-${index + 1}` : 'shared');
    return createServer(name, balancer, { ...shared, ...environmentOf(index), DATA_DIR });
  });
  cleanup.defer(async () => void (await Promise.all(servers.map((server) => server.stop()))));
  const [first, ...others] = servers;
  // The first one creates the tables and the demo content.
  await first?.restart();
  await Promise.all(others.map((server) => server.restart()));

  const everything = cleanup.move();
  return {
    url: balancer.url,
    databaseUrl,
    admin,
    servers,
    postgres: {
      name: 'PostgreSQL',
      check: () => responds(runSql(databaseUrl, 'select 1')),
      ...inTurn(postgres),
    },
    s3: swift && {
      name: 'S3 server',
      check: () => responds(fetch(swift.access.endpoint).then((response) => response.bytes())),
      ...inTurn(swift),
    },
    async rollingRestart() {
      for (const server of servers) await server.restart();
    },
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

/** Waits for a running restart before the next kill or restart. */
function inTurn({ kill, restart }: Pick<ClusterPart, 'kill' | 'restart'>) {
  const queue = new PQueue({ concurrency: 1 });
  return { kill: () => queue.add(kill), restart: () => queue.add(restart) };
}

function createServer(
  name: string,
  balancer: RoundRobin,
  environment: NodeJS.ProcessEnv,
): ClusterServer & { stop(): Promise<void> } {
  let current: ServerProcess | undefined;
  let restarting: Promise<void> | undefined;
  let isClosed = false;

  async function replace() {
    if (isClosed) throw new Error('The cluster is stopping.');
    const before = current;
    const next = await startServer(environment);
    next.child.once('close', () => {
      balancer.remove(next.url);
      if (current === next) current = undefined;
    });
    current = next;
    await balancer.add(next.url, name);
    await before?.[Symbol.asyncDispose]();
  }

  return {
    name,
    url: () => current?.url,
    pid: () => current?.child.pid,
    check: async () => current !== undefined && responds(getStatus(`${current.url}/readyz`)),
    async kill() {
      if (!current) return;
      const closed = once(current.child, 'close');
      current.child.kill('SIGKILL');
      await closed;
    },
    restart() {
      restarting ??= replace().finally(() => (restarting = undefined));
      return restarting;
    },
    async stop() {
      isClosed = true;
      await restarting?.catch(() => undefined);
      await current?.[Symbol.asyncDispose]();
    },
  };
}

async function getStatus(url: string): Promise<void> {
  const response = await fetch(url);
  await response.bytes();
  if (response.status !== 200) throw new Error(String(response.status));
}

async function responds(request: Promise<unknown>): Promise<boolean> {
  const isDone = request.then(
    () => true,
    () => false,
  );
  return Promise.race([isDone, delay(CHECK_TIMEOUT_MS, false, { ref: false })]);
}

const VERSION_PATH = `${API.siteTexts}?ids=0`;

/** Returns the content version that a server shows to visitors. */
export async function readVersion(url: string, agent?: Agent): Promise<number> {
  const sent = get(url + VERSION_PATH, { agent, timeout: CHECK_TIMEOUT_MS });
  sent.on('timeout', () => sent.destroy(new Error('No response')));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  for await (const _ of response);
  return Number(response.headers[CONTENT_VERSION_HEADER]);
}

/**
 * Waits until a server shows `version` to visitors. Returns the milliseconds from `since` until then.
 *
 * @throws Error after 20 seconds
 */
export async function timeUntilVisible(url: string, version: number, since: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    while ((await readVersion(url, agent)) < version) {
      if (performance.now() - since > VISIBLE_TIMEOUT_MS) throw new Error(`${url} doesn't show ${version}`);
      await delay(POLL_INTERVAL_MS);
    }
    return performance.now() - since;
  } finally {
    agent.destroy();
  }
}
