/**
 * Installs missing dependencies and updates a stale build. Uses only Node's built-in modules and runs on any version of
 * Node, because it runs before anything is installed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const BUILD_INPUTS = [
  'app',
  'contract',
  'shared',
  'public',
  'vite.config.ts',
  'package-lock.json',
  'script/compress-build.mjs',
];

process.chdir(ROOT);
install();
if (!process.argv.includes('--install-only')) build();

function install() {
  const stamp = join('node_modules', '.installed');
  const lock = hashOf(['package-lock.json']);
  if (isCurrent(stamp, lock)) return;
  console.log('Installing dependencies…');
  run('npm', ['ci', '--loglevel=error', '--no-fund', '--no-audit']);
  writeFileSync(stamp, lock);
}

function build() {
  const stamp = join('build', '.built');
  const sources = hashOf(BUILD_INPUTS);
  if (isCurrent(stamp, sources)) return;
  console.log('Building the pages…');
  rmSync('build', { recursive: true, force: true });
  // Select React's production build here as well as at startup.
  const env = { ...process.env, NODE_ENV: 'production' };
  const node = join('node_modules', '.bin', 'node');
  const vite = join('node_modules', 'vite', 'bin', 'vite.js');
  run(node, [vite, 'build', '--logLevel', 'warn'], env);
  run(node, [vite, 'build', '--ssr', '--logLevel', 'warn'], env);
  run(node, [join('script', 'compress-build.mjs')], env);
  mkdirSync('build', { recursive: true });
  writeFileSync(stamp, sources);
}

function isCurrent(stamp, expected) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === expected;
}

/** Hashes files with their names, so that a renamed file counts as a change. */
function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesUnder))
    hash.update(path).update('\0').update(readFileSync(path)).update('\0');
  return hash.digest('hex');
}

function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (!readdirOrNull(path)) return [path];
  return readdirOrNull(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}

function readdirOrNull(path) {
  try {
    return readdirSync(path);
  } catch {
    return null;
  }
}

function run(command, parameters, env = process.env) {
  const { status, error } = spawnSync(command, parameters, {
    stdio: 'inherit',
    env,
    shell: process.platform === 'win32',
  });
  if (error) console.error(`Couldn't run ${command}: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}
