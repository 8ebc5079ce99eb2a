/** An entry of https://schema.org/OpeningHoursSpecification. */
export type OpeningHours = {
  '@type': 'OpeningHoursSpecification';
  dayOfWeek: readonly string[];
  opens: string;
  closes: string;
};

const TIME = String.raw`(?:(\d{1,2})(?::([0-5]\d))?\s*([ap])\.?m\.?|(noon))`;
const RANGE = new RegExp(String.raw`^\s*${TIME}\s*(?:-|–|—|to)\s*${TIME}\s*$`, 'i');

/** Parses hours such as "8 am - noon". Returns [] for ambiguous ones such as "7-7": wrong hours are worse than none. */
export function readOpeningHours(dayOfWeek: readonly string[], text: string): OpeningHours[] {
  const found = RANGE.exec(text);
  if (!found) return [];
  const opens = toTime(found.slice(1, 5));
  const closes = toTime(found.slice(5, 9));
  if (!opens || !closes || closes <= opens) return [];
  return [{ '@type': 'OpeningHoursSpecification', dayOfWeek, opens, closes }];
}

/** Returns a time of day such as 07:30, or undefined for an invalid hour. */
function toTime([hour, minute = '00', half, noon]: (string | undefined)[]): string | undefined {
  if (noon) return '12:00';
  const number = Number(hour);
  if (number < 1 || number > 12) return undefined;
  const hours = (number % 12) + (half?.toLowerCase() === 'p' ? 12 : 0);
  return `${String(hours).padStart(2, '0')}:${minute}`;
}
