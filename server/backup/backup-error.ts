/** A backup that cannot be made or brought back. Its message is for the person at the terminal: one complete line. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** What the system says of a file, in one line. */
export function fileError(path: string, what: 'read' | 'written', cause: unknown): BackupError {
  const reason = (cause as NodeJS.ErrnoException).code ?? (cause as Error).message;
  return new BackupError(`${path} cannot be ${what} (${reason}).`, { cause });
}
