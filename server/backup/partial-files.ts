import { randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { orMissing } from '#server/platform/files/temp-files.ts';

/** A process with the same id as that of a stopped backup, such as in another container, does not run for longer. */
const BACKUP_MS = 24 * 60 * 60_000;
const PID_LENGTH = 8;
const PARTIAL = /\.([0-9a-f]{8}|[0-9a-f]{16})\.partial$/;

/** Returns the path of a file until it is complete, which contains the id of this process. */
export const partialPath = (path: string): string =>
  `${path}.${process.pid.toString(16).padStart(PID_LENGTH, '0')}${randomBytes(4).toString('hex')}.partial`;

/** Removes the files that stopped backups have left in a folder. */
export async function removeStoppedPartials(folder: string): Promise<void> {
  for (const name of (await readdir(folder).catch(orMissing)) ?? []) {
    const [, id = ''] = PARTIAL.exec(name) ?? [];
    const found = id && (await stat(join(folder, name)).catch(orMissing));
    if (!found) continue;
    // Files of earlier releases do not name their process.
    const mayRun = id.length === PID_LENGTH || isRunning(Number.parseInt(id.slice(0, PID_LENGTH), 16));
    if (!mayRun || Date.now() - found.mtimeMs > BACKUP_MS) await rm(join(folder, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
