import assert from 'node:assert/strict';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { sql } from 'kysely';
import { API } from '#contract/paths.ts';
import { eventually } from '#tests/support/eventually.ts';
import { addAdmin, PASSWORD } from '#tests/support/http-client.ts';
import { DATABASE_KINDS, freshTestDatabase, type DatabaseKind } from '#tests/support/on-both-databases.ts';
import { listen } from '#tests/support/raw-http.ts';
import { openTestSite } from '#tests/support/test-site.ts';
import { twoWorkers } from '#tests/support/workers.ts';

/** Opens a writer and a reader in this process, both listening. */
async function openWorkers(kind: DatabaseKind = 'SQLite', environment: NodeJS.ProcessEnv = {}) {
  await using cleanup = new AsyncDisposableStack();
  const testDatabase = cleanup.use(await freshTestDatabase(kind, { migrated: true }));
  await addAdmin(await testDatabase.open(), 'Dana');
  const folder = cleanup.use(await mkdtempDisposable(join(tmpdir(), 'scalehouse-test-')));
  const parts = twoWorkers(folder.path);
  let log = '';
  const stream = new Writable({
    decodeStrings: false,
    write: (line: string, _encoding, done) => ((log += line), done()),
  });
  const open = async (worker: typeof parts.writer, owner = cleanup) => {
    const site = owner.use(
      await openTestSite({
        seedContent: 'none',
        environment: { ...testDatabase.environment, ...environment },
        worker,
        logger: { level: 'warn', stream },
      }),
    );
    return { ...site, url: `http://127.0.0.1:${await listen(site.app)}` };
  };
  const writer = await open(parts.writer);
  const reader = await open(parts.reader);
  const everything = cleanup.move();
  return {
    writer,
    reader,
    /** Opens a reader that replaces the first one. */
    openNextReader: () => open(parts.reader, everything),
    log: () => log.split('\n').flatMap((line) => (line ? [JSON.parse(line) as Record<string, string>] : [])),
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

async function signIn(url: string): Promise<string> {
  const response = await post(url + API.signIn, { username: 'Dana', password: PASSWORD });
  assert.equal(response.status, 200);
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

const welcomeOf = async (url: string) =>
  ((await (await fetch(`${url}${API.siteTexts}?ids=0`)).json()) as { content: string }[])[0]?.content;

const diskOf = async (url: string) =>
  ((await (await fetch(`${url}/healthz`)).json()) as { disk: string }).disk;

for (const kind of DATABASE_KINDS) {
  test(`shows a save in both processes when its response arrives (${kind})`, async () => {
    await using site = await openWorkers(kind);
    const cookie = await signIn(site.reader.url);
    const urls = [site.reader.url, site.writer.url];
    for (const [n, url] of urls.entries()) {
      const message = `Save ${n}`;
      const saved = await post(url + API.saveSiteText, { configType: 'WelcomeMessage', message }, { cookie });
      assert.equal(saved.status, 200);
      for (const each of urls) assert.equal(await welcomeOf(each), message);
    }
    if (kind === 'SQLite') await assert.rejects(site.reader.change({ texts: { WelcomeMessage: 'x' } }));
  });
}

test('passes on the address of the client, the request ID of a proxy, and no made-up address', async () => {
  await using site = await openWorkers('SQLite', { TRUST_PROXY: 'loopback' });
  const wrong = { username: 'Dana', password: 'not the password' };
  const response = await post(site.reader.url + API.signIn, wrong, {
    'x-forwarded-for': '203.0.113.7',
    'x-request-id': 'from-the-proxy',
    'x-client-address': '10.9.9.9',
  });
  assert.equal(response.status, 401);
  assert.equal(response.headers.get('x-request-id'), 'from-the-proxy');
  assert.equal(response.headers.get('strict-transport-security'), 'max-age=31536000');
  const [line] = site.log();
  assert.equal(line?.['address'], '203.0.113.7');
  assert.equal(line?.['reqId'], 'from-the-proxy');
});

test('limits invalid sessions of a network once for both processes', async () => {
  await using site = await openWorkers();
  const cookie = `session=${'x'.repeat(43)}`;
  const verify = async (url: string) => (await fetch(url + API.verify, { headers: { cookie } })).status;
  for (let n = 0; n < 100; n += 1) assert.equal(await verify(n % 2 ? site.reader.url : site.writer.url), 401);
  assert.equal(await verify(site.reader.url), 429);
  assert.equal(await verify(site.writer.url), 429);
});

test('forwards bodies and responses of every kind, and keeps the connection', async () => {
  await using site = await openWorkers();
  const cookie = await signIn(site.reader.url);
  const both = async (path: string, options: RequestInit = {}) => {
    const responses = [];
    for (const { url } of [site.writer, site.reader]) {
      const headers = { cookie, ...(options.headers as Record<string, string>) };
      const response = await fetch(url + path, { ...options, headers });
      const { date: _, 'x-request-id': __, ...shown } = Object.fromEntries(response.headers);
      responses.push({ status: response.status, shown, text: await response.text() });
    }
    const [direct, forwarded] = responses;
    assert.deepEqual(forwarded, direct);
    return direct?.status;
  };
  const json = { 'content-type': 'application/json' };
  assert.equal(await both(API.allSiteTexts), 200);
  assert.equal(await both(API.allSiteTexts, { method: 'HEAD' }), 200);
  assert.equal(await both(API.allSiteTexts, { headers: { cookie: '' } }), 401);
  assert.equal(await both(API.saveSiteText, { method: 'POST', headers: json, body: '{' }), 400);
  assert.equal(await both(API.saveSiteText, { method: 'POST' }), 400);
  assert.equal(await both(API.saveSiteText, { method: 'POST', headers: { origin: 'http://a' } }), 403);
  const tooBig = JSON.stringify({ configType: 'WelcomeMessage', message: 'x'.repeat(1_100_000) });
  assert.equal(await both(API.saveSiteText, { method: 'POST', headers: json, body: tooBig }), 413);
  // Without a length, in chunks.
  const body = new Blob([JSON.stringify({ configType: 'WelcomeMessage', message: 'In chunks' })]).stream();
  const chunked = { method: 'POST', headers: { cookie, ...json }, body, duplex: 'half' } as RequestInit;
  assert.equal((await fetch(site.reader.url + API.saveSiteText, chunked)).status, 200);
  assert.equal(await welcomeOf(site.reader.url), 'In chunks');
});

test('reports a full disk of the writer in all processes, also in a later one, until a change is saved', async () => {
  await using site = await openWorkers();
  const disks = () => Promise.all([site.writer.url, site.reader.url].map(diskOf));
  const limitPages = (count: string) =>
    site.writer.database.read((db) => sql`pragma max_page_count = ${sql.raw(count)}`.execute(db));
  const cookie = await signIn(site.reader.url);
  const save = async (message: string) => {
    const change = { configType: 'WelcomeMessage', message };
    return (await post(site.reader.url + API.saveSiteText, change, { cookie })).status;
  };
  await limitPages('1');
  // Each fills some of the free space in the file.
  let status = 200;
  for (let n = 0; status === 200; n += 1) status = await save(`${n}`.padEnd(400, 'x'));
  assert.equal(status, 507);
  await eventually(async () => assert.deepEqual(await disks(), ['full', 'full']));
  const next = await site.openNextReader();
  assert.equal(await diskOf(next.url), 'full');
  await limitPages('1000000');
  assert.equal(await save('Welcome'), 200);
  assert.deepEqual(await Promise.all([site.writer.url, next.url].map(diskOf)), ['ok', 'ok']);
});
