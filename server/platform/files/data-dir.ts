import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  realpathSync,
  rmdirSync,
  type Dirent,
} from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';

/**
 * Creates the data folder if it is missing, and makes it private. Throws StartError if it is not writable. Calls `warn`
 * with one line if other users may be able to read files, or if this process may not.
 */
export function prepareDataDir(dataDir: string, warn: (line: string) => void = () => undefined): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    // Create a folder, because on some file systems an access check succeeds although writes fail.
    rmdirSync(mkdtempSync(join(dataDir, '.writable-')));
  } catch (error) {
    throw new StartError(
      `DATA_DIR: can't write to ${dataDir} (${(error as NodeJS.ErrnoException).code}). Check the folder's permissions, or set DATA_DIR to another one.`,
    );
  }
  // Windows has no file modes. There, the files inherit the access of the folder.
  if (process.platform === 'win32') return;
  const paths = privatePaths(dataDir);
  const [open] = paths.filter((path) => !makePrivate(path));
  const unusable = paths.find((path) => !isUsable(path));
  const problems = [
    open && `Other users of this machine may be able to read ${open}, because it belongs to another user.`,
    unusable && `This server can't read and write ${unusable}.`,
  ].filter((problem) => problem !== undefined);
  if (problems.length === 0) return;
  warn(`${problems.join(' ')} Change the owner of everything in DATA_DIR, then start again.`);
}

/** Returns false for a file or folder that this process may not read and write. */
function isUsable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch (error) {
    // A temporary file of another server may be gone.
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

/** Lists files and folders to make private. The folder of the images protects those, which can be thousands. */
function privatePaths(dataDir: string): string[] {
  // Only DATA_DIR may be a link, because the person who runs the server set it. Links inside it are skipped.
  const root = realpathSync(dataDir);
  return [root, ...list(root, /^scalehouse\.sqlite|^secrets$|^files$/)];
}

function list(folder: string, names = /./): string[] {
  let entries: Dirent[] = [];
  try {
    entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => names.test(name));
  } catch {
    // A folder that this process cannot list is not open to everyone.
  }
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return entry.isFile() ? [path] : [];
    return ['images', 'documents', 'unfinished'].includes(entry.name) ? [path] : [path, ...list(path)];
  });
}

/** Takes away the access of other users. Returns false if they keep it. Follows no links. */
function makePrivate(path: string): boolean {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const { mode } = fstatSync(file);
      if ((mode & 0o077) !== 0) fchmodSync(file, mode & 0o700);
      return true;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    // A temporary file of another server may be gone, and no one else can read what this process cannot open.
    return ['ENOENT', 'ELOOP', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}
