/** A validation error of a setting: its key, the value found, and the value expected. */
export type Mistake = { key: string; found: string; wanted: string };

export type Checked<Value> = { value: Value; mistakes: [] } | { value: undefined; mistakes: Mistake[] };

/** Thrown when the site cannot start. The message is shown in the terminal, without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}

export function mistakesError(mistakes: readonly Mistake[]): StartError {
  const count = mistakes.length === 1 ? 'One setting is wrong' : `${mistakes.length} settings are wrong`;
  const lines = mistakes.map(({ key, found, wanted }) => `  ${key}: found ${found}, wanted ${wanted}`);
  return new StartError(`${count}:\n${lines.join('\n')}`);
}
