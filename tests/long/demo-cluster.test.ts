import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtempDisposable, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { CHILD_ENVIRONMENT } from '#tests/support/child-environment.ts';
import { eventually } from '#tests/support/eventually.ts';
import { SERVER_HEADER } from '#tests/support/round-robin.ts';
import { hasSwift } from '#script/swift.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Starts the demo with two servers, on free ports, and with its files in `folder`. */
async function startDemo(folder: string) {
  const child = spawn(process.execPath, ['script/demo-cluster.ts', '--servers', '2'], {
    cwd: ROOT,
    env: { ...CHILD_ENVIRONMENT, PORT: '0', TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  let output = '';
  for await (const line of createInterface({ input: child.stdout })) {
    output += `${line}\n`;
    if (line.startsWith('Press Ctrl-C')) break;
  }
  const urlOf = (what: string) => new RegExp(`^The ${what} is at (http:\\S+)`, 'm').exec(output)?.[1] ?? '';
  const [site, status] = [urlOf('site'), urlOf('status page')];
  assert.match(status, /^http:\/\/127\.0\.0\.1:\d+$/, output);
  return {
    site,
    child,
    closed,
    act: (action: string) => fetch(`${status}/${action}`, { method: 'POST' }),
    readStatus: async () => (await fetch(status)).text(),
  };
}

/** Returns the processes that `pid` has started, as far as they are its children. */
async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid=']);
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return rows.flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));
}

async function assertEnded(pids: readonly number[]) {
  for (const pid of pids) {
    await eventually(() => assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' }));
  }
}

async function makeFolder() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'scalehouse-test-'));
  // PostgreSQL does not run as root.
  await chmod(folder.path, 0o755);
  return folder;
}

test('shows which server responded, saves a price, and ends everything on Ctrl-C after parts died', async () => {
  await using folder = await makeFolder();
  const demo = await startDemo(folder.path);
  const served = new Set<string | null>();
  for (let time = 0; time < 4; time += 1) {
    served.add((await fetch(demo.site)).headers.get(SERVER_HEADER));
  }
  assert.deepEqual(served, new Set(['Server 1', 'Server 2']));
  await demo.act('price');
  await eventually(async () => assert.match(await demo.readStatus(), /Saved a price as change \d+\./));
  assert.match(await demo.readStatus(), /Server [12] saved it in \d+ ms.*Server 1: \d+ ms.*Server 2: \d+ ms/);

  const pids = await childrenOf(demo.child.pid ?? 0);
  assert.ok(pids.length >= 4);
  for (const part of ['server-1', 'postgresql', ...(hasSwift() ? ['s3-server'] : [])]) {
    await demo.act(`${part}/kill`);
    await eventually(async () => {
      assert.match(await demo.readStatus(), new RegExp(`id="${part}" data-live><span class="failed">`));
    });
  }
  assert.equal((await fetch(demo.site)).headers.get(SERVER_HEADER), 'Server 2');
  demo.child.kill('SIGINT');
  assert.deepEqual(await demo.closed, [0, null]);
  await assertEnded(pids);
  assert.deepEqual(await readdir(folder.path), []);
});

test('leaves no process behind when the demo is killed', async () => {
  await using folder = await makeFolder();
  const demo = await startDemo(folder.path);
  const pids = await childrenOf(demo.child.pid ?? 0);
  assert.ok(pids.length >= 4);
  demo.child.kill('SIGKILL');
  await demo.closed;
  await assertEnded(pids);
});
