/** Dates and times are the cooperative's, on server and browser alike: every function takes its zone. */

const LOCALE = 'en-US';

/** The calendar day of a moment, such as 2026-11-20. */
export function calendarDay(moment: Date, timeZone: string): string {
  // Sweden writes dates the ISO way.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(moment);
}

/** A calendar day in words, such as "Fri, Nov 20". */
export function dayInWords(day: string): string {
  return new Intl.DateTimeFormat(LOCALE, {
    timeZone: 'UTC',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
  }).format(new Date(`${day}T00:00:00Z`));
}

/** A calendar day with its year, such as "November 20, 2026". */
export function dateInWords(day: string): string {
  return new Intl.DateTimeFormat(LOCALE, { timeZone: 'UTC', dateStyle: 'long' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

/** A moment in words, such as "Fri, Nov 20, 9:05 am". */
export function momentInWords(iso: string, timeZone: string): string {
  const moment = new Date(iso);
  return `${dayInWords(calendarDay(moment, timeZone))}, ${timeInWords(moment, timeZone)}`;
}

/** The same with the name of the zone's time, such as "Fri, Nov 20, 9:05 am CST": what a price stands by. */
export function zonedMomentInWords(iso: string, timeZone: string): string {
  const zone = new Intl.DateTimeFormat(LOCALE, { timeZone, timeZoneName: 'short' })
    .formatToParts(new Date(iso))
    .find(({ type }) => type === 'timeZoneName')?.value;
  return `${momentInWords(iso, timeZone)} ${zone}`;
}

/** A time of day in words, such as "9:05 am". */
export function timeInWords(moment: Date, timeZone: string): string {
  return (
    new Intl.DateTimeFormat(LOCALE, { timeZone, hour: 'numeric', minute: '2-digit' })
      .format(moment)
      // Versions of the time zone data differ in the kind of space before am and pm.
      .replace(/\s?([AP])M$/, (_, letter: string) => ` ${letter.toLowerCase()}m`)
  );
}

/** True on Saturday and Sunday. */
export function isWeekend(day: string): boolean {
  return [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
}
