import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUploadSigner } from './disk-file-store.ts';

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
