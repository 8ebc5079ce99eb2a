/** Thrown when a backup cannot be made or restored. The message is one complete line for the terminal. */
export class BackupError extends Error {
  override name = 'BackupError';
}

export function fileError(path: string, what: 'read' | 'write', cause: unknown): BackupError {
  const reason = (cause as NodeJS.ErrnoException).code ?? (cause as Error).message;
  return new BackupError(`Can't ${what} ${path} (${reason}).`, { cause });
}
