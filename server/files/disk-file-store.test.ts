import assert from 'node:assert/strict';
import { mkdtempDisposable, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { storedFiles } from '#tests/support/pictures.ts';
import { openDiskFiles } from './disk-file-store.ts';
import type { FileKey } from './file-store.ts';

const freshFolder = () => mkdtempDisposable(join(tmpdir(), 'scalehouse-test-'));

async function* parts(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

async function* failing(error: Error) {
  yield Buffer.alloc(100_000);
  throw error;
}

async function read(files: ReturnType<typeof openDiskFiles>, key: FileKey): Promise<string | undefined> {
  const found = await files.find(key);
  if (!found) return undefined;
  const bytes = Buffer.concat(await found.stream().toArray());
  assert.equal(found.size, bytes.length);
  return bytes.toString();
}

test('A file comes back as it was kept, and is replaced and removed', async () => {
  await using folder = await freshFolder();
  const files = openDiskFiles(folder.path);
  assert.equal(await files.find('images/a.jpg'), undefined);
  await files.save('images/a.jpg', parts('one', ' two'));
  assert.equal(await read(files, 'images/a.jpg'), 'one two');
  assert.equal(await read(openDiskFiles(folder.path), 'images/a.jpg'), 'one two');
  assert.equal(await files.find('uploads/a.jpg'), undefined);
  const before = await files.find('images/a.jpg');
  await files.save('images/a.jpg', parts('three'));
  assert.equal(await read(files, 'images/a.jpg'), 'three');
  assert.notEqual((await files.find('images/a.jpg'))?.etag, before?.etag);
  await files.remove('images/a.jpg');
  await files.remove('images/a.jpg');
  assert.equal(await files.find('images/a.jpg'), undefined);
});

test('A file that does not come whole leaves what was there, and nothing else', async () => {
  await using folder = await freshFolder();
  const files = openDiskFiles(folder.path);
  await files.save('images/a.jpg', parts('old'));
  await assert.rejects(files.save('images/a.jpg', failing(new Error('broken off'))), /broken off/);
  await assert.rejects(files.save('images/b.jpg', failing(new Error('broken off'))), /broken off/);
  assert.equal(await read(files, 'images/a.jpg'), 'old');
  assert.deepEqual(await storedFiles(folder.path), ['images/a.jpg']);
});

test('A full disk is told as such', async () => {
  await using folder = await freshFolder();
  const files = openDiskFiles(folder.path);
  await assert.rejects(
    files.save('images/a.jpg', failing(Object.assign(new Error('no space left'), { code: 'ENOSPC' }))),
    { status: 507, code: 'disk-full' },
  );
});

test('Keys that the server does not make reach no file', async () => {
  await using folder = await freshFolder();
  const files = openDiskFiles(folder.path);
  for (const name of ['', '.', '..', '../a', 'a/b', '.a', 'a\\b', 'a\0', 'ä']) {
    await assert.rejects(async () => files.find(`images/${name}`), RangeError, name);
    await assert.rejects(async () => files.remove(`uploads/${name}`), RangeError, name);
    await assert.rejects(async () => files.save(`uploads/${name}`, parts('x')), RangeError, name);
  }
});

test('Old uploads go, and what was never finished; pictures and new uploads stay', async () => {
  await using folder = await freshFolder();
  const files = openDiskFiles(folder.path);
  for (const key of ['uploads/old.jpg', 'uploads/new.jpg', 'images/old.jpg'] as const) {
    await files.save(key, parts('x'));
  }
  await writeFile(join(folder.path, 'files/unfinished/x'), '');
  const yesterday = new Date(Date.now() - 86_400_000);
  for (const path of ['uploads/old.jpg', 'images/old.jpg', 'unfinished/x']) {
    await utimes(join(folder.path, 'files', path), yesterday, yesterday);
  }
  await files.removeUploadsBefore(new Date(Date.now() - 1000));
  assert.deepEqual(await storedFiles(folder.path), ['images/old.jpg', 'uploads/new.jpg']);
});

test('The secret is made once, for its owner only, and outlives the process', async () => {
  await using folder = await freshFolder();
  const url = openDiskFiles(folder.path).signUpload('uploads/a.jpg', {});
  const path = join(folder.path, 'secrets/upload-signing');
  if (process.platform !== 'win32') assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.match(await readFile(path, 'utf8'), /^[0-9a-f]{64}$/);
  assert.deepEqual(await readdir(join(folder.path, 'secrets')), ['upload-signing']);
  const query = new URL(url, 'http://site').searchParams;
  openDiskFiles(folder.path).checkUpload('uploads/a.jpg', {
    expires: Number(query.get('expires')),
    signature: query.get('signature') ?? '',
  });
  await writeFile(path, 'abc');
  assert.throws(() => openDiskFiles(folder.path), /upload-signing is not as it was written/);
});
