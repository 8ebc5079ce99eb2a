import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imageIdIn } from './image-name.ts';

for (const [url, id] of [
  ['/images/field-0a1b.jpg', 'field-0a1b'],
  ['https://store.example.com/bucket/images/field-0a1b.jpg?v=2', 'field-0a1b'],
  ['field-0a1b.jpg', 'field-0a1b'],
  ['/images/', undefined],
  ['/images/field', undefined],
  ['/images/.jpg', undefined],
  ['/images/a b.jpg', undefined],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
  [7, undefined],
] as const) {
  test(`finds the image id in ${String(url)}: ${id ?? 'none'}`, () => {
    assert.equal(imageIdIn(url), id);
  });
}
