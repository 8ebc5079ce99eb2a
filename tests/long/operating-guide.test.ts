import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { CHILD_ENVIRONMENT } from '#tests/support/child-environment.ts';
import { freshPostgresUrl } from '#tests/support/databases.ts';
import { readOperatingGuide } from '#tests/support/documented-commands.ts';
import { eventually } from '#tests/support/eventually.ts';
import { freshTestDatabase } from '#tests/support/on-both-databases.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const BACKUPS = '/var/backups/scalehouse';
const POSTGRES = 'postgres://scalehouse:secret@localhost:5432/scalehouse';

/** Runs a line in a shell, and types a password for commands that prompt for one. */
function startLine(line: string, environment: NodeJS.ProcessEnv) {
  const child = spawn('sh', ['-c', line], {
    cwd: ROOT,
    env: {
      ...CHILD_ENVIRONMENT,
      HOME: process.env['HOME'],
      // Skip installing and building: both are done, and two test files must not do them concurrently.
      npm_config_ignore_scripts: 'true',
      ...environment,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
    // Create a process group, so that processes started by npm can be ended, too.
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  child.stdin.on('error', () => undefined);
  child.stdin.end('seed, feed and weed\n');
  return { child, output: () => output };
}

test('runs every command of the operating guide on the site that npm start opens', async () => {
  await using testDatabase = await freshTestDatabase('SQLite');
  await using backups = await mkdtempDisposable(resolve(tmpdir(), 'scalehouse-test-'));
  await using postgres = await freshPostgresUrl();
  await using cleanup = new AsyncDisposableStack();
  const { lines } = readOperatingGuide();
  assert.equal(lines[0], 'npm start');
  const admin = lines.slice(1);

  const start = startLine('npm start', { DATA_DIR: testDatabase.options.dataDir, PORT: '0' });
  cleanup.defer(async () => {
    const closed = once(start.child, 'close');
    process.kill(-(start.child.pid ?? 0), 'SIGTERM');
    await closed;
  });
  await eventually(() => assert.match(start.output(), /is running at http/));
  assert.match(start.output(), /Sign in at http:\S+\/admin with username admin and password \S+\. /);

  const COMMANDS = /^([A-Z_]+=\S+ )?npm run (--silent )?admin -- [a-z]/;
  for (const line of admin) {
    assert.match(line, COMMANDS);
    const here = line.replaceAll(BACKUPS, backups.path).replaceAll(POSTGRES, postgres.url);
    const { child, output } = startLine(here, { DATA_DIR: testDatabase.options.dataDir });
    await once(child, 'close');
    assert.equal(child.exitCode, 0, `${line}\n${output()}`);
  }
});
