import { readdirSync, type Dirent } from 'node:fs';
import { join, posix } from 'node:path';

export type LocalFiles = ReturnType<typeof openLocalFiles>;

/**
 * Finds files in a folder by the paths that pages have for them. Ignores case, as the servers of many old websites do.
 * Follows no link and no path to the outside, because a page can name any file of this machine.
 */
export function openLocalFiles(root: string) {
  const folders = new Map<string, readonly Dirent[]>();

  function entries(folder: string): readonly Dirent[] {
    const known = folders.get(folder);
    if (known) return known;
    let read: Dirent[] = [];
    try {
      read = readdirSync(folder, { withFileTypes: true });
    } catch {
      // A folder that can't be read has no files for pages.
    }
    folders.set(folder, read);
    return read;
  }

  return {
    /** Returns the path of the file with a path in the folder, or undefined. */
    find(path: string): string | undefined {
      const parts = posix
        .normalize(path)
        .split('/')
        .filter((part) => part !== '' && part !== '.');
      const name = parts.pop();
      if (name === undefined || parts.includes('..') || name === '..') return undefined;
      let folder = root;
      for (const part of parts) {
        const found = match(
          entries(folder).filter((entry) => entry.isDirectory()),
          part,
        );
        if (found === undefined) return undefined;
        folder = join(folder, found);
      }
      const file = match(
        entries(folder).filter((entry) => entry.isFile()),
        name,
      );
      return file === undefined ? undefined : join(folder, file);
    },
  };
}

function match(entries: readonly Dirent[], name: string): string | undefined {
  const lower = name.toLowerCase();
  const found =
    entries.find((entry) => entry.name === name) ??
    entries.find((entry) => entry.name.toLowerCase() === lower);
  return found?.name;
}
