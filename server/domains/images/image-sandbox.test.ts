import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { MIDDLE } from '#contract/images.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { findSandbox, isIsolated, sandboxLine } from './image-sandbox.ts';
import { createImageWorker } from './image-worker.ts';

type Attack = 'environment' | 'database' | 'listener' | 'internet' | 'write' | 'program' | 'memory';

/**
 * A program in place of the decoders, as if a file had taken them over. It sends the outcome of each attack: `succeeded`
 * or an error code.
 */
const attacker = (server: { pid: number; port: number; database: string; outside: string }) => `
  import { spawnSync } from 'node:child_process';
  import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
  import { connect } from 'node:net';
  const reach = (address) => new Promise((resolve, reject) => {
    connect(address).once('connect', resolve).once('error', reject);
  });
  const attacks = {
    environment() {
      let seen = '';
      for (const pid of [${server.pid}, process.ppid, ...readdirSync('/proc').filter(Number)]) {
        try { seen += readFileSync('/proc/' + pid + '/environ', 'latin1'); } catch (error) { seen ||= error; }
      }
      if (!String(seen).includes('HOME=')) throw seen.code ? seen : { code: 'none' };
    },
    database: () => readFileSync('${server.database}'),
    listener: () => reach({ port: ${server.port}, host: '127.0.0.1' }),
    // A documentation address (RFC 5737). A system with a network times out, or reports that no host responds.
    internet: () => reach({ port: 80, host: '192.0.2.1' }),
    write: () => {
      for (const path of ['${server.outside}', '/tmp/x', '/x', '/dev/shm/x', '${import.meta.dirname}/x.ts', '/proc/${server.pid}/oom_score_adj']) {
        try { writeFileSync(path, '1'); } catch (error) { var failure = error; continue; }
        return;
      }
      throw failure;
    },
    program() {
      const { error, status } = spawnSync('/bin/sh', ['-c', 'true']);
      if (error || status !== 0) throw error ?? { code: status };
    },
    memory: () => Buffer.alloc(2 ** 30, 1),
  };
  process.on('message', async () => {
    const outcomes = {};
    for (const [name, attack] of Object.entries(attacks)) {
      try { await attack(); outcomes[name] = 'succeeded'; }
      catch (error) { outcomes[name] = String(error.code ?? error); }
    }
    process.send({ error: JSON.stringify(outcomes) });
  });`;

/** Runs all attacks in a data folder, and returns those that succeeded. */
async function attack(
  options: Pick<NonNullable<Parameters<typeof createImageWorker>[0]>, 'sandbox' | 'permissions'> = {},
): Promise<{ succeeded: Attack[]; outcomes: Record<Attack, string> }> {
  await using data = await temporaryFolder();
  const folder = join(data.path, 'files', 'unfinished', 'job');
  mkdirSync(folder, { recursive: true });
  const database = join(data.path, 'scalehouse.sqlite');
  writeFileSync(database, 'content');
  await using listener = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const program = join(folder, 'program.mjs');
  const outside = join(data.path, 'files', 'unfinished', 'other');
  writeFileSync(program, attacker({ pid: process.pid, port, database, outside }));
  const worker = createImageWorker({ program, ...options });
  const image = { fileName: 'a.jpg', revision: '', crop: '' };
  const job = { input: program, folder, image, focus: MIDDLE, make: 'all' as const };
  const error = await worker.work(job).then(
    () => assert.fail('The program made an image.'),
    (reason: Error) => reason,
  );
  assert.ok(error.message.startsWith('{'), String(error.stack));
  const outcomes = JSON.parse(error.message) as Record<Attack, string>;
  const names = Object.keys(outcomes) as Attack[];
  return { succeeded: names.filter((name) => outcomes[name] === 'succeeded'), outcomes };
}

const ownEnvironment = await readFile('/proc/self/environ', 'latin1').catch(() => '');
const hasShell = spawnSync('sh', ['-c', 'ulimit -d 1000000'], { stdio: 'ignore' }).status === 0;
const sandbox = await findSandbox(tmpdir());

test('denies everything to a program that took over the decoders', async (t) => {
  const { succeeded, outcomes } = await attack();
  t.diagnostic(`${sandbox}: ${JSON.stringify(outcomes)}`);
  if (process.platform === 'linux') assert.match(ownEnvironment, /HOME=/);
  // Only a limit of the system bounds memory.
  assert.deepEqual(succeeded, sandbox === 'none' ? ['memory'] : []);
});

test('denies everything to machine code in bubblewrap, which the permissions of Node do not restrict', async (t) => {
  if (!isIsolated(sandbox)) return t.skip('bubblewrap is missing or may not create namespaces');
  const { succeeded, outcomes } = await attack({ permissions: () => [] });
  t.diagnostic(JSON.stringify(outcomes));
  assert.deepEqual(succeeded, []);
});

test('denies machine code everything where bubblewrap cannot mount /proc, as in containers', async (t) => {
  if (!isIsolated(sandbox)) return t.skip('bubblewrap is missing or may not create namespaces');
  const { succeeded, outcomes } = await attack({
    permissions: () => [],
    sandbox: Promise.resolve('bubblewrap in a container'),
  });
  t.diagnostic(JSON.stringify(outcomes));
  assert.deepEqual(succeeded, []);
});

test('says in one line which sandbox is used', () => {
  assert.match(sandboxLine('bubblewrap', false), /^Images are decoded in a sandbox \(bubblewrap\)\.$/);
  assert.match(sandboxLine('bubblewrap in a container', true), /in a sandbox \(bubblewrap in a container\)/);
  for (const name of ['limits', 'none'] as const) {
    assert.match(
      sandboxLine(name, false),
      /^Images are decoded without a sandbox: bubblewrap isn't installed or/,
    );
    assert.match(
      sandboxLine(name, true),
      /^Images can't be uploaded: IMAGE_SANDBOX is required, but bubblewrap/,
    );
  }
});

test('denies everything except memory by the permissions of Node alone', async () => {
  const { succeeded } = await attack({ sandbox: Promise.resolve('none') });
  assert.deepEqual(succeeded, ['memory']);
});

test('limits memory without bubblewrap', { skip: !hasShell && 'the shell cannot limit memory' }, async () => {
  const { succeeded } = await attack({ sandbox: Promise.resolve('limits') });
  assert.deepEqual(succeeded, []);
});

test(
  'detects each attack that succeeds without any sandbox',
  { skip: process.platform !== 'linux' && 'not on Linux' },
  async () => {
    const { succeeded } = await attack({ sandbox: Promise.resolve('none'), permissions: () => [] });
    // A machine that runs tests may have no network.
    const shown = succeeded.filter((name) => name !== 'internet');
    assert.deepEqual(shown, ['environment', 'database', 'listener', 'write', 'program', 'memory']);
  },
);
