import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatFileSize } from './file-size.ts';

test('formats sizes in KB, and in MB from about 1 MB on', () => {
  const sizes = [0, 1, 1024, 12_700, 1_022_976, 1_023_500, 1_258_291, 26_214_400];
  assert.deepEqual(sizes.map(formatFileSize), [
    '1 KB',
    '1 KB',
    '1 KB',
    '12 KB',
    '999 KB',
    '1 MB',
    '1.2 MB',
    '25 MB',
  ]);
});
