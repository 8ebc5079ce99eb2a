import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Files and folders on this machine for what is being made. They are removed when it is; the sweep takes those that a kill left. */
export type WorkFiles = ReturnType<typeof createWorkFiles>;

export function createWorkFiles(dataDir: string) {
  const root = join(dataDir, 'files', 'unfinished');

  /** A path that nothing has. */
  async function makePath(): Promise<string> {
    await mkdir(root, { recursive: true });
    return join(root, randomUUID());
  }

  return {
    makePath,

    /** A folder that goes with its scope. */
    async makeFolder(): Promise<AsyncDisposable & { path: string }> {
      const path = await makePath();
      await mkdir(path);
      return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
    },

    /** What there is, with the time at which something was last added to it. */
    async list(): Promise<{ name: string; changedAt: Date }[]> {
      const names = (await readdir(root).catch(orMissing)) ?? [];
      const found = await Promise.all(
        names.map(async (name) => ({
          name,
          changedAt: (await lstat(join(root, name)).catch(orMissing))?.mtime,
        })),
      );
      return found.flatMap(({ name, changedAt }) => (changedAt ? [{ name, changedAt }] : []));
    },

    /** Removes one with all that is in it; one that is not there is no error. */
    remove: (name: string) => rm(join(root, name), { recursive: true, force: true }),
  };
}

/** For files that somebody else may have removed meanwhile. */
export function orMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
