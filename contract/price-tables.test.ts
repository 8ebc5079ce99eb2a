import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { presentPriceTable } from '#server/domains/price-tables/price-tables.ts';
import { EFFORT } from '#tests/support/effort.ts';
import { PRICE_TABLES, toPriceTable } from './price-tables.ts';

fc.configureGlobal({ numRuns: EFFORT.propertyRuns });

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom('', ' ', '-', '$1,019.00'),
);
const table = fc.nat(30).chain((columns) => {
  const texts = fc.array(text, { minLength: columns, maxLength: columns });
  return fc.record({
    headers: texts,
    rows: fc.array(texts, { maxLength: 12 }),
    changedAt: fc.constantFrom(null, '2026-11-20T12:00:00.000Z'),
  });
});
const shuffledKeys = (texts: Record<string, string>) => {
  const entries = Object.entries(texts);
  return fc
    .shuffledSubarray(entries, { minLength: entries.length, maxLength: entries.length })
    .map((each) => Object.fromEntries(each));
};

test('round-trips a table, whatever the order of its keys', () => {
  const presented = fc
    .record({ table, type: fc.constantFrom(...PRICE_TABLES.map(({ type }) => type)) })
    .chain((given) => {
      const response = presentPriceTable(given.type, given.table);
      return fc.record({
        given: fc.constant(given.table),
        response: fc.constant(response),
        columnHeaders: shuffledKeys(response.columnHeaders),
        allRows: fc.tuple(...response.allRows.map(shuffledKeys)),
      });
    });
  fc.assert(
    fc.property(presented, ({ given, response, columnHeaders, allRows }) => {
      assert.deepEqual(toPriceTable(JSON.parse(JSON.stringify(response)) as typeof response), { ...given });
      assert.deepEqual(toPriceTable({ ...response, columnHeaders, allRows }), { ...given });
    }),
  );
});

test('orders columns by the numbers in their keys, and fills missing cells with empty texts', () => {
  const response = {
    columnHeaders: { fuel_header_10: 'C', fuel_header_2: 'B', fuel_header_1: 'A' },
    allRows: [{ fuel_row_1_header_10: '3', fuel_row_1_header_1: '1' }, {}],
  };
  assert.deepEqual(toPriceTable(response), {
    headers: ['A', 'B', 'C'],
    rows: [
      ['1', '', '3'],
      ['', '', ''],
    ],
    changedAt: null,
  });
});
