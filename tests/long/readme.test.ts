import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { Readable } from 'node:stream';
import { join } from 'node:path';
import { test } from 'node:test';
import { README_COMMANDS, readCommands } from '#tests/support/documented-commands.ts';

// script/readme.test.ts checks that the README has no other commands.
for (const command of readCommands('README.md').filter((each) => README_COMMANDS[each] === 'here')) {
  test(`serves the site at the URL that ${command} prints`, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'scalehouse-test-'));
    const [program = '', ...parameters] = command.split(' ');
    // Create a process group, to end npm, its shell and the server together.
    const child = spawn(program, parameters, {
      detached: true,
      env: { ...process.env, PORT: '0', DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const url = await urlFrom(child.stdout);
      const page = await fetch(url);
      assert.equal(page.status, 200);
      assert.match(await page.text(), /Hickory Bend Farmers Cooperative/);
    } finally {
      process.kill(-(child.pid ?? 0), 'SIGTERM');
      await once(child, 'close');
      await rm(dataDir, { recursive: true, force: true });
    }
  });
}

/** Resolves to the printed URL. Keeps the stream open, so that `close` waits for the whole process group. */
function urlFrom(output: Readable): Promise<string> {
  let text = '';
  return new Promise((resolve, reject) => {
    output.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const address = / is running .*at (http:\S+)/.exec(text)?.[1];
      if (address) resolve(address);
    });
    output.on('end', () => reject(new Error(`No URL was printed: ${text}`)));
  });
}
