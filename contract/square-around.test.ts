import assert from 'node:assert/strict';
import { test } from 'node:test';
import { squareAround } from './square-around.ts';

const WIDE = { width: 400, height: 300 };
const TALL = { width: 300, height: 400 };

for (const [where, size, focus, square] of [
  ['the middle of a wide picture', WIDE, { x: 50, y: 50 }, { left: 50, top: 0, edge: 300 }],
  ['the middle of a tall one', TALL, { x: 50, y: 50 }, { left: 0, top: 50, edge: 300 }],
  ['its left edge', WIDE, { x: 0, y: 90 }, { left: 0, top: 0, edge: 300 }],
  ['its right edge', WIDE, { x: 100, y: 0 }, { left: 100, top: 0, edge: 300 }],
  ['its lower edge', TALL, { x: 10, y: 100 }, { left: 0, top: 100, edge: 300 }],
  ['a point beside the middle', WIDE, { x: 45, y: 50 }, { left: 30, top: 0, edge: 300 }],
  ['anywhere in a square', { width: 9, height: 9 }, { x: 3, y: 97 }, { left: 0, top: 0, edge: 9 }],
] as const) {
  test(`The square around ${where} stays in the picture`, () => {
    assert.deepEqual(squareAround(size, focus), square);
  });
}
