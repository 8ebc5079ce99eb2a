import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UPLOAD_MAX_BYTES } from '#contract/images.ts';
import { rejectionReason } from './upload-image.ts';

for (const [what, file, reason] of [
  ['accepts a JPEG photo', { name: 'a.jpg', type: 'image/jpeg' }, undefined],
  ['accepts an image without a file extension', { name: 'image', type: 'image/png' }, undefined],
  ['accepts a HEIC file without a MIME type', { name: 'IMG_1.HEIC', type: '' }, undefined],
  ['rejects an SVG drawing', { name: 'logo.svg', type: 'image/svg+xml' }, /can't use this file type/],
  ['rejects a text file', { name: 'notes.txt', type: 'text/plain' }, /can't use this file type/],
  ['accepts a text file named .jpg', { name: 'notes.jpg', type: 'text/plain' }, undefined],
  ['rejects an empty file', { name: 'a.jpg', type: 'image/jpeg', size: 0 }, /empty/],
  ['accepts the maximum size', { name: 'a.jpg', type: '', size: UPLOAD_MAX_BYTES }, undefined],
  ['rejects more than it', { name: 'a.jpg', type: '', size: UPLOAD_MAX_BYTES + 1 }, /25 MB/],
] as const) {
  test(`${what} before the upload`, () => {
    const why = rejectionReason({ size: 1, ...file });
    if (reason) assert.match(why ?? '', reason);
    else assert.equal(why, undefined);
  });
}
