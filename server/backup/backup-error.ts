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

/** Waits for work on a file or folder. Throws BackupError if it fails. */
export const onDisk = <Result>(
  path: string,
  what: 'read' | 'write',
  work: Promise<Result>,
): Promise<Result> =>
  work.catch((cause: NodeJS.ErrnoException) => {
    if (cause instanceof BackupError) throw cause;
    throw new BackupError(`Can't ${what} ${path} (${cause.code ?? cause.message}). ${FIXES[what]}`, {
      cause,
    });
  });
