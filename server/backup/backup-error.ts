/** Thrown when a backup cannot be made or restored. The message is one complete line for the terminal. */
export class BackupError extends Error {
  override name = 'BackupError';
}

const FIXES = {
  read: "Check the path and the file's permissions.",
  write: "Check the path, the folder's permissions, and the free space.",
};

export const damaged = (path: string, problem: string) =>
  new BackupError(`${path} is damaged: ${problem}. Use another backup.`);

export function fileError(path: string, what: 'read' | 'write', cause: unknown): BackupError {
  const reason = (cause as NodeJS.ErrnoException).code ?? (cause as Error).message;
  return new BackupError(`Can't ${what} ${path} (${reason}). ${FIXES[what]}`, { cause });
}
