import { FILE_TEXT_MAX_CHARACTERS } from './paste/file-text.ts';
import type { FileOutcome } from './paste/read-text-file.ts';

export const PLACEHOLDER = 'Enter Value';

export const TAB_HINTS = {
  changesLevel: 'Tab indents the list. To leave the box, press Esc, then Tab.',
  leaves: 'Press Tab to leave the box.',
} as const;

const COUNT = new Intl.NumberFormat('en-US');

/** Rounds up to the next hundred, so that screen readers do not announce a new number at every key press. */
export function tooLargeMessage(excess: number): string {
  const about = COUNT.format(Math.ceil(excess / 100) * 100);
  return `This text is too long to save. Delete about ${about} lines or list items, or remove some formatting.`;
}

export function fileMessages(outcomes: readonly FileOutcome[]): { rejected: string[]; notices: string[] } {
  const messagesFor = (results: FileOutcome['result'][]) =>
    outcomes
      .filter(({ result }) => results.includes(result))
      .map(({ name, result }) => FILE_MESSAGES[result](name));
  return {
    rejected: messagesFor(['image', 'notText', 'unreadable']),
    notices: messagesFor(['cut', 'empty']),
  };
}

const FILE_MESSAGES: Readonly<Record<FileOutcome['result'], (name: string) => string>> = {
  inserted: () => '',
  cut: (name) =>
    `“${name}” is too long. We added only the first ${COUNT.format(FILE_TEXT_MAX_CHARACTERS)} characters.`,
  empty: (name) => `“${name}” is empty, so nothing was added.`,
  image: (name) => `“${name}” is an image, and this box takes only text. Add images under Image Uploading.`,
  notText: (name) => `“${name}” isn't a text file. Copy the text and paste it here instead.`,
  unreadable: (name) => `We couldn't read “${name}”. Copy the text and paste it here instead.`,
};
