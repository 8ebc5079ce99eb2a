import assert from 'node:assert/strict';
import { test } from 'node:test';

import { changeDirection } from './change-direction.ts';

for (const [direction, texts] of [
  ['down', ['-0.05', ' \n-4 ', '\u22123.25', '\u20132', "-4'2", '-0.00', 'DN 0.09', 'down 3']],
  ['up', ['0.05', '+0.05', ' 12 ', "+0'2", '0-4', '+\u00BC', '10', '$0.10', 'UP 76.75']],
  ['none', ['0', '0.00', '+0.00', ' 0.00% ', "0'0", 'UNCH', 'unch', 'N/A', 'NA', 'No Comp']],
  ['none', ['', '  ', '-', '\u2212', '\u2013', '\u2014', '--']],
] as const) {
  for (const text of texts) {
    test(`classifies a change of ${JSON.stringify(text)} as ${direction}`, () => {
      assert.equal(changeDirection(text), direction);
    });
  }
}
