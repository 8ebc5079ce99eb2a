import assert from 'node:assert/strict';
import { mkdtempDisposable, readdir, cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, extname } from 'node:path';
import { test } from 'node:test';
import { API } from '#contract/paths.ts';
import { IS_LONG_RUN } from '#tests/support/effort.ts';
import { addAdmin } from '#tests/support/http-client.ts';
import { addNewerTables } from '#tests/support/newer-tables.ts';
import { DATABASE_KINDS, freshTestDatabase, type DatabaseKind } from '#tests/support/on-both-databases.ts';
import { saveWelcome, signInAt } from '#tests/support/remote-editor.ts';
import { startRoundRobin } from '#tests/support/round-robin.ts';
import { openTestSite } from '#tests/support/test-site.ts';

const BUILD = join(import.meta.dirname, '../../build/browser');
const TEXT = ['.css', '.js', '.json'];

/** Copies the built pages to `folder` as those of another release: every file in `assets` gets another hash. */
async function makeSecondBuild(folder: string): Promise<void> {
  await cp(BUILD, folder, { recursive: true });
  const assets = join(folder, 'assets');
  const names = await readdir(assets);
  const compressed = names.filter((name) => /\.(?:br|gz)$/.test(name));
  const built = names.filter((name) => !compressed.includes(name));
  const renamed = new Map(
    built.map((name) => [name, name.replace(/-[\w-]{8}(?=\.\w+$)/, '-2ndBuild')] as const),
  );
  const replaceNames = (text: string) =>
    [...renamed].reduce((replaced, [before, after]) => replaced.replaceAll(before, after), text);
  for (const name of compressed) await rm(join(assets, name));
  for (const [before, after] of renamed) await rename(join(assets, before), join(assets, after));
  for (const path of [
    join(folder, 'manifest.json'),
    ...[...renamed.values()].map((name) => join(assets, name)),
  ]) {
    if (TEXT.includes(extname(path))) await writeFile(path, replaceNames(await readFile(path, 'utf8')));
  }
}

const PAGES = ['/', '/products', '/gallery', '/board', '/admin', '/about-us'];
const CLIENTS = IS_LONG_RUN ? 8 : 3;

const assetsOf = async (build: string) =>
  (await readdir(join(build, 'assets'))).filter((name) => !/\.(?:br|gz)$/.test(name));

for (const kind of DATABASE_KINDS) {
  test(`fails no request while two releases replace each other, and a rollback follows (${kind})`, () =>
    rollOutAndBack(kind));
}

async function rollOutAndBack(kind: DatabaseKind): Promise<void> {
  await using testDatabase = await freshTestDatabase(kind);
  const database = await testDatabase.open();
  await addAdmin(database, 'Dana');
  await using folder = await mkdtempDisposable(join(tmpdir(), 'scalehouse-test-'));
  const secondBuild = join(folder.path, 'browser');
  await makeSecondBuild(secondBuild);
  using balancer = await startRoundRobin();

  async function startServer(buildFolder: string) {
    const site = await openTestSite({
      buildFolder,
      environment: { ...testDatabase.environment, DRAIN_SECONDS: '1', TRUST_PROXY: 'loopback' },
    });
    await site.keepAssets();
    await site.app.listen({ host: '127.0.0.1', port: 0 });
    const url = `http://127.0.0.1:${(site.app.server.address() as AddressInfo).port}`;
    await balancer.add(url);
    return {
      async [Symbol.asyncDispose]() {
        await site[Symbol.asyncDispose]();
        balancer.remove(url);
      },
    };
  }

  /** Starts each new server before an old one stops. */
  async function roll(servers: readonly AsyncDisposable[], buildFolder: string) {
    const next = [];
    for (const server of servers) {
      next.push(await startServer(buildFolder));
      await server[Symbol.asyncDispose]();
    }
    return next;
  }

  const failures: string[] = [];
  const seen = new Map<string, number>();
  const over = new AbortController();

  async function get(path: string): Promise<string> {
    const name = path
      .replace(/^\/assets\/.*(-[\w-]{8})\.\w+$/, 'asset $1')
      .replace(/-(?!2ndBuild).{8}$/, '-1st');
    seen.set(name, (seen.get(name) ?? 0) + 1);
    try {
      const response = await fetch(balancer.url + path);
      const text = await response.text();
      if (response.status !== 200) failures.push(`${path}: ${response.status}`);
      return text;
    } catch (error) {
      failures.push(`${path}: ${String(error)}`);
      return '';
    }
  }

  /** A visitor who opens pages. */
  async function browse() {
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const html = await get(PAGES[turn % PAGES.length] ?? '/');
      for (const [path] of html.matchAll(/\/assets\/[\w.-]+/g)) await get(path);
      await get(API.cashBids);
    }
  }

  /** A tab that stays open and loads parts of the first release as they are needed. */
  async function stayOpen(names: readonly string[]) {
    for (let turn = 0; !over.signal.aborted; turn += 1) await get(`/assets/${names[turn % names.length]}`);
  }

  /** An administrator who saves. */
  async function save() {
    const editor = (await signInAt(balancer.url)).at(balancer.url);
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      seen.set('save', turn);
      if (!(await saveWelcome(editor, `Welcome ${turn}`))) failures.push(`save ${turn}`);
    }
  }

  let servers: AsyncDisposable[] = [await startServer(BUILD), await startServer(BUILD)];
  const load = [...Array.from({ length: CLIENTS }, browse), stayOpen(await assetsOf(BUILD)), save()];
  // The first server of the new release updates the database while those of the old one use it.
  await addNewerTables(database);
  servers = await roll(servers, secondBuild);
  load.push(stayOpen(await assetsOf(secondBuild)));
  servers = await roll(servers, BUILD);
  over.abort();
  await Promise.all(load);
  for (const server of servers) await server[Symbol.asyncDispose]();

  assert.deepEqual(failures.slice(0, 10), []);
  assert.ok(
    (seen.get('asset -1st') ?? 0) > 20 &&
      (seen.get('asset -2ndBuild') ?? 0) > 20 &&
      (seen.get('save') ?? 0) > 20,
    JSON.stringify([...seen]),
  );
}
