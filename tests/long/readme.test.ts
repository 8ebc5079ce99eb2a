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
  test(`${command} prints a password, serves the site at the URL it prints, and stops with npm`, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'scalehouse-test-'));
    const [program = '', ...parameters] = command.split(' ');
    const child = spawn(program, parameters, {
      env: { ...process.env, HOST: '::1', PORT: '0', DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const { url, output } = await untilRunning(child.stdout);
      assert.match(output, /^Sign in at \S+ with username admin and password \S+\./m);
      const page = await fetch(url);
      assert.equal(page.status, 200);
      assert.match(await page.text(), /Hickory Bend Farmers Cooperative/);
    } finally {
      // npm 9 forwards no signals.
      child.kill('SIGTERM');
      await once(child, 'close');
      await rm(dataDir, { recursive: true, force: true });
    }
  });
}

/** Resolves once the URL is printed. Keeps the stream open, so that `close` waits for npm and the server. */
function untilRunning(stream: Readable): Promise<{ url: string; output: string }> {
  let output = '';
  return new Promise((resolve, reject) => {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const url = / is running .*at (http:\S+)/.exec(output)?.[1];
      if (url) resolve({ url, output });
    });
    stream.on('end', () => reject(new Error(`No URL was printed: ${output}`)));
  });
}
