/** A validation error of a setting. `problem` continues the sentence that `key` begins; `fix` is a full sentence. */
export type ConfigIssue = { key: string; problem: string; fix: string };

export type Validated<Value> = { value: Value; issues: [] } | { value: undefined; issues: ConfigIssue[] };

/** Thrown when the site cannot start. The message is shown in the terminal, without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}

/** Returns the error of an invalid value, or of a missing one if `found` is undefined. */
export function wrongValue(key: string, found: string | undefined, wanted: string): ConfigIssue {
  return { key, problem: found === undefined ? 'is missing' : `is ${found}`, fix: `It must be ${wanted}.` };
}

export function toStartError(issues: readonly ConfigIssue[]): StartError {
  const count = issues.length === 1 ? '1 setting needs fixing' : `${issues.length} settings need fixing`;
  const lines = issues.map(({ key, problem, fix }) => `  ${key} ${problem}. ${fix}`);
  return new StartError(`${count}:\n${lines.join('\n')}`);
}
