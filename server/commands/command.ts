import type { Config } from '#server/platform/settings/config.ts';
import { counted } from '#contract/text.ts';

export type Command = {
  /** Arguments after the name, as in the help. */
  usage: string;
  summary: string;
  /** Minimum and maximum number of arguments without options; by default, none. */
  words?: readonly [min: number, max: number];
  /** Options without a value. */
  options?: readonly string[];
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

/** Formats an ISO 8601 time in UTC, such as 2026-11-20 19:20 UTC. */
export function asTime(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

export function asTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Prints what the end of an account's API tokens means for programs. */
export function printDeletedTokens(print: (line: string) => void, count: number): void {
  if (count === 0) return;
  const [their, it] = count === 1 ? ['Its program', 'a new one'] : ['Their programs', 'new ones'];
  print(
    `Deleted ${counted(count, 'API token')} that they created. ${their} can't post bids until you create ${it} under Cash Bids.`,
  );
}

/** Prints at most 20 lines, and the number of the others. */
export function printSome(print: (line: string) => void, lines: readonly string[]): void {
  for (const line of lines.slice(0, 20)) print(line);
  if (lines.length > 20) print(`And ${counted(lines.length - 20, 'more line')}.`);
}

/** What to do about stored files that are missing or damaged. */
export const REPAIR = 'To bring back a file that has a copy, restore a backup: see docs/operating.md.';
