import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#server/platform/root.ts';

/** Wraps a command that starts Node, so that it can write only to one folder. */
export type Sandbox = (command: readonly string[], folder: string) => readonly string[];

export const IMAGE_PROGRAM = join(ROOT, 'server/domains/images/image-worker-program.ts');

/** Code of the program. The data folder, the site file, and `.env` files are outside. */
const CODE = ['contract', 'node_modules', 'package.json', 'server', 'shared'].map((name) => join(ROOT, name));

/**
 * Limit of private memory (RLIMIT_DATA, setrlimit(2)): 1 GB, and 0.5 GB of address space that V8 reserves for code on
 * x64. Enough for JPEG, HEIC, GIF, and opaque PNG and WebP images with `IMAGE_MAX_PIXELS`, and for AVIF with 20 million.
 */
const MEMORY_KIB = 1.5 * 1024 * 1024;
/** Stack of a thread. The default of 8 MB for each of a dozen threads counts toward the limit. */
const STACK_KIB = 2048;

/**
 * Sets limits, lets the kernel kill this process instead of the server when memory is short, and starts a program without
 * environment variables of the server.
 */
const LIMIT = `
{ ulimit -c 0; ulimit -s ${STACK_KIB}; ulimit -d ${MEMORY_KIB}; echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null
program=$(command -v "$1") || exit 127
shift
unset PATH PWD OLDPWD SHLVL
exec "$program" "$@"`;

const limited: Sandbox = (command) => ['sh', '-c', LIMIT, 'sh', ...command];

/** Where systems keep libraries of the runtime. `/nix/store` is NixOS. */
const LIBRARIES = ['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/nix/store', '/etc/ld.so.cache'];

/** Uses only options of bubblewrap 0.4, which old distributions have. */
const bubblewrapped =
  (...proc: readonly string[]): Sandbox =>
  (command, folder) =>
    limited(
      [
        'bwrap',
        // Each namespace is required; `--unshare-all` would accept a missing user namespace.
        ['--unshare-user', '--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts'],
        ['--unshare-cgroup-try', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
        LIBRARIES.flatMap((path) => ['--ro-bind-try', path, path]),
        [...CODE, process.execPath].flatMap((path) => ['--ro-bind', path, path]),
        ['--bind', folder, folder, '--chdir', folder, ...proc, '/proc', '--remount-ro', '/'],
        ...command,
      ].flat(),
      folder,
    );

/** From the strongest to the weakest. */
export const SANDBOXES = {
  bubblewrap: bubblewrapped('--proc'),
  // A container hides parts of /proc, and the kernel then allows no other one. This one lists processes, but their user
  // namespace keeps their environments, files, and memory from the program.
  'bubblewrap in a container': bubblewrapped('--ro-bind', '/proc'),
  limits: limited,
  none: (command) => command,
} satisfies Record<string, Sandbox>;

export type SandboxName = keyof typeof SANDBOXES;

/** Returns true for a sandbox that also confines machine code. */
export const isIsolated = (name: SandboxName): boolean => name.startsWith('bubblewrap');

/** Returns the line of the start about the sandbox. */
export function sandboxLine(name: SandboxName, isRequired: boolean): string {
  if (isIsolated(name)) return `Images are decoded in a sandbox (${name}).`;
  const why = "bubblewrap isn't installed or allowed. See docs/operating.md.";
  return isRequired
    ? `Images can't be uploaded: IMAGE_SANDBOX is required, but ${why}`
    : `Images are decoded without a sandbox: ${why}`;
}

/**
 * Returns options of Node that deny everything the program does not need. They hold on every system, but not against
 * machine code: “it does not provide security guarantees in the presence of malicious code”
 * (https://nodejs.org/api/permissions.html).
 */
export function nodePermissions(folder: string): string[] {
  const readable = [...CODE, realpathSync(join(ROOT, 'node_modules')), folder, '/proc/self/task'];
  return [
    '--permission',
    '--allow-addons',
    '--disable-warning=SecurityWarning',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${folder}`,
  ];
}

/** Returns all environment variables. The sandbox finds its own programs in `PATH`, and takes it away. */
export const sandboxEnvironment = (name: SandboxName, folder: string): NodeJS.ProcessEnv => ({
  ...(name !== 'none' && { PATH: process.env['PATH'] }),
  // libvips decodes large images into temporary files.
  TMPDIR: folder,
});

let found: Promise<SandboxName> | undefined;

/**
 * Returns the strongest sandbox in which the image program starts on this system. Tries it once per process, with any
 * existing folder: without a job, the program writes nothing.
 */
export const findSandbox = (folder: string): Promise<SandboxName> => (found ??= probe(folder));

async function probe(folder: string): Promise<SandboxName> {
  const names = Object.keys(SANDBOXES) as SandboxName[];
  for (const name of names.slice(0, -1)) {
    const node = [process.execPath, ...nodePermissions(folder), IMAGE_PROGRAM];
    const [file = '', ...args] = SANDBOXES[name](node, folder);
    // Without a channel to a parent, the program ends after it has loaded the decoders.
    const env = sandboxEnvironment(name, folder);
    const child = spawn(file, args, { env, stdio: 'ignore', timeout: PROBE_TIMEOUT_MS });
    child.unref();
    const [code] = (await once(child, 'exit').catch(() => [])) as [number?];
    if (code === 0) return name;
  }
  return 'none';
}

/** Enough for a small and busy machine. */
const PROBE_TIMEOUT_MS = 60_000;
