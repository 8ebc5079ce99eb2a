import { counted } from '#contract/text.ts';
import { FILE_TEXT_MAX_CHARACTERS } from './paste/file-text.ts';
import type { PasteOutcome } from './paste/paste-plugin.ts';
import type { PasteLosses } from './paste/simplify-html.ts';
import type { FileOutcome } from './paste/read-text-file.ts';

export const PLACEHOLDER = 'Enter Value';

export const TAB_HINTS = {
  changesLevel: 'Tab indents. To leave: Esc, then Tab.',
  leaves: 'Tab leaves.',
} as const;

/** Rounds up to the next hundred, so that screen readers do not announce a new number at every key press. */
export function tooLargeMessage(excess: number): string {
  const about = (Math.ceil(excess / 100) * 100).toLocaleString('en-US');
  return `This text is too long to save. Delete about ${about} lines or list items, or remove some formatting.`;
}

export type PasteMessages = { rejected: string[]; notices: string[] };

export function pasteMessages({ losses, hasText, files }: PasteOutcome): PasteMessages {
  const { rejected, notices } = fileMessages(files);
  if (!losses) return { rejected, notices };
  if (hasText) return { rejected, notices: [...notices, lossMessage(losses) ?? []].flat() };
  const lost = countsOf(losses);
  return {
    rejected: lost === '' ? rejected : [...rejected, `We couldn't paste ${lost}. This box takes only text.`],
    notices,
  };
}

/** Returns a message such as "Pasted without 2 links and 1 image. …", or undefined if nothing was dropped. */
export function lossMessage(losses: PasteLosses): string | undefined {
  const lost = countsOf(losses);
  if (lost === '') return undefined;
  const addresses = addressesOf(losses.links);
  const noun = losses.links.length === 1 ? 'link' : 'links';
  return [
    `Pasted without ${lost}. The words are kept.`,
    ...(addresses === '' ? [] : [`The ${noun} led to ${addresses}${addresses.endsWith('…') ? '' : '.'}`]),
  ].join(' ');
}

/** The browser's first use of Intl takes 30 ms, so that this module must not be the one. */
const list = (parts: readonly string[]) => new Intl.ListFormat('en-US').format(parts);

function countsOf({ links, images, tables, videos }: PasteLosses): string {
  const videosOrMaps = `${videos} ${videos === 1 ? 'video or map' : 'videos or maps'}`;
  return list([
    ...(links.length > 0 ? [counted(links.length, 'link')] : []),
    ...(images > 0 ? [counted(images, 'image')] : []),
    ...(tables > 0 ? [counted(tables, 'table')] : []),
    ...(videos > 0 ? [videosOrMaps] : []),
  ]);
}

const ADDRESSES_MAX = 3;
const ADDRESS_MAX_CHARACTERS = 100;

/** Lists the addresses that the texts of the links do not contain. */
function addressesOf(links: PasteLosses['links']): string {
  const hidden = links.flatMap(({ href, text }) => {
    const address = href
      .trim()
      .replace(/^(?:https?:\/\/|mailto:|tel:)/i, '')
      .replace(/\/$/, '');
    return lettersOf(text).includes(lettersOf(address)) ? [] : [address];
  });
  const all = [...new Set(hidden)];
  const shown = all.slice(0, ADDRESSES_MAX).map(shorten);
  const more = all.length - shown.length;
  return list(more > 0 ? [...shown, `${more} more ${more === 1 ? 'address' : 'addresses'}`] : shown);
}

const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();

const shorten = (address: string) =>
  address.length > ADDRESS_MAX_CHARACTERS ? `${address.slice(0, ADDRESS_MAX_CHARACTERS - 1)}…` : address;

function fileMessages(outcomes: readonly FileOutcome[]): PasteMessages {
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
    `“${name}” is too long. We added only the first ${FILE_TEXT_MAX_CHARACTERS.toLocaleString('en-US')} characters.`,
  empty: (name) => `“${name}” is empty, so nothing was added.`,
  image: (name) => `“${name}” is an image, and this box takes only text. Add images under Image Uploading.`,
  notText: (name) => `“${name}” isn't a text file. Copy the text and paste it here instead.`,
  unreadable: (name) => `We couldn't read “${name}”. Copy the text and paste it here instead.`,
};
