import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { onBothStores } from '#tests/support/on-both-stores.ts';
import type { FileKey, Files } from './file-store.ts';
import { openFiles } from './open-files.ts';

async function* parts(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

async function* failing(error: Error) {
  yield Buffer.alloc(100_000);
  throw error;
}

async function read(files: Files, key: FileKey): Promise<string | undefined> {
  const found = await files.find(key);
  if (!found) return undefined;
  const bytes = Buffer.concat(await found.stream().toArray());
  assert.equal(found.size, bytes.length);
  return bytes.toString();
}

const keysIn = async (files: Files) => (await Array.fromAsync(files.list())).map(({ key }) => key).sort();

onBothStores('stores, replaces and removes a file', async ({ settings }) => {
  const files = await openFiles(settings);
  assert.equal(await files.find('images/a.jpg'), undefined);
  await files.save('images/a.jpg', parts('one', ' two'));
  assert.equal(await read(files, 'images/a.jpg'), 'one two');
  assert.equal(await read(await openFiles(settings), 'images/a.jpg'), 'one two');
  assert.equal(await files.find('uploads/a.jpg'), undefined);
  const before = await files.find('images/a.jpg');
  assert.match(before?.etag ?? '', /^"[\w-]+"$/);
  await files.save('images/a.jpg', parts('three'));
  assert.equal(await read(files, 'images/a.jpg'), 'three');
  assert.notEqual((await files.find('images/a.jpg'))?.etag, before?.etag);
  await files.remove('images/a.jpg');
  assert.equal(await files.find('images/a.jpg'), undefined);
});

onBothStores('does not throw when a missing file is removed', async ({ settings }) => {
  const files = await openFiles(settings);
  await files.remove('images/never.jpg');
  await files.remove('uploads/never.jpg');
});

onBothStores('returns every byte of a large and of an empty file', async ({ settings }) => {
  const files = await openFiles(settings);
  const bytes = Buffer.from(Array.from({ length: 3_000_001 }, (_, n) => (n * 2_654_435_761) >>> 24));
  await files.save('images/large.png', Readable.from([bytes.subarray(0, 1), bytes.subarray(1)]));
  await files.save('images/empty.png', Readable.from([]));
  const found = await files.find('images/large.png');
  assert.ok(bytes.equals(Buffer.concat((await found?.stream().toArray()) ?? [])));
  assert.equal(await read(files, 'images/empty.png'), '');
});

onBothStores('keeps the previous file, and no partial one, when a save fails', async ({ settings }) => {
  const files = await openFiles(settings);
  await files.save('images/a.jpg', parts('old'));
  await assert.rejects(files.save('images/a.jpg', failing(new Error('broken off'))), /broken off/);
  await assert.rejects(files.save('images/b.jpg', failing(new Error('broken off'))), /broken off/);
  assert.equal(await read(files, 'images/a.jpg'), 'old');
  assert.deepEqual(await keysIn(files), ['images/a.jpg']);
});

onBothStores('lists all files with the time of their last change', async ({ settings }) => {
  const files = await openFiles(settings);
  assert.deepEqual(await keysIn(files), []);
  const keys = Array.from({ length: 25 }, (_, n) => [`images/${n}.jpg`, `uploads/${n}.jpg`] as const).flat();
  await Promise.all(keys.map((key) => files.save(key, parts(key))));
  assert.deepEqual(await keysIn(files), [...keys].sort());
  for await (const { key, changedAt } of files.list()) {
    const age = Date.now() - changedAt.getTime();
    // Some stores report whole seconds.
    assert.ok(age > -2_000 && age < 60_000, `${key} is ${age} ms old`);
    assert.deepEqual((await files.find(key))?.changedAt, changedAt);
  }
});

onBothStores('throws RangeError for invalid file names', async ({ settings }) => {
  const files = await openFiles(settings);
  for (const name of ['', '.', '..', '../a', 'a/b', '.a', 'a\\b', 'a\0', 'ä']) {
    await assert.rejects(async () => files.find(`images/${name}`), RangeError, name);
    await assert.rejects(async () => files.remove(`uploads/${name}`), RangeError, name);
    await assert.rejects(async () => files.save(`uploads/${name}`, parts('x')), RangeError, name);
  }
});
