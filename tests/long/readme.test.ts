import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { Readable } from 'node:stream';
import { join } from 'node:path';
import { test } from 'node:test';
import packageFile from '#package' with { type: 'json' };

const README = readFileSync('README.md', 'utf8');
const COMMANDS = [...README.matchAll(/```sh\n([^`]*)```/g)].flatMap(([, block = '']) =>
  block.trim().split('\n'),
);

/** How each command of the README is tried. */
const TRIED: Record<string, 'here' | 'by the tests of its own' | 'by this very run'> = {
  'npm start': 'here',
  'npm run dev': 'here',
  'npm test': 'by this very run',
  'npm run bench': 'by the tests of its own',
  'npm run admin': 'by the tests of its own',
};

test('Every command of the README exists and is tried', () => {
  assert.deepEqual([...COMMANDS].sort(), Object.keys(TRIED).sort());
  for (const command of COMMANDS) {
    const script = command.replace(/^npm (run )?/, '');
    assert.ok(script in packageFile.scripts, command);
  }
});

test('The README tells everything in sixty lines', () => {
  assert.ok(README.split('\n').length <= 61);
});

for (const command of COMMANDS.filter((each) => TRIED[each] === 'here')) {
  test(`The README's ${command} serves the site at the address that it prints`, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'scalehouse-test-'));
    const [program = '', ...parameters] = command.split(' ');
    // A group of its own: npm, the shell it starts and the server end together.
    const child = spawn(program, parameters, {
      detached: true,
      env: { ...process.env, PORT: '0', DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const url = await addressFrom(child.stdout);
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

/** Listens on and on: a stream that is left early is closed, and would no longer tell when all of the group has ended. */
function addressFrom(output: Readable): Promise<string> {
  let text = '';
  return new Promise((resolve, reject) => {
    output.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const address = / at (http:\S+)/.exec(text)?.[1];
      if (address) resolve(address);
    });
    output.on('end', () => reject(new Error(`No address was printed: ${text}`)));
  });
}
