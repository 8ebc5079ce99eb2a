import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ShownBlock } from '#shared/own-page-content.ts';
import { imageLoadings } from './block-offsets.ts';

const image = (id: string) => ({ imageId: id, imageUrl: '', imageName: '', width: 1600, height: 1200 });
const picture = (id: string): ShownBlock => ({ id, kind: 'picture', image: image(id), caption: '' });
const text = (id: string, letters: number): ShownBlock => ({
  id,
  kind: 'text',
  html: `<p><a href="https://example.com/${'a'.repeat(2000)}">${'x'.repeat(letters)}</a></p>`,
});
const heading: ShownBlock = { id: 'h', kind: 'heading', level: 2, text: 'Jobs' };

/** Returns how the image of each block loads, from the first one. */
const loadingsOf = (...blocks: ShownBlock[]) => imageLoadings(blocks).map((of) => of(0));

test('loads the first image first when a heading and a short text precede it', () => {
  const [, , loading] = loadingsOf(heading, text('1', 100), picture('2'));
  assert.deepEqual(loading, { isFirst: true, isAfterFirst: false, isOnFirstScreen: true, isBelow: false });
});

test('loads only one image first', () => {
  const loadings = loadingsOf(picture('1'), picture('2'), picture('3'), picture('4'));
  assert.deepEqual(loadings.filter(({ isFirst }) => isFirst).length, 1);
  const isOnFirstScreens = loadings.map(({ isOnFirstScreen }) => isOnFirstScreen);
  assert.deepEqual(isOnFirstScreens, [true, true, false, false]);
});

const waiting = (...blocks: ShownBlock[]) => loadingsOf(...blocks).map(({ isAfterFirst }) => isAfterFirst);

test('lets the others wait for the first image, but only if the first screen shows it', () => {
  assert.deepEqual(waiting(picture('1'), picture('2'), picture('3')), [false, true, true]);
  assert.deepEqual(waiting(text('1', 1500), picture('2'), picture('3')), [false, false, false]);
  const [rows] = imageLoadings([{ id: '1', kind: 'gallery', images: [image('1'), image('2'), image('3')] }]);
  assert.deepEqual([rows!(0).isAfterFirst, rows!(1).isAfterFirst], [false, true]);
});
