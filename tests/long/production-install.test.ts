import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import lockFile from '../../package-lock.json' with { type: 'json' };
import { CHILD_ENVIRONMENT } from '#tests/support/child-environment.ts';
import { readOperatingGuide } from '#tests/support/documented-commands.ts';
import { eventually } from '#tests/support/eventually.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const LEFT_BEHIND = new Set(['node_modules', 'data', '.git'].map((name) => join(ROOT, name)));

test('runs the documented commands without development packages, in a copy of the build', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'scalehouse-test-'));
  const site = join(folder.path, 'site');
  await cp(ROOT, site, { recursive: true, filter: (path) => !LEFT_BEHIND.has(path) });
  const options = {
    cwd: site,
    env: { ...CHILD_ENVIRONMENT, HOME: process.env['HOME'], DATA_DIR: join(folder.path, 'data'), PORT: '0' },
  };
  const run = (line: string) => {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { ...options, encoding: 'utf8' });
    assert.equal(status, 0, `${line}\n${stdout}${stderr}`);
    return stdout;
  };
  const [install = '', verify = '', start = '', sbom = ''] = readOperatingGuide().production;
  run(install);
  run(verify);
  const development = Object.entries(lockFile.packages).filter(([, each]) => 'dev' in each);
  assert.ok(development.length > 20);
  for (const [path] of development) assert.equal(existsSync(join(site, path)), false, path);

  const child = spawn('sh', ['-c', start], { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(async () => {
    const closed = once(child, 'close');
    process.kill(-(child.pid ?? 0), 'SIGTERM');
    await closed;
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  await eventually(() => assert.match(output, /is running at http/));
  const [, url = ''] = /is running at (http:\S+)/.exec(output) ?? [];
  assert.equal((await fetch(url)).status, 200);
  assert.match(run('npm run --silent --ignore-scripts admin -- list-admins'), /admin/);

  run(sbom);
  const { bomFormat } = JSON.parse(run('cat sbom.json')) as { bomFormat: string };
  assert.equal(bomFormat, 'CycloneDX');
});
