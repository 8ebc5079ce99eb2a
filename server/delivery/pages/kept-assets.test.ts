import assert from 'node:assert/strict';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createDiskFiles } from '#server/platform/files/disk-files.ts';
import type { Files } from '#server/platform/files/file-store.ts';
import { onBothStores } from '#tests/support/on-both-stores.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { createKeptAssets } from './kept-assets.ts';

const DAY_MS = 24 * 60 * 60_000;
const temporaryFolder = () => mkdtempDisposable(join(tmpdir(), 'scalehouse-test-'));

/** Writes a build, and returns the assets of its server. */
function aRelease(folder: string, files: Files, built: Record<string, string>, now?: () => number) {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  for (const [name, text] of Object.entries(built)) writeFileSync(join(folder, 'assets', name), text);
  return createKeptAssets({ folder, files, headers: {}, ...(now && { now }) });
}

onBothStores('serves the files of another release, older or newer', async ({ settings }) => {
  await using folder = await temporaryFolder();
  const files = await openFiles(settings);
  const one = aRelease(join(folder.path, '1'), files, {
    'site-aaaaaaaa.js': 'one',
    'site-aaaaaaaa.js.br': '',
  });
  const two = aRelease(join(folder.path, '2'), files, { 'site-bbbbbbbb.js': 'two' });
  await one.keep();
  assert.equal(await two.load('/assets/site-aaaaaaaa.js.br'), undefined);
  await two.keep();
  for (const [server, url, text] of [
    [two, '/assets/site-aaaaaaaa.js', 'one'],
    [one, '/assets/site-bbbbbbbb.js', 'two'],
  ] as const) {
    assert.equal(server.find(url), undefined);
    const [first, second] = await Promise.all([server.load(url), server.load(url)]);
    assert.equal(first, second);
    assert.equal(first?.variant('identity').body.toString(), text);
    const { headers } = first.variant('identity');
    assert.equal(headers[headers.indexOf('content-type') + 1], 'text/javascript; charset=utf-8');
    assert.equal(headers[headers.indexOf('cache-control') + 1], 'public, max-age=31536000, immutable');
    assert.equal(server.find(url), first);
  }
});

test('finds no file outside the folder of assets, nor one with a made-up name', async () => {
  await using folder = await temporaryFolder();
  const files = createDiskFiles(folder.path);
  await files.save(
    'uploads/secret.js',
    (async function* () {
      yield Buffer.from('secret');
    })(),
  );
  const kept = aRelease(join(folder.path, 'build'), files, {});
  for (const url of [
    '/assets/../uploads/secret.js',
    '/assets/no-such-file.js',
    '/uploads/secret.js',
    '/assets/',
  ]) {
    assert.equal(await kept.load(url), undefined);
  }
});

test('lists the stored files at most once while many requests with made-up names wait', async () => {
  let lists = 0;
  const files: Pick<Files, 'find' | 'list' | 'save'> = {
    find: async () => undefined,
    save: async () => undefined,
    async *list() {
      lists += 1;
      yield* [];
    },
  };
  const kept = createKeptAssets({ folder: '', files, headers: {} });
  await Promise.all(Array.from({ length: 500 }, (_, n) => kept.load(`/assets/made-up-${n}.js`)));
  assert.equal(lists, 1);
});

test('stores the files of a release that still runs again before they are collected', async () => {
  await using folder = await temporaryFolder();
  const files = createDiskFiles(folder.path);
  const later = () => Date.now() + 8 * DAY_MS;
  const build = join(folder.path, 'build');
  await aRelease(build, files, { 'site-aaaaaaaa.js': 'one' }).keep();
  const path = join(folder.path, 'files/assets/site-aaaaaaaa.js');
  const at = new Date(Date.now() - DAY_MS);
  utimesSync(path, at, at);
  const changedAt = async () => (await files.find('assets/site-aaaaaaaa.js'))?.changedAt.getTime();
  await aRelease(build, files, {}).keep();
  assert.equal(await changedAt(), at.getTime());
  await aRelease(build, files, {}, later).keep();
  assert.notEqual(await changedAt(), at.getTime());
});
