import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { MUTANTS } from './mutants.ts';

test('every fault applies to one place in its file, and names test files that exist', () => {
  for (const { fault, file, find, tests } of MUTANTS) {
    assert.equal(readFileSync(file, 'utf8').split(find).length, 2, fault);
    assert.deepEqual(
      tests.filter((each) => !existsSync(each)),
      [],
      fault,
    );
  }
});
