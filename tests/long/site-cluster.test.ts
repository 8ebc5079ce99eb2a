import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Image } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import type { SavedSiteText } from '#contract/site-text.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { aResponse, startBarchartServer } from '#tests/support/barchart-server.ts';
import { assertNoneLost } from '#tests/support/change-log.ts';
import { runSql } from '#tests/support/databases.ts';
import { EFFORT } from '#tests/support/effort.ts';
import { eventually } from '#tests/support/eventually.ts';
import { PUBLIC_PAGES } from '#tests/support/public-pages.ts';
import { saveWelcome, signInAt } from '#tests/support/remote-editor.ts';
import {
  readVersion,
  startSiteCluster,
  timeUntilVisible,
  type SiteCluster,
} from '#tests/support/site-cluster.ts';
import { startReader } from '#tests/support/site-reader.ts';
import { aTestImage, idIn, urlsOf } from '#tests/support/test-images.ts';

const {
  servers: SERVERS,
  changes: CHANGES,
  databaseKills: DATABASE_KILLS,
  serverKills: SERVER_KILLS,
} = EFFORT.cluster;
const PAGES = [...PUBLIC_PAGES, '/cash-bids.html', '/board', '/price-sheet', API.cashBids];
/** Half of the servers, rounded up. */
const KILLED_TOGETHER = Math.ceil(SERVERS / 2);
const WRITERS = 3;
const SAVES_PER_KILL = 10;
/** Pause of each reader and writer, which leaves the processor some time to start servers. */
const PAUSE_MS = 20;
/** Longest time until a change is visible, on a machine that runs other tests at the same time. */
const VISIBLE_MS = 10_000;
const MAX_DELAY_MS = 60;

const cleanup = new AsyncDisposableStack();
let cluster: SiteCluster;
let vendor: Awaited<ReturnType<typeof startBarchartServer>>;
let session: Awaited<ReturnType<typeof signInAt>>;

before(async () => {
  vendor = cleanup.use(await startBarchartServer(aResponse()));
  const environment = { BARCHART_API_KEY: 'key', BARCHART_URL: vendor.url };
  cluster = cleanup.use(await startSiteCluster({ count: SERVERS, environment }));
  session = await signInAt(cluster.url, cluster.admin);
});
after(() => cleanup.disposeAsync());

const holders = async () => {
  const { rows } = await runSql(cluster.databaseUrl, "select holder from lease where name = 'futures'");
  return rows.map(({ holder }) => holder);
};

test('fails no request during a rolling restart, after which another server polls the vendor', async () => {
  await eventually(async () => assert.equal((await holders()).length, 1));
  const [holder] = await holders();
  const reader = startReader(cluster.url, PAGES, { clients: 2, pauseMs: PAUSE_MS });
  const writers = startWriters();
  try {
    await cluster.rollingRestart();
  } finally {
    await writers[Symbol.asyncDispose]();
    await reader[Symbol.asyncDispose]();
  }
  assert.deepEqual(reader.failures, []);
  assert.equal(writers.failures(), 0);
  const [next] = await holders();
  assert.notEqual(next, holder);
  // A server that polled just before the last one stopped tries again minutes later. A new one polls soon.
  if (next === undefined) await cluster.servers[0]?.restart();
  await eventually(async () => assert.equal((await holders()).length, 1));
});

test('lets another server poll the vendor once the lease of a killed one has expired', async () => {
  const held = await holders();
  await Promise.all(cluster.servers.map((server) => server.kill()));
  const requests = vendor.requests.length;
  assert.deepEqual(await holders(), held);
  await runSql(cluster.databaseUrl, "update lease set expires_at = '2026-01-01T00:00:00.000Z'");
  await Promise.all(cluster.servers.map((server) => server.restart()));
  await eventually(() => assert.equal(vendor.requests.length, requests + 1));
  const now = await holders();
  assert.equal(now.length, 1);
  assert.notDeepEqual(now, held);
});

test('shows a change on every server, and immediately on the one that saved', async (t) => {
  const times: number[] = [];
  const saves: number[] = [];
  for (let change = 0; change < CHANGES; change += 1) {
    const others = cluster.servers.map((server) => server.url() ?? '');
    const [own = ''] = others.splice(change % others.length, 1);
    const began = performance.now();
    const saved = await saveWelcome(session.at(own), `Change ${change}`);
    assert.ok(saved);
    const since = performance.now();
    saves.push(since - began);
    const next = readVersion(own);
    times.push(...(await Promise.all(others.map((url) => timeUntilVisible(url, saved.version, since)))));
    assert.ok((await next) >= saved.version);
  }
  assert.ok(Math.max(...times) < VISIBLE_MS);
  t.diagnostic(
    `${SERVERS} servers, ${CHANGES} changes: saved in ${figures(saves)}; visible on the others after ${figures(times)}`,
  );
});

test('serves an image from every server right after one of them saved it', async (t) => {
  if (!cluster.s3) return t.skip('there is no S3 server');
  const [first] = cluster.servers;
  const editor = session.at(first?.url() ?? '');
  const upload = await editor.get(`${API.presignedUrl}?fileName=Field.jpg`);
  const { uploadUrl, fileUrl } = (await upload.json()) as { uploadUrl: string; fileUrl: string };
  const body = await aTestImage().jpeg().toBuffer();
  const put = await fetch(uploadUrl, { method: 'PUT', body: new Uint8Array(body) });
  assert.equal(put.status, 200);
  const response = await editor.post(API.saveImage, {
    imageId: idIn(fileUrl),
    imageUrl: fileUrl,
    imageName: 'The field',
    imageType: 0,
  });
  assert.equal(response.status, 200, await response.clone().text());
  const { content } = (await response.json()) as { content: Image };
  const statuses = cluster.servers.flatMap((server) =>
    urlsOf(content).map(async (path) => (await fetch(server.url() + path)).status),
  );
  assert.deepEqual(new Set(await Promise.all(statuses)), new Set([200]));
});

/** Saves repeatedly through the balancer until it is disposed of. */
function startWriters() {
  const over = new AbortController();
  const acknowledged: SavedSiteText[] = [];
  let failures = 0;
  const editor = session.at(cluster.url);
  async function write(writer: number) {
    for (let number = 1; !over.signal.aborted; number += 1) {
      const saved = await saveWelcome(editor, `writer ${writer}, ${number}, ${Math.random()}`);
      if (saved) acknowledged.push(saved);
      else failures += 1;
      await delay(PAUSE_MS);
    }
  }
  const writing = Array.from({ length: WRITERS }, (_, writer) => write(writer));
  return {
    acknowledged,
    failures: () => failures,
    async untilMore(saves: number) {
      const count = acknowledged.length + saves;
      await eventually(() => assert.ok(acknowledged.length >= count));
    },
    async [Symbol.asyncDispose]() {
      over.abort();
      await Promise.all(writing);
    },
  };
}

/** Runs `kill` repeatedly while clients read and save. Asserts that no read fails and no acknowledged save is lost. */
async function assertSurvives(
  t: TestContext,
  { kills, together = 1 }: { kills: number; together?: number },
  kill: () => Promise<void>,
) {
  const reader = startReader(cluster.url, PAGES, { clients: 3, pauseMs: PAUSE_MS });
  const writers = startWriters();
  try {
    for (let done = 0; done < kills; done += together) {
      await writers.untilMore(SAVES_PER_KILL);
      await delay(Math.random() * MAX_DELAY_MS);
      await kill();
    }
    await writers.untilMore(1);
  } finally {
    await writers[Symbol.asyncDispose]();
    await reader[Symbol.asyncDispose]();
  }
  await using database = await openClusterDatabase();
  await assertNoneLost(database, writers.acknowledged);
  const { responses, failures } = reader.count;
  t.diagnostic(
    `${kills} kills: ${writers.acknowledged.length} acknowledged saves, none lost; ${responses} pages, ${failures} failed`,
  );
  assert.deepEqual(reader.failures, []);
  assert.ok(responses > 0);
}

async function openClusterDatabase() {
  const database = await openDatabase({ dataDir: '', databaseUrl: cluster.databaseUrl });
  return { ...database, [Symbol.asyncDispose]: () => database.close() };
}

test(`loses no acknowledged save and no page when PostgreSQL is killed ${DATABASE_KILLS} times`, (t) =>
  assertSurvives(t, { kills: DATABASE_KILLS }, async () => {
    await cluster.postgres.kill();
    await delay(Math.random() * MAX_DELAY_MS);
    await cluster.postgres.restart();
  }));

test(`loses no acknowledged save and no page when servers are killed ${SERVER_KILLS} times`, (t) => {
  let turn = 0;
  return assertSurvives(t, { kills: SERVER_KILLS, together: KILLED_TOGETHER }, async () => {
    turn += KILLED_TOGETHER;
    const killed = cluster.servers.filter((_, index) => (index + turn) % SERVERS < KILLED_TOGETHER);
    await Promise.all(killed.map((server) => server.kill()));
    await Promise.all(killed.map((server) => server.restart()));
  });
});

test('serves pages while the S3 server is down, and images again after it returns', async (t) => {
  const { s3 } = cluster;
  if (!s3) return t.skip('there is no S3 server');
  const image = /\/images\/[^"\s]+/.exec(await (await fetch(`${cluster.url}/gallery`)).text())?.[0] ?? '';
  const statusOf = async (path: string) => (await fetch(cluster.url + path)).status;
  assert.equal(await statusOf(image), 200);
  await s3.kill();
  for (const path of PAGES) assert.equal(await statusOf(path), 200);
  assert.equal(await statusOf(image), 503);
  await s3.restart();
  await eventually(async () => assert.equal(await statusOf(image), 200));
});

function figures(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => Math.round(sorted[Math.ceil(part * sorted.length) - 1] ?? NaN);
  return `${at(0.5)} ms (p50), ${at(0.99)} ms (p99), ${at(1)} ms (slowest)`;
}
