import { test } from 'node:test';
import { EFFORT } from '#tests/support/effort.ts';
import { DATABASE_KINDS } from '#tests/support/on-both-databases.ts';
import { checkSeason } from '#tests/support/price-season.ts';

const SEASONS = Math.ceil(EFFORT.propertyRuns / 1_000);

for (const kind of DATABASE_KINDS) {
  for (let seed = 2; seed < 2 + SEASONS; seed += 1) {
    void test(`shows the prices of each minute of season ${seed} as visitors saw them then (${kind})`, (t) =>
      checkSeason(t, { kind, steps: 70, seed }));
  }
}
