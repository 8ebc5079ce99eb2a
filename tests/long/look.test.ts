import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { test } from 'node:test';

const ROOT = resolve(import.meta.dirname, '../..');

test('every page and the editor meet each measured point of the checklist, at seven widths', () => {
  const { status, stdout } = spawnSync(process.execPath, ['bench/look.ts', '--quick'], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: 600_000,
  });
  assert.equal(status, 0, stdout);
});
