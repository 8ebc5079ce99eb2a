import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Day, readOpeningHours, WEEKDAYS, WEEKEND } from './opening-hours.ts';

/** Returns the hours as text, such as "Mon-Fri 07:00-12:00 13:00-17:00", and the unread text after "~". */
function read(text: string, days: readonly Day[] = WEEKDAYS): string {
  const { hours, unread } = readOpeningHours(text, days);
  const shown = hours.map((each) => {
    const times = each.times.map(({ opens, closes }) => `${clock(opens)}-${clock(closes)}`);
    return [
      each.days.map((day) => day.slice(0, 3)).join('+'),
      ...(times.length > 0 ? times : ['closed']),
    ].join(' ');
  });
  return [...shown, ...unread.map((clause) => `~ ${clause}`)].join(', ').replace(ALL_WEEK, 'Mon-Fri');
}

const ALL_WEEK = 'Mon+Tue+Wed+Thu+Fri';

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

function expectReadings(readings: Readonly<Record<string, string>>, days?: readonly Day[]): void {
  for (const [text, expected] of Object.entries(readings)) assert.equal(read(text, days), expected, text);
}

test('reads one range of times in several notations', () => {
  expectReadings({
    '7:30 am – 5:00 pm': 'Mon-Fri 07:30-17:00',
    '7:30am-5pm': 'Mon-Fri 07:30-17:00',
    '7am to noon': 'Mon-Fri 07:00-12:00',
    '8 a.m. to 12 noon': 'Mon-Fri 08:00-12:00',
    'Noon–5 PM': 'Mon-Fri 12:00-17:00',
    '12:15 am - 12:30 pm': 'Mon-Fri 00:15-12:30',
    '7a-5p': 'Mon-Fri 07:00-17:00',
    'Open 7 am till midnight.': 'Mon-Fri 07:00-24:00',
    '07:30-17:00': 'Mon-Fri 07:30-17:00',
    'Mon-Fri: 7:30 a.m. – 5:00 p.m.': 'Mon-Fri 07:30-17:00',
    'M-F 7-5': 'Mon-Fri 07:00-17:00',
    '7 a.m.–5 p.m., Monday–Friday': 'Mon-Fri 07:00-17:00',
    '7-5, M-F': 'Mon-Fri 07:00-17:00',
    '7-5 weekdays': 'Mon-Fri 07:00-17:00',
    '7-5 daily': 'Mon-Fri 07:00-17:00',
  });
});

test('adds am and pm where only one reading makes sense', () => {
  expectReadings({
    '7-5': 'Mon-Fri 07:00-17:00',
    '7–7': 'Mon-Fri 07:00-19:00',
    '7:30 – 5:00': 'Mon-Fri 07:30-17:00',
    '8-12': 'Mon-Fri 08:00-12:00',
    '1-5': 'Mon-Fri 13:00-17:00',
    '10-2': 'Mon-Fri 10:00-14:00',
    '7-5 pm': 'Mon-Fri 07:00-17:00',
    '1-5 pm': 'Mon-Fri 13:00-17:00',
    '8-11 am': 'Mon-Fri 08:00-11:00',
    '7 am - 5': 'Mon-Fri 07:00-17:00',
  });
});

test('leaves times unread that are ambiguous or invalid', () => {
  for (const text of [
    '7-11',
    '6-9 pm',
    '6 - 1 am',
    '4-8',
    '7 am - 9',
    '5 pm – 7 am',
    '7:75 am – 5 pm',
    '13 am – 2 pm',
    '0 am – 2 pm',
    '8 am – 8 am',
    '8 am – noon in season',
    'Mon 7-5 Tue',
    'By appt.',
    'by appointment',
    'Call first',
  ]) {
    assert.deepEqual(
      readOpeningHours(text, WEEKDAYS),
      { hours: [], unread: [text.replace(/\.$/, '')] },
      text,
    );
  }
  assert.deepEqual(readOpeningHours(' ', WEEKDAYS), { hours: [], unread: [] });
});

test('reads closed days, 24 hours, and a break at noon', () => {
  expectReadings({
    Closed: 'Mon-Fri closed',
    '24 hours': 'Mon-Fri 00:00-24:00',
    'Open 24 hours a day': 'Mon-Fri 00:00-24:00',
    '24/7': 'Mon-Fri 00:00-24:00',
    '7-12, 1-5': 'Mon-Fri 07:00-12:00 13:00-17:00',
    '7 am to noon and 1 to 5 pm': 'Mon-Fri 07:00-12:00 13:00-17:00',
    '7-12 & 12:30-5': 'Mon-Fri 07:00-12:00 12:30-17:00',
  });
});

test('keeps what it cannot read, such as a closed date, next to the hours', () => {
  expectReadings({
    '7–5, closed Thu Nov 26': 'Mon-Fri 07:00-17:00, ~ closed Thu Nov 26',
    '7-5 closed Thu Nov 26': 'Mon-Fri 07:00-17:00, ~ closed Thu Nov 26',
    '7-5, closed Thu, Nov 26': 'Mon-Fri 07:00-17:00, ~ closed Thu Nov 26',
    '7-5. Closed Thursday (Nov. 26).': 'Mon-Fri 07:00-17:00, ~ Closed Thursday Nov. 26',
    '7 am – 5 pm – closed 11/26': 'Mon-Fri 07:00-17:00, ~ closed 11/26',
    'Closed Thu, Nov 26; 7-5': 'Mon-Fri 07:00-17:00, ~ Closed Thu Nov 26',
    'Thu Nov 26 closed, 7-5': 'Mon-Fri 07:00-17:00, ~ Thu Nov 26 closed',
    '7-5, closed Good Friday': 'Mon-Fri 07:00-17:00, ~ closed Good Friday',
    '7-5 (closed 12-1)': 'Mon-Fri 07:00-17:00, ~ closed 12-1',
    '7-5, 7-7 in harvest': 'Mon-Fri 07:00-17:00, ~ 7-7 in harvest',
    '8-noon, or by appointment': 'Mon-Fri 08:00-12:00, ~ or by appointment',
    'closed Thu Nov 26': '~ closed Thu Nov 26',
  });
});

test('reads hours of single days', () => {
  expectReadings({
    '7-5, Fri 7-4': 'Mon+Tue+Wed+Thu 07:00-17:00, Fri 07:00-16:00',
    'Mon-Thu 7-5, Fri 7-noon': 'Mon+Tue+Wed+Thu 07:00-17:00, Fri 07:00-12:00',
    '7-5, closed Wed.': 'Mon+Tue+Thu+Fri 07:00-17:00, Wed closed',
    'Mon, 7-5': 'Mon 07:00-17:00',
    'Mon-Sat 7-5': 'Mon-Fri 07:00-17:00',
  });
  expectReadings(
    {
      '8:00 am – noon, closed Sun': 'Sat 08:00-12:00, Sun closed',
      'Sat 8-12, Sunday closed': 'Sat 08:00-12:00, Sun closed',
      'Sat & Sun 8-12': 'Sat+Sun 08:00-12:00',
      '8-12 (Sat only)': 'Sat 08:00-12:00',
      'Sat 8-12, Sunday by appointment only': 'Sat 08:00-12:00, ~ Sunday by appointment only',
      'Sat 8-12, Mon 7-5': 'Sat 08:00-12:00, ~ Mon 7-5',
    },
    WEEKEND,
  );
});

test('reads no hours where an unread day could change them, or they contradict each other', () => {
  expectReadings({
    '7-5 except Wed': '~ 7-5 except Wed',
    '7-5, except Wed': '~ 7-5, except Wed',
    'Wed by appointment, 7-5': '~ Wed by appointment, 7-5',
    '7-5, closed': '~ 7-5, closed',
    '7-5, 8-6': '~ 7-5, 8-6',
    'Fri 7-4, 7-5': '~ Fri 7-4, 7-5',
    '7-5, later on Wed market day': '~ 7-5, later on Wed market day',
  });
  expectReadings({ '8-12, Sat only': '~ 8-12, Sat only', 'Sat 8-12, 1-5': '~ Sat 8-12, 1-5' }, WEEKEND);
});
