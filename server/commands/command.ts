import type { Config } from '#server/config.ts';

/** One command: what it is called with, and what it does. */
export type Command = {
  /** What stands behind its name, as the help shows it. */
  usage: string;
  /** What it is for, in a line. */
  summary: string;
  /** How few and how many words it takes besides options. */
  words: readonly [min: number, max: number];
  /** Its options; none of them takes a value. */
  options: readonly string[];
  run(call: CommandCall): Promise<void>;
};

export type CommandCall = {
  config: Config;
  words: readonly string[];
  has(option: string): boolean;
  io: CommandIo;
  /** Prints a line to standard output. */
  print(line: string): void;
};

/** The environment and the standard streams of a command: those of `process`, or of a test. */
export type CommandIo = {
  env: NodeJS.ProcessEnv;
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
};

/** It was called in a way that it does not know. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** It cannot be done. The message is for the person at the terminal: one complete line. */
export class CommandError extends Error {
  override name = 'CommandError';
}
