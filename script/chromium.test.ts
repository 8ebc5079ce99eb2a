import { chromium } from '@playwright/test';
import assert from 'node:assert/strict';
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { PLAYWRIGHT_ARGUMENTS } from './chromium.ts';

const SWITCH = '--disable-features=';

test('disables every feature that Playwright disables', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'scalehouse-test-'));
  const printed = join(folder.path, 'arguments');
  const executablePath = join(folder.path, 'browser');
  await writeFile(executablePath, `#!/bin/sh\nprintf '%s\\n' "$@" > '${printed}'\n`, { mode: 0o755 });
  await assert.rejects(chromium.launch({ executablePath, args: PLAYWRIGHT_ARGUMENTS }));
  const lists = (await readFile(printed, 'utf8'))
    .split('\n')
    .filter((argument) => argument.startsWith(SWITCH))
    .map((argument) => argument.slice(SWITCH.length).split(','));
  // Chromium honors only the last list.
  const ours = lists.pop() ?? [];
  assert.notEqual(lists.length, 0);
  assert.deepEqual(
    lists.flat().filter((feature) => !ours.includes(feature)),
    [],
  );
});
