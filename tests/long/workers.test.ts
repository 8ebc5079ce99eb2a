import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, readlinkSync, readdirSync } from 'node:fs';
import { Agent, request as sendRequest, type IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { API } from '#contract/paths.ts';
import type { SavedSiteText } from '#contract/site-text.ts';
import { readChangeLog } from '#tests/support/change-log.ts';
import { EFFORT } from '#tests/support/effort.ts';
import { eventually } from '#tests/support/eventually.ts';
import { addAdmin, PASSWORD } from '#tests/support/http-client.ts';
import { sampleOf } from '#tests/support/metrics.ts';
import { DATABASE_KINDS, freshTestDatabase, type DatabaseKind } from '#tests/support/on-both-databases.ts';
import { startServer, type ServerProcess } from '#tests/support/server-process.ts';

const WORKERS = 2;
const KILLS = Math.ceil(EFFORT.kills / 2);
const SAVES = 5;
const CLIENTS = 12;
/** No response takes longer, not even of a writer that is being replaced. */
const TIMEOUT_MS = 20_000;

/** State of a socket in /proc/net/tcp that accepts connections. */
const LISTEN = '0A';

const linuxOnly = { skip: process.platform !== 'linux' && 'finds the workers in /proc' };

async function startWorkers(kind: DatabaseKind, environment: NodeJS.ProcessEnv = {}) {
  await using cleanup = new AsyncDisposableStack();
  const testDatabase = cleanup.use(await freshTestDatabase(kind, { migrated: true }));
  const database = await testDatabase.open();
  await addAdmin(database, 'Dana');
  const server = cleanup.use(
    await startServer({
      ...testDatabase.environment,
      DATABASE_URL: testDatabase.environment.DATABASE_URL ?? '',
      SEED_CONTENT: 'none',
      WORKERS: String(WORKERS),
      ...environment,
    }),
  );
  const everything = cleanup.move();
  return { ...server, database, [Symbol.asyncDispose]: () => everything.disposeAsync() };
}

const partOf = (pid: number) =>
  /SCALEHOUSE_WORKER=\{"id":(\d+)/.exec(readFileSync(`/proc/${pid}/environ`, 'latin1'))?.[1];

/** Returns the process IDs of the workers that serve requests, the writer first. */
function workersOf({ child }: Pick<ServerProcess, 'child'>): number[] {
  const pid = child.pid!;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(' ').map(Number);
  return children
    .flatMap((each) => (partOf(each) ? [{ each, id: Number(partOf(each)) }] : []))
    .toSorted((a, b) => a.id - b.id)
    .map(({ each }) => each);
}

type Answer = { status: number | undefined; text: string; cookie: string };

/** Sends a request on a new connection, which goes to the next worker in turn, or on those of `agent`. */
async function send(
  url: string,
  { body, cookie = '', agent }: { body?: unknown; cookie?: string; agent?: Agent } = {},
): Promise<Answer> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const sent = sendRequest(url, {
    agent: agent ?? false,
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      cookie,
      ...(body !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      }),
    },
  });
  sent.setTimeout(TIMEOUT_MS, () => sent.destroy(new Error('No response.')));
  sent.end(text);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return {
    status: response.statusCode,
    text: Buffer.concat(chunks).toString(),
    cookie: response.headers['set-cookie']?.[0]?.split(';')[0] ?? '',
  };
}

async function signIn(url: string): Promise<string> {
  const { status, cookie } = await send(url + API.signIn, { body: { username: 'Dana', password: PASSWORD } });
  assert.equal(status, 200);
  return cookie;
}

const save = (url: string, cookie: string, message: string) =>
  send(url + API.saveSiteText, { cookie, body: { configType: 'WelcomeMessage', message } });

const welcomeOf = async (url: string) =>
  (JSON.parse((await send(`${url}${API.siteTexts}?ids=0`)).text) as { content: string }[])[0]?.content;

/** Returns the workers that have opened the database file to write. */
function writersOf(pids: readonly number[], file: RegExp): number[] {
  return pids.filter((pid) =>
    readdirSync(`/proc/${pid}/fd`).some((fd) => {
      const target = readlinkSync(`/proc/${pid}/fd/${fd}`, 'utf8');
      if (!file.test(target)) return false;
      const flags = /^flags:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/fdinfo/${fd}`, 'utf8'))?.[1] ?? '';
      return (Number.parseInt(flags, 8) & 3) !== 0;
    }),
  );
}

/** Returns whether a worker accepts connections to a URL. */
function isListening(pid: number, { port }: URL): boolean {
  const local = `:${Number(port).toString(16).toUpperCase().padStart(4, '0')}`;
  const listening = ['tcp', 'tcp6']
    .flatMap((table) => readFileSync(`/proc/net/${table}`, 'latin1').split('\n'))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, address, , state]) => address?.endsWith(local) && state === LISTEN)
    .map((columns) => `socket:[${columns[9]}]`);
  const files = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`, 'utf8'));
  return files.some((file) => listening.includes(file));
}

/** Saves texts, and asserts that every worker shows each of them at the next request. */
async function assertShownEverywhere({ url }: ServerProcess, cookie: string): Promise<void> {
  for (let n = 0; n < SAVES; n += 1) {
    assert.equal((await save(url, cookie, `Save ${n}`)).status, 200);
    // The system chooses the worker of each connection.
    for (let request = 0; request < 4 * WORKERS; request += 1)
      assert.equal(await welcomeOf(url), `Save ${n}`);
  }
}

for (const kind of DATABASE_KINDS) {
  test(
    `shows each save at the next request, and loses none when workers are killed (${kind})`,
    linuxOnly,
    async (t) => {
      await using server = await startWorkers(kind);
      const cookie = await signIn(server.url);
      await assertShownEverywhere(server, cookie);
      const workers = workersOf(server);
      if (kind === 'SQLite') assert.deepEqual(writersOf(workers, /scalehouse\.sqlite$/), workers.slice(0, 1));

      const acknowledged: SavedSiteText[] = [];
      const longest = { saveMs: 0, pageMs: 0 };
      const unanswered: string[] = [];
      const over = new AbortController();

      /** A connection to a killed worker is closed, and its client tries again. None waits in vain. */
      async function unlessClosed(sent: Promise<Answer>): Promise<Answer | undefined> {
        try {
          return await sent;
        } catch (error) {
          const { code, message } = error as NodeJS.ErrnoException;
          if (code !== 'ECONNRESET') unanswered.push(message);
          return undefined;
        }
      }

      async function editor(name: string) {
        let since = performance.now();
        for (let n = 0; !over.signal.aborted; n += 1) {
          const saved = await unlessClosed(save(server.url, cookie, `${name} ${n}`));
          if (saved?.status !== 200) continue;
          acknowledged.push(JSON.parse(saved.text) as SavedSiteText);
          longest.saveMs = Math.max(longest.saveMs, performance.now() - since);
          since = performance.now();
        }
      }

      async function visitor() {
        let since = performance.now();
        while (!over.signal.aborted) {
          const page = await unlessClosed(send(`${server.url}/about-us`));
          if (!page) continue;
          if (page.status !== 200) unanswered.push(`Page: ${page.status}`);
          longest.pageMs = Math.max(longest.pageMs, performance.now() - since);
          since = performance.now();
        }
      }

      /** Kills a worker, and waits until another one accepts connections in its place and saves go on. */
      async function killOne(index: number) {
        const killed = workersOf(server)[index]!;
        process.kill(killed, 'SIGKILL');
        const known = acknowledged.length;
        await eventually(() => {
          const now = workersOf(server);
          assert.ok(now.length === WORKERS && !now.includes(killed));
          assert.ok(now.every((pid) => isListening(pid, new URL(server.url))));
          assert.ok(acknowledged.length > known + 1);
        });
      }

      const load = [editor('A'), editor('B'), ...Array.from({ length: 4 }, visitor)];
      try {
        for (let kill = 0; kill < KILLS; kill += 1) await killOne(kill % WORKERS);
      } finally {
        over.abort();
        await Promise.all(load);
      }
      assert.deepEqual(unanswered, []);
      const changes = await readChangeLog(server.database);
      const logged = new Map(changes.map(({ version, after }) => [version, JSON.parse(after) as string]));
      assert.deepEqual(
        acknowledged.filter(({ version, content }) => logged.get(version) !== content),
        [],
      );
      t.diagnostic(
        `${KILLS} kills, ${acknowledged.length} saves; longest without a save ${Math.round(longest.saveMs)} ms, without a page ${Math.round(longest.pageMs)} ms`,
      );
    },
  );
}

test(
  'counts the requests of all workers, and fails none of a balancer when it stops',
  linuxOnly,
  async () => {
    await using server = await startWorkers('SQLite', { DRAIN_SECONDS: '2', METRICS_PORT: '0' });
    for (let n = 0; n < 10; n += 1) await send(`${server.url}/healthz`);
    const { text } = await send(/Metrics are at (http:\S+)/.exec(server.output())?.[1] ?? '');
    const counts = Array.from({ length: WORKERS }, (_, n) =>
      sampleOf(text, `scalehouse_requests_total{route="health",status="200",cached="no",worker="${n + 1}"}`),
    );
    assert.equal(
      counts.reduce<number>((sum, count = 0) => sum + count, 0),
      10,
    );

    const cookie = await signIn(server.url);
    const stopping = new AbortController();
    const visits = Array.from({ length: CLIENTS }, async (_, n) => {
      const agent = new Agent({ keepAlive: n % 2 === 0, maxSockets: 1 });
      let responses = 0;
      for (; !stopping.signal.aborted; responses += 1) {
        const path = n % 3 === 0 ? API.verify : '/about-us';
        assert.equal((await send(server.url + path, { cookie, agent })).status, 200);
      }
      agent.destroy();
      return responses;
    });
    await sleep(500);
    const exited = once(server.child, 'exit');
    server.child.kill('SIGTERM');
    while (!stopping.signal.aborted) {
      await sleep(50);
      if ((await send(`${server.url}/readyz`)).status !== 200) stopping.abort();
    }
    for (const responses of await Promise.all(visits)) assert.ok(responses > 0);
    assert.deepEqual(await exited, [0, null]);
  },
);

test('leaves no worker when its parent is killed', linuxOnly, async () => {
  await using server = await startWorkers('SQLite');
  const workers = workersOf(server);
  assert.equal(workers.length, WORKERS);
  server.child.kill('SIGKILL');
  await eventually(() => {
    for (const pid of workers) assert.throws(() => process.kill(pid, 0));
  });
});
