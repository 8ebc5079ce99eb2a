import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currentImages, inOrder, toOrder, type VersionedImage } from './image-list.ts';

const aTestImage = (imageId: string, version = '1', imageName = imageId): VersionedImage => ({
  image: { imageId, imageName, imageUrl: `/images/${imageId}.jpg` },
  version,
});
const names = (images: readonly VersionedImage[]) => images.map(({ image }) => image.imageName).join(' ');
const THREE = ['a', 'b', 'c'].map((id) => aTestImage(id));

test('inOrder sorts images by the saved order and appends those it does not list', () => {
  assert.equal(names(inOrder(THREE, '["c","a","b"]')), 'c a b');
  assert.equal(names(inOrder(THREE, '["gone","b"]')), 'b a c');
  for (const none of ['', 'x', '{}', '[1]', toOrder([])]) assert.equal(names(inOrder(THREE, none)), 'a b c');
});

test('currentImages replaces changed images, appends new ones and omits deleted ones', () => {
  const known = currentImages(THREE, {
    changed: [aTestImage('b', '2', 'B'), aTestImage('d')],
    deletedIds: new Set(['c']),
  });
  assert.equal(names(known), 'a B d');
  const versions = known.map(({ version }) => version);
  assert.deepEqual(versions, ['1', '2', '1']);
});
