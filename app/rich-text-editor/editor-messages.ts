import { FILE_TEXT_MAX_CHARACTERS } from './paste/file-text.ts';
import type { FileOutcome } from './paste/read-text-file.ts';

export const PLACEHOLDER = 'Enter Value';

export const TAB_HINTS = {
  changesLevel: 'Tab changes the level. To leave: Escape, then Tab.',
  leaves: 'Now Tab leaves the text.',
} as const;

const COUNT = new Intl.NumberFormat('en-US');

/** Rounds up to hundreds, so that screen readers do not announce a new number at every key press. */
export function tooLargeMessage(excess: number): string {
  const about = COUNT.format(Math.ceil(excess / 100) * 100);
  return `This text is too long to be saved. Take out some ${about} lines, list items or pieces of formatted text.`;
}

export function fileMessages(outcomes: readonly FileOutcome[]): { refused: string[]; told: string[] } {
  const tell = (results: FileOutcome['result'][]) =>
    outcomes
      .filter(({ result }) => results.includes(result))
      .map(({ name, result }) => FILE_MESSAGES[result](name));
  return { refused: tell(['picture', 'notText', 'unreadable']), told: tell(['cut', 'empty']) };
}

const FILE_MESSAGES: Readonly<Record<FileOutcome['result'], (name: string) => string>> = {
  inserted: () => '',
  cut: (name) =>
    `Only the first ${COUNT.format(FILE_TEXT_MAX_CHARACTERS)} characters of “${name}” were put in.`,
  empty: (name) => `“${name}” is empty.`,
  picture: (name) => `“${name}” is a picture. Only text can be put in here.`,
  notText: (name) => `“${name}” is not a text file. Only text can be put in here.`,
  unreadable: (name) => `“${name}” could not be read.`,
};
