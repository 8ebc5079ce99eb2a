import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UPLOAD_MAX_BYTES } from '#contract/images.ts';
import { whyNotTaken } from './picture-file.ts';

for (const [what, file, reason] of [
  ['a photograph', { name: 'a.jpg', type: 'image/jpeg' }, undefined],
  ['a picture whose name says nothing', { name: 'image', type: 'image/png' }, undefined],
  ['a HEIC whose type the browser does not know', { name: 'IMG_1.HEIC', type: '' }, undefined],
  ['a drawing', { name: 'logo.svg', type: 'image/svg+xml' }, /not a picture of a kind/],
  ['a text', { name: 'notes.txt', type: 'text/plain' }, /not a picture of a kind/],
  ['a text that is called a picture', { name: 'notes.jpg', type: 'text/plain' }, undefined],
  ['an empty file', { name: 'a.jpg', type: 'image/jpeg', size: 0 }, /empty/],
  ['the largest file', { name: 'a.jpg', type: 'image/jpeg', size: UPLOAD_MAX_BYTES }, undefined],
  ['one that is larger', { name: 'a.jpg', type: 'image/jpeg', size: UPLOAD_MAX_BYTES + 1 }, /25 megabytes/],
] as const) {
  test(`Of ${what} it is known beforehand whether it is taken`, () => {
    const why = whyNotTaken({ size: 1, ...file });
    if (reason) assert.match(why ?? '', reason);
    else assert.equal(why, undefined);
  });
}
