export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] as const;
export const WEEKEND = ['Saturday', 'Sunday'] as const;
export const ALL_DAYS = [...WEEKDAYS, ...WEEKEND];

export type Day = (typeof ALL_DAYS)[number];

/** Minutes since midnight; 1440 is the midnight at the end of the day, and more is after it. */
export type TimeRange = { opens: number; closes: number };

/** Hours that some days share. No times: closed. */
export type DayHours = { days: readonly Day[]; times: readonly TimeRange[] };

export type OpeningHours = {
  hours: readonly DayHours[];
  /** Parts of the text that `hours` does not cover, as typed. */
  unread: readonly string[];
};

const MIDNIGHT = 24 * 60;
const NOON = MIDNIGHT / 2;
/** No cooperative opens earlier, so "1-5" is in the afternoon. */
const EARLIEST = 4 * 60;

const NAME = String.raw`\b(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:s|nesday)?|thu(?:rs?(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)s?\b`;
const DASH = String.raw`(?:[-–—−]|\bto\b|\bthru\b|\bthrough\b|\b(?:un)?till?\b)`;
const DAYS = String.raw`(?:weekdays|weekends|daily|every ?day|${NAME}\.?(?:\s*(?:${DASH}|&|\/|\band\b)\s*${NAME}\.?)*)`;
const TIME = String.raw`(?:\d{1,2}(?::[0-5]\d)?(?:\s*[ap](?:\.?m)?\b\.?)?|(?:12 )?noon|(?:12 )?midnight)`;
const RANGE = String.raw`${TIME}\s*${DASH}\s*${TIME}`;
const ALWAYS = String.raw`24 ?(?:hours|hrs)(?: a day)?|24\/7|all day`;
const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|' +
  'nov(?:ember)?|dec(?:ember)?';
const DATE = String.raw`\b(?:${MONTH}|this|next|good friday|thanksgiving|christmas|easter|holidays?)\b`;

const pattern = (source: string, flags = 'i') => new RegExp(source, flags);

const CLAUSE = pattern(
  String.raw`^(?:(${DAYS})\s*:?\s*)?(?:(?:open|from)\s+)?(?:(${TIME})\s*${DASH}\s*(${TIME})|(closed)|${ALWAYS})(?:\s+(${DAYS}))?(?: only)?$`,
);
const ONLY_DAYS = pattern(`^${DAYS}$`);
const DAY_NAME = pattern(NAME);
const DAY_NAMES = pattern(NAME, 'gi');
const DATED = pattern(String.raw`${DATE}|\d\/\d|\d(?:st|nd|rd|th)\b`);

type Clause = { days: readonly Day[] | undefined; times: readonly TimeRange[] };

/**
 * Parses hours such as "7-5, closed Thu Nov 26" for a text that is about `days`. Reads only what has one meaning,
 * because wrong hours are worse than none.
 */
export function readOpeningHours(text: string, days: readonly Day[]): OpeningHours {
  const week = new Map<Day, readonly TimeRange[]>();
  const unread: string[] = [];
  let isClear = true;
  let hasUnreadDay = false;
  /** Times of the days that no clause names. */
  let others: readonly TimeRange[] | undefined;

  function add(before: readonly TimeRange[] | undefined, { times }: Clause): readonly TimeRange[] {
    if (!before) return times;
    const [last, next] = [before.at(-1), times[0]];
    if (!last || !next || next.opens < last.closes) isClear = false;
    return [...before, ...times];
  }

  for (const typed of clausesOf(text)) {
    // After "7-5", "Mon-Fri" repeats what the text is about.
    if (ONLY_DAYS.test(typed) && days.every((day) => daysIn(typed).includes(day))) continue;
    const clause = readClause(typed);
    const own = clause?.days?.filter((day) => days.includes(day));
    if (!clause || own?.length === 0) {
      unread.push(typed);
      hasUnreadDay ||= !clause && DAY_NAME.test(typed) && !DATED.test(typed);
    } else if (own) {
      for (const day of own) week.set(day, add(week.get(day), clause));
    } else {
      // After "Sat 8-12", a "1-5" may be for that day or for the others.
      isClear &&= week.size === 0;
      others = add(others, clause);
    }
  }
  if (!isClear || (others && hasUnreadDay)) return { hours: [], unread: [withoutPeriod(text)] };
  if (others) for (const day of days) if (!week.has(day)) week.set(day, others);
  return { hours: groupDays(week, days), unread };
}

/** Splits a text at punctuation, except inside a date such as "Thu, Nov 26". */
function clausesOf(text: string): string[] {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\bM\s?[-–]\s?F\b/i, 'Mon-Fri')
    .replace(pattern(String.raw`(${NAME})[.,(\s]+(?=\d|${DATE})`, 'gi'), '$1 ')
    .replace(pattern(String.raw`\((${DAYS}(?: only)?)\)`, 'gi'), '$1')
    .replace(pattern(String.raw`(${RANGE})[.\s–—-]+(?=closed\b)`, 'gi'), '$1, ')
    .split(/[,;()•|]+|\.\s+(?=[A-Z])|\s(?:and|&|\/)\s+(?=\d)/)
    .map(withoutPeriod)
    .filter((clause) => clause !== '');
}

const withoutPeriod = (text: string) => text.trim().replace(/\.$/, '');

function readClause(typed: string): Clause | undefined {
  const found = CLAUSE.exec(typed);
  if (!found) return undefined;
  const [, before, opens, closes, closed, after] = found;
  if (before && after) return undefined;
  const named = before ?? after;
  const times = closed ? [] : opens && closes ? rangesOf(opens, closes) : [{ opens: 0, closes: MIDNIGHT }];
  return times && { days: named === undefined ? undefined : daysIn(named), times };
}

/** Returns the only range that the two times can mean, or undefined if there are several or none. */
function rangesOf(opening: string, closing: string): TimeRange[] | undefined {
  const all = readingsOf(opening).flatMap((opens) =>
    readingsOf(closing).map((closes) => ({ opens, closes })),
  );
  const ranges = all.filter(({ opens, closes }) => opens < closes);
  if (ranges.length === 1) return ranges;
  // Such as 6:00 am to 1:00 am.
  const [late] = all;
  return late && all.length === 1 && late.closes < EARLIEST
    ? [{ ...late, closes: late.closes + MIDNIGHT }]
    : undefined;
}

/** Returns the times that a time such as "7", "7:30 am" or "noon" can mean. */
function readingsOf(time: string): number[] {
  if (/noon/i.test(time)) return [NOON];
  if (/midnight/i.test(time)) return [MIDNIGHT];
  const [, hour, minutes = 0, half] = /^(\d+)(?::(\d+))?\s*([ap])?/i.exec(time) ?? [];
  const hours = Number(hour);
  const am = (hours % 12) * 60 + Number(minutes);
  if (half) return hours < 1 || hours > 12 ? [] : [half.toLowerCase() === 'a' ? am : am + NOON];
  if (hours >= 12) return hours < 24 ? [am + NOON] : [];
  return hours === 0 ? [] : [am, am + NOON].filter((reading) => reading >= EARLIEST);
}

function daysIn(text: string): readonly Day[] {
  if (/^weekd/i.test(text)) return WEEKDAYS;
  if (/^weeke/i.test(text)) return WEEKEND;
  if (/^daily|^every/i.test(text)) return ALL_DAYS;
  return text.split(/&|\/|\band\b/i).flatMap((span) => {
    const indexes = (span.match(DAY_NAMES) ?? []).map((name) =>
      ALL_DAYS.findIndex((day) => day.slice(0, 3).toLowerCase() === name.slice(0, 3).toLowerCase()),
    );
    return ALL_DAYS.slice(indexes[0], indexes.at(-1)! + 1);
  });
}

function groupDays(week: ReadonlyMap<Day, readonly TimeRange[]>, days: readonly Day[]): DayHours[] {
  const groups = Map.groupBy(
    days.filter((day) => week.has(day)),
    (day) => JSON.stringify(week.get(day)),
  );
  return [...groups.values()].map((sharing) => ({ days: sharing, times: week.get(sharing[0]!) ?? [] }));
}
