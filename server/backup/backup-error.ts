/** Thrown when a backup cannot be made or restored. The message is one complete line for the terminal. */
export class BackupError extends Error {
  override name = 'BackupError';
}

export function fileError(path: string, what: 'read' | 'written', cause: unknown): BackupError {
  const reason = (cause as NodeJS.ErrnoException).code ?? (cause as Error).message;
  return new BackupError(`${path} cannot be ${what} (${reason}).`, { cause });
}
