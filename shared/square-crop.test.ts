import assert from 'node:assert/strict';
import { test } from 'node:test';
import { squareCrop } from './square-crop.ts';

const WIDE = { width: 400, height: 300 };
const TALL = { width: 300, height: 400 };

for (const [where, size, focus, square] of [
  ['the center of a wide image', WIDE, { x: 50, y: 50 }, { left: 50, top: 0, edge: 300 }],
  ['the center of a tall image', TALL, { x: 50, y: 50 }, { left: 0, top: 50, edge: 300 }],
  ['a point at the left edge', WIDE, { x: 0, y: 90 }, { left: 0, top: 0, edge: 300 }],
  ['a point at the right edge', WIDE, { x: 100, y: 0 }, { left: 100, top: 0, edge: 300 }],
  ['a point at the lower edge', TALL, { x: 10, y: 100 }, { left: 0, top: 100, edge: 300 }],
  ['a point next to the center', WIDE, { x: 45, y: 50 }, { left: 30, top: 0, edge: 300 }],
  ['a point in a square image', { width: 9, height: 9 }, { x: 3, y: 97 }, { left: 0, top: 0, edge: 9 }],
] as const) {
  test(`returns the square crop around ${where}`, () => {
    assert.deepEqual(squareCrop(size, focus), square);
  });
}
