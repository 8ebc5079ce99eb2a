import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ShownImage } from '#contract/images.ts';
import { linkedPages, partOf } from './gallery-page.ts';

const someImages = (count: number): ShownImage[] =>
  Array.from({ length: count }, (_, index) => ({
    imageId: `${index}`,
    imageUrl: `/images/${index}.jpg`,
    imageName: `Field ${index}`,
  }));

test('links the first, the last, and the nearest pages, with gaps of at least two', () => {
  assert.deepEqual(linkedPages(1, 1), [1]);
  assert.deepEqual(linkedPages(1, 3), [1, 2, 3]);
  assert.deepEqual(linkedPages(1, 105), [1, 2, 0, 105]);
  assert.deepEqual(linkedPages(3, 105), [1, 2, 3, 4, 0, 105]);
  assert.deepEqual(linkedPages(4, 105), [1, 2, 3, 4, 5, 0, 105]);
  assert.deepEqual(linkedPages(50, 105), [1, 0, 49, 50, 51, 0, 105]);
  assert.deepEqual(linkedPages(103, 105), [1, 0, 102, 103, 104, 105]);
});

test('shows the images of a page when it has only those, and when it has all of them', () => {
  const part = partOf(someImages(4), { page: 2, total: 100 });
  assert.deepEqual([part.images.length, part.pages, part.before, part.total], [4, 2, 96, 100]);
  const grown = partOf(someImages(200), { page: 1, total: 90 });
  assert.deepEqual([grown.images.length, grown.pages, grown.before, grown.total], [96, 3, 0, 200]);
});
