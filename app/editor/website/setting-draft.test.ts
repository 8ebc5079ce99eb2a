import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { SITE_SETTINGS } from '#contract/site-settings.ts';
import { demoSite } from '#tests/support/test-site.ts';
import {
  blockLength,
  canMove,
  linesOf,
  moveRow,
  parseRows,
  textIn,
  toText,
  toValue,
  type Row,
} from './setting-draft.ts';

/** Objects and lists that are empty by default. */
const OPTIONAL: ReadonlySet<string> = new Set(['brand', 'colors', 'seedBrands']);

test('toValue returns every setting that toText has serialized', () => {
  const site = demoSite();
  for (const name of SITE_SETTINGS) {
    assert.deepEqual(toValue(name, toText(name, site[name])), site[name], name);
    assert.ok(linesOf(name, toText(name, site[name])).length > 0 || OPTIONAL.has(name), name);
  }
});

test('toValue leaves what is not a number as it was typed, for the message of the server', () => {
  assert.deepEqual(toValue('location', JSON.stringify({ lat: ' 41.5 ', lon: '93 W' })), {
    lat: 41.5,
    lon: '93 W',
  });
  assert.deepEqual(toValue('location', JSON.stringify({ lat: '', lon: '-0' })), { lat: '', lon: -0 });
  assert.equal(toValue('copyrightYear', 'current'), 'current');
  assert.equal(toValue('copyrightYear', '2026'), 2026);
});

test('toValue returns any number of exchanges, and no logo for one without', () => {
  const { links } = demoSite();
  const none = { ...links, exchanges: [] };
  assert.deepEqual(toValue('links', toText('links', none)), none);
  const form = JSON.parse(toText('links', none)) as object;
  const added = {
    ...form,
    'exchanges|3|name': 'MGEX',
    'exchanges|3|address': 'https://x.example',
    'exchanges|3|mark': '',
  };
  assert.deepEqual(toValue('links', JSON.stringify(added)), {
    ...none,
    exchanges: [{ name: 'MGEX', address: 'https://x.example' }],
  });
});

const menuRows = () => parseRows(toText('navigation', demoSite().navigation)) ?? [];
const labels = (rows: readonly Row[]) => rows.map((row) => (row.isLink ? ' ' : '') + textIn(row, 'label'));

test('moveRow moves an entry with its links, and a link only within its entry', () => {
  const rows = menuRows();
  const market = rows.findIndex(({ label }) => label === 'Market');
  assert.equal(blockLength(rows, market), 5);
  const moved = labels(moveRow(rows, market, -1));
  assert.deepEqual(moved.slice(4, 11), [
    'Market',
    ' Future Market Overview',
    ' Future Details',
    ' Market Snapshot',
    ' Market News',
    'Products',
    ' Services',
  ]);
  assert.ok(!canMove(rows, market + 1, -1));
  assert.ok(!canMove(rows, market + 4, 1));
  assert.deepEqual(labels(moveRow(rows, market + 1, 1)).slice(market, market + 3), [
    'Market',
    ' Future Details',
    ' Future Market Overview',
  ]);
});

test('moveRow back and forth returns the same rows, for any menu', () => {
  const menu = fc
    .array(fc.array(fc.constant('x'), { maxLength: 3 }), { minLength: 1, maxLength: 5 })
    .map((entries) =>
      entries.flatMap((links, entry) => [
        { id: `${entry}`, isLink: false },
        ...links.map((_, link) => ({ id: `${entry}-${link}`, isLink: true })),
      ]),
    );
  fc.assert(
    fc.property(menu, fc.nat(), (rows, seed) => {
      const at = seed % rows.length;
      const id = rows[at]?.id;
      const next = moveRow(rows, at, 1);
      assert.deepEqual(next.map((row) => row.id).sort(), rows.map((row) => row.id).sort());
      const there = next.findIndex((row) => row.id === id);
      assert.equal(there > at, canMove(rows, at, 1));
      if (there > at) assert.deepEqual(moveRow(next, there, -1), rows);
    }),
  );
});
