/** One setting that stops the start: its key, what was found and what is wanted instead. */
export type Mistake = { key: string; found: string; wanted: string };

/** What a reader of settings answers: the value, or every mistake in it. */
export type Checked<Value> = { value: Value; mistakes: [] } | { value: undefined; mistakes: Mistake[] };

/** A start that cannot go on. Its message is for the person at the terminal: complete, without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}

/** All mistakes at once, one line each. */
export function mistakesError(mistakes: readonly Mistake[]): StartError {
  const count = mistakes.length === 1 ? 'One setting is wrong' : `${mistakes.length} settings are wrong`;
  const lines = mistakes.map(({ key, found, wanted }) => `  ${key}: found ${found}, wanted ${wanted}`);
  return new StartError(`${count}:\n${lines.join('\n')}`);
}
