import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

test('carries out each task with at most four taps, on a phone and on a desktop computer', async () => {
  const { stdout } = await run(process.execPath, ['bench/usability.ts'], { cwd: ROOT, timeout: 900_000 });
  const rows = stdout.split('\n').filter((line) => /^\| .*(taps|not possible yet)/.test(line));
  assert.equal(rows.length, 14);
});
