import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createUploadSigner, openDiskFiles } from './disk-file-store.ts';

async function* failing(error: Error) {
  yield Buffer.alloc(100_000);
  throw error;
}

test('throws StorageFullError when the disk is full', async () => {
  await using folder = await temporaryFolder();
  const files = openDiskFiles(folder.path);
  await assert.rejects(
    files.save('images/a.jpg', failing(Object.assign(new Error('no space left'), { code: 'ENOSPC' }))),
    { name: 'StorageFullError', code: 'disk-full' },
  );
});

test('lists only complete files of the site', async () => {
  await using folder = await temporaryFolder();
  const files = openDiskFiles(folder.path);
  await files.save('images/a.jpg', failing(new Error('broken off'))).catch(() => undefined);
  await files.save('images/b.jpg', Readable.from([Buffer.from('x')]));
  await writeFile(join(folder.path, 'files/images/.hidden'), '');
  await mkdir(join(folder.path, 'files/images/folder'));
  const listed = await Array.fromAsync(files.list());
  const keies = listed.map(({ key }) => key);
  assert.deepEqual(keies, ['images/b.jpg']);
});

test('creates the signing secret once, readable by its owner only, and rejects a damaged one', async () => {
  await using folder = await temporaryFolder();
  const url = await openDiskFiles(folder.path).signUpload('uploads/a.jpg', {});
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
  assert.throws(() => openDiskFiles(folder.path), /upload-signing is damaged/);
});

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'.split('');
const decoded = (text: string) => Buffer.from(text, 'base64url').toString('hex');

test('accepts only one spelling of a signature, although four final characters decode to the same bytes', () => {
  const signer = createUploadSigner(Buffer.alloc(32));
  const terms = { expires: 1_800_000_000 };
  const signature = signer.sign('uploads/a.jpg', terms);
  assert.ok(signer.isGenuine('uploads/a.jpg', { ...terms, signature }));

  const respelled = LETTERS.map((last) => signature.slice(0, -1) + last).filter(
    (other) => other !== signature && decoded(other) === decoded(signature),
  );
  assert.equal(respelled.length, 3);
  for (const other of [...respelled, `${signature}=`, ` ${signature}`])
    assert.ok(!signer.isGenuine('uploads/a.jpg', { ...terms, signature: other }), other);
});

test('signs every term of an upload', () => {
  const signer = createUploadSigner(Buffer.alloc(32));
  const terms = { expires: 1_800_000_000, contentType: 'image/jpeg', size: 100 };
  const signed = { ...terms, signature: signer.sign('uploads/a.jpg', terms) };
  assert.ok(signer.isGenuine('uploads/a.jpg', signed));
  for (const other of [{ expires: 1_900_000_000 }, { contentType: 'text/html' }, { size: 101 }])
    assert.ok(!signer.isGenuine('uploads/a.jpg', { ...signed, ...other }), JSON.stringify(other));
  assert.ok(!signer.isGenuine('uploads/b.jpg', signed));
  assert.ok(!createUploadSigner(Buffer.alloc(32, 1)).isGenuine('uploads/a.jpg', signed));
});
