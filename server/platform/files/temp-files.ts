import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Temporary files and folders. Garbage collection removes those of killed processes. */
export type TempFiles = ReturnType<typeof createTempFiles>;

export function createTempFiles(dataDir: string) {
  const root = join(dataDir, 'files', 'unfinished');

  async function makePath(): Promise<string> {
    await mkdir(root, { recursive: true });
    return join(root, randomUUID());
  }

  return {
    makePath,

    async makeFolder(): Promise<AsyncDisposable & { path: string }> {
      const path = await makePath();
      await mkdir(path);
      return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
    },

    async *list(): AsyncGenerator<{ name: string; changedAt: Date }> {
      for (const name of (await readdir(root).catch(orMissing)) ?? []) {
        const found = await lstat(join(root, name)).catch(orMissing);
        if (found) yield { name, changedAt: found.mtime };
      }
    },

    remove: (name: string) => rm(join(root, name), { recursive: true, force: true }),
  };
}

/** Ignores a missing file, because another process may have removed it. */
export function orMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
