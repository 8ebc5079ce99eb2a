import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { findPhoneNumbersInText } from 'libphonenumber-js/max';
import { phoneParts } from './phone-numbers.ts';

/** What is dialed, or the text of parts that are no number. */
const shown = (text: string) => phoneParts(text).map(({ text: part, href }) => href ?? part);

const TEXTS: [text: string, parts: string[]][] = [
  ['660-555-0142', ['tel:6605550142']],
  ['+1 (660) 555-0142', ['tel:+16605550142']],
  ['660.555.0142 ext. 5', ['tel:6605550142;ext=5']],
  ['6605550142x12', ['tel:6605550142;ext=12']],
  ['(660)555-0142 #7 after 5', ['tel:6605550142;ext=7', ' after 5']],
  ['660-555-0142 or 660-555-0143', ['tel:6605550142', ' or ', 'tel:6605550143']],
  ['Office 660 555 0142, cell 660 555 0143', ['Office ', 'tel:6605550142', ', cell ', 'tel:6605550143']],
  ['660-555-0142/0143', ['tel:6605550142', '/0143']],
  ['660-555-0142 (24 hrs)', ['tel:6605550142', ' (24 hrs)']],
  ['call 24 hrs: 660-555-0142', ['call 24 hrs: ', 'tel:6605550142']],
  ['555-0142', ['tel:5550142']],
  ['1-800-FLOWERS', ['tel:18003569377']],
  ['1-800-GO-FARMER', ['tel:18004632763']],
  ['660-555-CORN', ['tel:6605552676']],
  ['+44 20 7946 0958', ['tel:+442079460958']],
  ['911', ['tel:911']],
  ['660-555-014', ['660-555-014']],
  ['660-555-01423', ['660-555-01423']],
  ['300 bushels of corn', ['300 bushels of corn']],
  ['ask Cy', ['ask Cy']],
  ['-', ['-']],
  ['', []],
];

for (const [text, parts] of TEXTS)
  test(`reads the telephone numbers in: ${text || 'nothing'}`, () => assert.deepEqual(shown(text), parts));

const DIGITS = '0123456789'.split('');
const digits = (count: number) =>
  fc.string({ unit: fc.constantFrom(...DIGITS), minLength: count, maxLength: count });
const written = fc
  .record({
    country: fc.constantFrom('', '1-', '+1 ', '1 '),
    area: fc.constantFrom('(660) ', '660-', '660.', '660 ', '816/', '660'),
    exchange: fc.tuple(fc.constantFrom(...DIGITS.slice(2)), digits(2)).map((parts) => parts.join('')),
    gap: fc.constantFrom('-', '.', ' ', ''),
    line: digits(4),
    extension: fc.constantFrom('', ' ext. 5', ' x12', ' ext 301'),
  })
  .map(
    ({ country, area, exchange, gap, line, extension }) => country + area + exchange + gap + line + extension,
  );

test('dials what libphonenumber reads in numbers as people write them', () => {
  fc.assert(
    fc.property(written, fc.constantFrom('', ' (24 hrs)', ' or ask', ', after 5 pm'), (phone, after) => {
      const [judged] = findPhoneNumbersInText(phone + after, { defaultCountry: 'US', extended: false });
      // It reads only numbers that are assigned.
      if (!judged) return;
      const [{ href = '' } = {}] = phoneParts(phone + after);
      const { nationalNumber, ext } = judged.number;
      const [dialed, extension] = href.replace(/^tel:(?:\+?1)?/, '').split(';ext=');
      assert.deepEqual([dialed, extension], [nationalNumber, ext]);
    }),
  );
});

test('never loses a character', () => {
  const text = fc.string({ unit: fc.constantFrom(...DIGITS, ...' -.()+x#/AZaz,;'.split('')), maxLength: 40 });
  fc.assert(
    fc.property(text, (typed) =>
      assert.equal(
        phoneParts(typed)
          .map((part) => part.text)
          .join(''),
        typed,
      ),
    ),
  );
});
