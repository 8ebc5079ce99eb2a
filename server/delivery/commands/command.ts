import type { Config } from '#server/platform/settings/config.ts';

export type Command = {
  /** Arguments after the name, as in the help. */
  usage: string;
  summary: string;
  /** Minimum and maximum number of arguments without options. */
  words: readonly [min: number, max: number];
  /** Options without a value. */
  options: readonly string[];
  /** Options with a value. */
  values?: readonly string[];
  run(command: CommandArguments): Promise<void>;
};

export type CommandArguments = {
  config: Config;
  words: readonly string[];
  has(option: string): boolean;
  valueOf(option: string): string | undefined;
  io: CommandIo;
  print(line: string): void;
};

export type CommandIo = {
  env: NodeJS.ProcessEnv;
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
};

/** Thrown for invalid command-line arguments. The process exits with status 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Thrown when a command fails. The message is one complete line for the terminal. */
export class CommandError extends Error {
  override name = 'CommandError';
}
