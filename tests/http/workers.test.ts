import assert from 'node:assert/strict';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { API } from '#contract/paths.ts';
import { addAdmin, PASSWORD } from '#tests/support/http-client.ts';
import { DATABASE_KINDS, freshTestDatabase, type DatabaseKind } from '#tests/support/on-both-databases.ts';
import { listen } from '#tests/support/raw-http.ts';
import { openTestSite } from '#tests/support/test-site.ts';
import { twoWorkers } from '#tests/support/workers.ts';

/** Opens a writer and a reader in this process, both listening. */
async function openWorkers(kind: DatabaseKind = 'SQLite') {
  await using cleanup = new AsyncDisposableStack();
  const { environment, open: openDatabase } = cleanup.use(await freshTestDatabase(kind, { migrated: true }));
  await addAdmin(await openDatabase(), 'Dana');
  const folder = cleanup.use(await mkdtempDisposable(join(tmpdir(), 'scalehouse-test-')));
  const parts = twoWorkers(folder.path);
  const open = async (worker: typeof parts.writer) => {
    const site = cleanup.use(await openTestSite({ seedContent: 'none', environment, worker }));
    return { ...site, url: `http://127.0.0.1:${await listen(site.app)}` };
  };
  const [writer, reader] = [await open(parts.writer), await open(parts.reader)];
  const everything = cleanup.move();
  return { writer, reader, [Symbol.asyncDispose]: () => everything.disposeAsync() };
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
