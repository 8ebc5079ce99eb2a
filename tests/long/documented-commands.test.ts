import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import lockFile from '../../package-lock.json' with { type: 'json' };
import { CHILD_ENVIRONMENT } from '#tests/support/child-environment.ts';
import { freshPostgresUrl } from '#tests/support/databases.ts';
import { README_COMMANDS, readCommands, readOperatingGuide } from '#tests/support/documented-commands.ts';
import { eventually } from '#tests/support/eventually.ts';
import { freshTestDatabase } from '#tests/support/on-both-databases.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const LEFT_BEHIND = new Set(['node_modules', 'data', '.git'].map((name) => join(ROOT, name)));
const BACKUPS = '/var/backups/scalehouse';
const POSTGRES = 'postgres://scalehouse:secret@localhost:5432/scalehouse';
/** Skips installing and building: both are done, and two test files must not do them concurrently. */
const NO_SCRIPTS = { npm_config_ignore_scripts: 'true' };

const freshFolder = () => mkdtempDisposable(join(tmpdir(), 'scalehouse-test-'));

type Options = { cwd?: string; environment?: NodeJS.ProcessEnv };

/** Starts a line in a shell, and types a password for commands that prompt for one. */
function startLine(line: string, { cwd = ROOT, environment = {} }: Options) {
  const child = spawn('sh', ['-c', line], {
    cwd,
    env: { ...CHILD_ENVIRONMENT, HOME: process.env['HOME'], ...environment },
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
  return { child, closed: once(child, 'close'), output: () => output };
}

async function run(line: string, options: Options): Promise<string> {
  const { child, closed, output } = startLine(line, options);
  await closed;
  assert.equal(child.exitCode, 0, `${line}\n${output()}`);
  return output();
}

/** Starts a line that serves the site, until the end of the scope. */
async function serve(line: string, options: Options) {
  const { child, closed, output } = startLine(line, options);
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(async () => {
    process.kill(-(child.pid ?? 0), 'SIGTERM');
    await closed;
  });
  await eventually(() => assert.match(output(), /is running .*at http/));
  assert.match(output(), /Sign in at http:\S+\/admin with username admin and password \S+\./);
  const [, url = ''] = /is running .*at (http:\S+)/.exec(output()) ?? [];
  const page = await fetch(url);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /Hickory Bend Farmers Cooperative/);
  const everything = cleanup.move();
  return { [Symbol.asyncDispose]: () => everything.disposeAsync() };
}

// script/readme.test.ts checks that the README has no other commands.
for (const command of readCommands('README.md').filter((each) => README_COMMANDS[each] === 'here')) {
  test(`${command} prints a password and serves the site at the URL it prints`, async () => {
    await using folder = await freshFolder();
    await using _ = await serve(command, { environment: { HOST: '::1', PORT: '0', DATA_DIR: folder.path } });
  });
}

test('runs every command of the operating guide on the site that npm start opens', async () => {
  await using testDatabase = await freshTestDatabase('SQLite');
  await using backups = await freshFolder();
  await using postgres = await freshPostgresUrl();
  const environment = { ...NO_SCRIPTS, DATA_DIR: testDatabase.options.dataDir, PORT: '0' };
  const [start = '', ...admin] = readOperatingGuide().lines;
  assert.equal(start, 'npm start');
  await using _ = await serve(start, { environment });
  for (const line of admin) {
    assert.match(line, /^([A-Z_]+=\S+ )?npm run (--silent )?admin -- [a-z]/);
    await run(line.replaceAll(BACKUPS, backups.path).replaceAll(POSTGRES, postgres.url), { environment });
  }
});

test('runs the documented commands without development packages, in a copy of the build', async () => {
  await using folder = await freshFolder();
  const cwd = join(folder.path, 'site');
  await cp(ROOT, cwd, { recursive: true, filter: (path) => !LEFT_BEHIND.has(path) });
  const options = { cwd, environment: { DATA_DIR: join(folder.path, 'data'), PORT: '0' } };
  const [install = '', verify = '', start = '', sbom = ''] = readOperatingGuide().production;
  await run(install, options);
  await run(verify, options);
  const development = Object.entries(lockFile.packages).filter(([, each]) => 'dev' in each);
  assert.ok(development.length > 20);
  for (const [path] of development) assert.equal(existsSync(join(cwd, path)), false, path);

  await using _ = await serve(start, options);
  assert.match(await run('npm run --silent --ignore-scripts admin -- list-admins', options), /admin/);
  await run(sbom, options);
  const { bomFormat } = JSON.parse(await run('cat sbom.json', options)) as { bomFormat: string };
  assert.equal(bomFormat, 'CycloneDX');
});
