import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createDiskFiles } from '#server/platform/files/disk-files.ts';
import type { Files } from '#server/platform/files/file-store.ts';
import { onBothStores } from '#tests/support/on-both-stores.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createKeptAssets } from './kept-assets.ts';

/** Writes a build, and returns the assets of its server. */
function aRelease(folder: string, files: Files, built: Record<string, string>, now?: () => number) {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  for (const [name, text] of Object.entries(built)) writeFileSync(join(folder, 'assets', name), text);
  return createKeptAssets({ folder, files, ...(now && { now }) });
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
    assert.equal(headers['content-type'], 'text/javascript; charset=utf-8');
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
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
  const urls = ['/assets/../uploads/secret.js', '/assets/no-such-file.js', '/uploads/secret.js', '/assets/'];
  for (const url of urls) {
    assert.equal(await kept.load(url), undefined);
  }
});
