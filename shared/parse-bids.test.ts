import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIRST_COMMODITIES } from '#contract/cash-bids.ts';
import { parseBids } from './parse-bids.ts';

const NOW = Date.parse('2026-11-20T15:00:00Z');
const CORN = { location: 'Hickory Bend', commodity: 'Corn', delivery: 'Spot' };
const read = (...rows: Record<string, unknown>[]) =>
  parseBids(rows, { commodities: FIRST_COMMODITIES, now: NOW });

const invalidFields = (fields: Record<string, unknown>, isFromProgram = false) =>
  parseBids([{ ...CORN, ...fields }], { commodities: FIRST_COMMODITIES, now: NOW, isFromProgram }).issues.map(
    ({ field }) => field,
  );

test('parses a complete row', () => {
  const { bids, issues } = read({
    ...CORN,
    commodity: 'CORN',
    deliveryStart: '12/1/2026',
    deliveryEnd: '2026-12-31',
    futuresMonth: 'ZCZ26',
    futures: "432'6",
    change: "-3'2",
    basis: '-32',
    cashPrice: '4.01',
    active: 'no',
    notes: '  To \n 15% ',
    asOf: '2026-11-20T08:30-06:00',
  });
  assert.deepEqual(issues, []);
  assert.deepEqual(bids, [
    {
      ...CORN,
      deliveryStart: '2026-12-01',
      deliveryEnd: '2026-12-31',
      futuresMonth: 'Dec 2026',
      futuresEighths: 3462,
      changeEighths: -26,
      basisHundredths: -3200,
      cashPrice: null,
      active: false,
      notes: 'To 15%',
      asOf: '2026-11-20T14:30:00.000Z',
    },
  ]);
});

test('requires only location, commodity and delivery', () => {
  assert.deepEqual(invalidFields({}), []);
  const shown = read({}).issues.map(({ field }) => field);
  assert.deepEqual(shown, ['location', 'commodity', 'delivery']);
  assert.deepEqual(invalidFields({ delivery: '', deliveryStart: '2026-12-01' }), []);
});

const WRONG: readonly [field: string, values: readonly unknown[]][] = [
  ['location', ['', ' ', 5, 'x'.repeat(61), 'a\0']],
  ['commodity', ['', 'Tobacco', null]],
  ['deliveryStart', ['tomorrow', '2026-02-30', '13/1/2026', '2026-12-1']],
  ['futuresMonth', ['Smarch 2026', '2026-13', 'Z']],
  ['futures', ['4326', '4.32', "-432'6", "432'8", 432]],
  ['change', ['3.2', 'up']],
  ['basis', ['-.325', 'under', -32]],
  ['cashPrice', ['4.01234', '-1', 'call']],
  ['active', ['maybe', 1]],
  ['notes', ['x'.repeat(201)]],
  ['asOf', ['now', '2026-11-20T09:05:00', '2026-11-20T15:06:00Z', '2026-02-30T09:05:00Z', '2026-11-20']],
  ['price', ['4.01']],
];
for (const [field, values] of WRONG) {
  test(`reports an invalid ${field} under its name`, () => {
    for (const value of values)
      assert.deepEqual([...new Set(invalidFields({ [field]: value }))], [field], String(value));
  });
}

test('accepts a time of a clock that is some minutes ahead', () => {
  assert.deepEqual(invalidFields({ asOf: '2026-11-20T15:04:00Z' }), []);
});

test('rejects a basis from a program that may be in dollars', () => {
  for (const basis of ['-0.32', '.5', '-.99']) {
    assert.deepEqual(invalidFields({ basis }, true), ['basis'], basis);
    assert.deepEqual(invalidFields({ basis }), [], basis);
  }
  assert.deepEqual(invalidFields({ basis: '0' }, true), []);
});

test('reads futures, change, basis, month, and days as people type them', () => {
  const typed = {
    futures: '435.25',
    change: '0',
    basis: '0',
    futuresMonth: '7/27',
    deliveryStart: '6/15/27',
  };
  const { bids, issues } = read({ ...CORN, ...typed });
  assert.deepEqual(issues, []);
  const { futuresEighths, changeEighths, basisHundredths, futuresMonth, deliveryStart } = bids[0]!;
  assert.deepEqual(
    [futuresEighths, changeEighths, basisHundredths, futuresMonth, deliveryStart],
    [3482, 0, 0, 'Jul 2027', '2027-06-15'],
  );
});

test('rejects a delivery end before its start, or without a start', () => {
  assert.deepEqual(invalidFields({ deliveryStart: '2026-12-31', deliveryEnd: '2026-12-01' }), [
    'deliveryEnd',
  ]);
  assert.deepEqual(invalidFields({ deliveryStart: '2026-12-01', deliveryEnd: '2026-12-01' }), []);
  assert.deepEqual(invalidFields({ deliveryEnd: '2026-12-01' }), ['deliveryStart']);
});

test('checks a cash price against futures and basis', () => {
  const made = { futures: "432'6", basis: '-32' };
  assert.deepEqual(invalidFields({ ...made, cashPrice: '4.01' }), []);
  assert.match(read({ ...CORN, ...made, cashPrice: '4.02' }).issues[0]?.message ?? '', /^Enter 4\.01 /);
  assert.equal(read({ ...CORN, basis: '-32', cashPrice: '4.02' }).bids[0]?.cashPrice, 40_200);
});

test('reports all errors together, including a duplicate delivery', () => {
  const { issues } = read(CORN, { ...CORN, basis: 'x', futures: 'y' }, { ...CORN, location: 'hickory bend' });
  const found = issues.map(({ row, field }) => [row, field]);
  assert.deepEqual(found, [
    [1, 'futures'],
    [1, 'basis'],
    [1, 'delivery'],
    [2, 'delivery'],
  ]);
});

test('names the first of two equal rows by its number, or as the caller names it', () => {
  const rows = [CORN, { ...CORN, delivery: 'March' }, CORN];
  const options = { commodities: FIRST_COMMODITIES, now: NOW };
  assert.match(parseBids(rows, options).issues[0]?.message ?? '', / Row 1 already has this /);
  const named = parseBids(rows, { ...options, nameRow: (row) => `Line ${row + 4}` });
  assert.match(named.issues[0]?.message ?? '', / Line 4 already has this /);
});
