import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rangeOf } from './send-file.ts';

const FILE = { size: 10, etag: '"a"' };

test('returns the part of a file that a range names', () => {
  for (const [range, start, end] of [
    ['bytes=0-0', 0, 0],
    ['bytes=2-5', 2, 5],
    ['bytes=2-', 2, 9],
    ['bytes=2-99', 2, 9],
    ['bytes=-3', 7, 9],
    ['bytes=-99', 0, 9],
  ] as const) {
    assert.deepEqual(rangeOf({ range }, FILE), { start, end }, range);
    assert.deepEqual(rangeOf({ range, 'if-range': '"a"' }, FILE), { start, end }, range);
  }
});

test('returns the whole file without a range, for an invalid one, for several, and for another file', () => {
  for (const range of ['bytes=-', 'bytes=5-2', 'bytes=a-b', 'lines=1-2', 'bytes=0-1,4-5', '']) {
    assert.equal(rangeOf({ range }, FILE), undefined, range);
  }
  assert.equal(rangeOf({}, FILE), undefined);
  assert.equal(rangeOf({ range: 'bytes=0-1', 'if-range': '"b"' }, FILE), undefined);
});

test('rejects a range beyond the end', () => {
  for (const range of ['bytes=10-', 'bytes=99-100', 'bytes=-0']) {
    assert.equal(rangeOf({ range }, FILE), 'unsatisfiable', range);
  }
});
