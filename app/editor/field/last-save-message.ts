import type { Included } from '#contract/saved.ts';
import type { LastSave } from '#contract/last-saves.ts';
import { whenOf, type Reader } from '#app/editor/shell/when-of.ts';
import { calendarDay, formatDateTime, formatTime } from '#shared/date-time.ts';

/** A save, or a change that no one has made by saving, such as of demo content. */
export type LastChange = Pick<LastSave, 'at'> & Partial<LastSave>;

export function lastSaveMessage({ at, author }: LastChange, reader: Reader): string {
  const time = whenOf(at, reader);
  if (author === undefined) return `Last changed ${time}`;
  if (author === null) return `Changed automatically ${time}`;
  return `Last saved ${time} by ${author === reader.username ? 'you' : author}`;
}

/** Returns the message of a save with the changes of others; '' without any. */
export function includedMessage(included: readonly Included[], reader: Reader): string {
  const changes = included.flatMap(({ author, at }) => {
    const time = changeTime(at, reader);
    return author === reader.username ? [] : [{ author: author ?? 'an automatic update', time }];
  });
  const [first, ...others] = changes;
  if (!first) return '';
  if (others.length === 0) return `Saved. ${possessive(first.author)} changes of ${first.time} are included.`;
  const names = changes.map(({ author, time }) => `${author} (${time})`).toReversed();
  return `Saved. Changes by ${names.slice(0, -1).join(', ')} and ${names.at(-1)} are included.`;
}

/** Returns the message of a draft whose text someone has saved since, such as "Grace saved a newer version at 9:05 am." */
export function newerMessage({ at, author }: Pick<LastSave, 'at' | 'author'>, reader: Reader): string {
  const time = at === '' ? '' : ` ${onOrAt(at, reader)}`;
  if (author === reader.username)
    return `You saved a newer version in another tab or on another device${time}.`;
  if (author !== null) return `${author} saved a newer version${time}.`;
  return at === '' ? 'Someone saved a newer version.' : `A newer version was saved automatically${time}.`;
}

/** Formats a moment as "at 9:05 am" or, on another day, "on" the day. */
export const onOrAt = (at: string, reader: Reader): string =>
  `${calendarDay(new Date(at), reader.timeZone) === reader.today ? 'at' : 'on'} ${changeTime(at, reader)}`;

/** Formats a moment as "9:05 am" or, on another day, with the day. */
export function changeTime(at: string, { timeZone, today }: Reader): string {
  const isToday = calendarDay(new Date(at), timeZone) === today;
  return isToday ? formatTime(new Date(at), timeZone) : formatDateTime(at, timeZone);
}

export const possessive = (name: string) => (name.endsWith('s') ? `${name}'` : `${name}'s`);
