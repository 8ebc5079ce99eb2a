import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { prepareDataDir } from './data-dir.ts';

const isWindows = process.platform === 'win32' && 'Windows has no file modes';
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** Creates a data folder that every user of the machine can read. */
function makeOpen(dataDir: string): void {
  for (const file of FILES) {
    const path = join(dataDir, file);
    mkdirSync(dirname(path), { recursive: true });
    chmodSync(dirname(path), 0o755);
    writeFileSync(path, '');
    chmodSync(path, 0o644);
  }
  chmodSync(dataDir, 0o755);
  chmodSync(join(dataDir, 'files'), 0o755);
}

const FILES = [
  'scalehouse.sqlite',
  'scalehouse.sqlite-wal',
  'scalehouse.sqlite-shm',
  'secrets/upload-signing',
  'files/uploads/a.jpg',
  'files/unfinished/b',
  'files/images/c.jpg',
];

test('makes existing data private', { skip: isWindows }, async () => {
  await using folder = await temporaryFolder();
  makeOpen(folder.path);
  const problems: string[] = [];
  prepareDataDir(folder.path, (line) => problems.push(line));
  for (const path of ['', 'files', 'files/uploads', 'files/unfinished', 'files/images', 'secrets']) {
    assert.equal(modeOf(join(folder.path, path)), '700', path);
  }
  for (const file of FILES.slice(0, 5)) assert.equal(modeOf(join(folder.path, file)), '600', file);
  assert.deepEqual(problems, []);
});

test('leaves the targets of links unchanged', { skip: isWindows }, async () => {
  await using folder = await temporaryFolder();
  const [outside, dataDir] = [join(folder.path, 'outside'), join(folder.path, 'data')];
  mkdirSync(outside);
  mkdirSync(join(dataDir, 'secrets'), { recursive: true });
  writeFileSync(join(outside, 'file'), '');
  chmodSync(outside, 0o755);
  chmodSync(join(outside, 'file'), 0o644);
  symlinkSync(join(outside, 'file'), join(dataDir, 'scalehouse.sqlite-wal'));
  symlinkSync(join(outside, 'file'), join(dataDir, 'secrets', 'upload-signing'));
  symlinkSync(outside, join(dataDir, 'files'));
  prepareDataDir(dataDir);
  assert.deepEqual([modeOf(outside), modeOf(join(outside, 'file'))], ['755', '644']);
});

test(
  'accepts a file of another user, with one line',
  { skip: process.getuid?.() !== 0 && 'needs root' },
  async () => {
    await using folder = await temporaryFolder();
    makeOpen(folder.path);
    chmodSync(folder.path, 0o777);
    // Run as a user that owns none of the files.
    const program = `
    import { prepareDataDir } from ${JSON.stringify(join(import.meta.dirname, 'data-dir.ts'))};
    process.setgid(65534);
    process.setuid(65534);
    prepareDataDir(${JSON.stringify(folder.path)}, console.log);`;
    const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    assert.match(
      stdout,
      /^Other users of this machine may be able to read \S+, because it belongs to another user\. .+\n$/,
    );
  },
);

test(
  'names a file that the server cannot read or write',
  { skip: process.getuid?.() !== 0 && 'needs root' },
  async () => {
    await using folder = await temporaryFolder();
    makeOpen(folder.path);
    chmodSync(folder.path, 0o777);
    chmodSync(join(folder.path, 'secrets/upload-signing'), 0o600);
    const secret = join(folder.path, 'secrets/upload-signing');
    const program = `
    import { prepareDataDir } from ${JSON.stringify(join(import.meta.dirname, 'data-dir.ts'))};
    import { readSecret } from ${JSON.stringify(join(import.meta.dirname, 'secret.ts'))};
    process.setgid(65534);
    process.setuid(65534);
    prepareDataDir(${JSON.stringify(folder.path)}, console.log);
    try { readSecret(${JSON.stringify(secret)}); } catch ({ name, message }) { console.log(name, message); }`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
    });
    assert.equal(stderr, '');
    assert.match(
      stdout,
      / This server can't read and write \S+\. Change the owner of everything in DATA_DIR,/,
    );
    assert.match(stdout, /^StartError Can't read \S+\/upload-signing \(EACCES\)\. Change its owner/m);
  },
);
