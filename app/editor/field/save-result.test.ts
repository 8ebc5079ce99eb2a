import assert from 'node:assert/strict';
import { test } from 'node:test';
import { saveOver, type SaveResult } from './save-result.ts';

const conflict = (content: string, version = '12-bbbbbbbb'): SaveResult => ({
  outcome: 'conflict',
  reason: 'Changed.',
  current: { content, version, at: '2026-11-20T12:00:00.000Z', author: null },
});

/** Saves a draft that started from `old`. Returns the result and the versions of the requests. */
async function save(...results: SaveResult[]) {
  const versions: string[] = [];
  const result = await saveOver(
    async (_, baseVersion) => {
      versions.push(baseVersion);
      return results[versions.length - 1] ?? assert.fail('Saved once more.');
    },
    { draft: 'mine', version: '12-aaaaaaaa', base: 'old' },
  );
  return { result, versions };
}

test('saves once more when a conflict is with the text that the draft started from', async () => {
  const done: SaveResult = {
    outcome: 'done',
    version: '13-cccccccc',
    body: { content: 'mine', version: '13-cccccccc', changed: true },
  };
  const saved = await save(conflict('old'), done);
  assert.deepEqual(saved, { result: done, versions: ['12-aaaaaaaa', '12-bbbbbbbb'] });
});

test('returns a conflict with another text, and a second one', async () => {
  assert.deepEqual(await save(conflict('theirs')), { result: conflict('theirs'), versions: ['12-aaaaaaaa'] });
  const { result, versions } = await save(conflict('old'), conflict('old', '14-dddddddd'));
  assert.deepEqual([result, versions.length], [conflict('old', '14-dddddddd'), 2]);
});
