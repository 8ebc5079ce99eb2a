import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { contrast, DEFAULT_COLORS, findLowContrast, shownColors, withTint } from './color-contrast.ts';

const NONE = { light: {}, dark: {} };

test('contrast is 21 for black on white, and 1 for equal colors', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21);
  assert.equal(contrast('#17492C', '#17492c'), 1);
  assert.equal(contrast('#767676', '#ffffff').toFixed(2), '4.54');
});

test('finds nothing in the colors of the style sheet, which are the defaults', () => {
  assert.deepEqual(findLowContrast(NONE), []);
  const tokens = readFileSync(join(import.meta.dirname, '../app/styles/tokens.css'), 'utf8');
  const [, dark = ''] = tokens.split('prefers-color-scheme: dark');
  const { plate, plateDeep, accent, gold } = DEFAULT_COLORS.light;
  const texts = [`--plate: ${plate}`, `--plate-deep: ${plateDeep}`, `--accent: ${accent}`, `--gold: ${gold}`];
  for (const text of texts) assert.ok(tokens.includes(`${text};`), text);
  for (const text of [`--accent: ${DEFAULT_COLORS.dark.accent}`, `--gold: ${DEFAULT_COLORS.dark.gold}`])
    assert.ok(dark.includes(`${text};`), text);
});

test('names the scheme, the color, and a near one that passes', () => {
  const [found, ...others] = findLowContrast({ light: { accent: '#7fb08f' }, dark: {} });
  assert.deepEqual(others, []);
  assert.equal(found?.scheme, 'light');
  assert.equal(found.name, 'accent');
  assert.match(found.problem, /too light to read/);
  assert.match(found.suggestion, /^#[0-9a-f]{6}$/);
});

test('finds colors with less than 4.5:1 on the darkest ground', () => {
  const grays = ['#6a6a6a', '#6b6b6b', '#6c6c6c', '#6d6d6d'];
  const found = grays.filter((accent) => findLowContrast({ light: { accent }, dark: {} }).length > 0);
  assert.deepEqual(found, ['#6c6c6c', '#6d6d6d']);
});

const schemes = (colors: Parameters<typeof findLowContrast>[0]) =>
  findLowContrast(colors).flatMap(({ scheme, name }) => (name === 'plate' ? scheme : []));

test('names the header of the light scheme once, although the dark one has the same color', () => {
  assert.deepEqual(schemes({ light: { plate: '#ffff00' }, dark: {} }), ['light']);
  assert.deepEqual(schemes({ light: { plate: '#00007f', gold: '#e3ac2f' }, dark: { gold: '#ffffff' } }), []);
  assert.deepEqual(schemes({ light: { plate: '#ffff00' }, dark: { plate: '#000000' } }), ['light']);
});

const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('derives colors from any tint, or from its suggestion, that have 7:1 in the light and in the dark', () => {
  fc.assert(
    fc.property(anyColor, (color) => {
      const [found, ...others] = findLowContrast({ ...NONE, tint: color });
      assert.deepEqual(others, [], 'One problem for one color.');
      if (found) assert.equal(found.name, 'tint');
      const colors = { ...NONE, tint: found?.suggestion ?? color };
      assert.deepEqual(findLowContrast(colors), []);
      const { light, dark } = shownColors(colors);
      const pairs = [
        ...['#fbfaf4', '#ffffff', '#f0ecdf', '#fbf0d3'].map((ground) => [light.accent, ground] as const),
        ...['#12160f', '#1a1f17', '#222820', '#352a10'].map((ground) => [dark.accent, ground] as const),
        ...[light, dark].map(({ plate }) => [plate, '#fbfaf4'] as const),
      ];
      for (const [one, other] of pairs) assert.ok(contrast(one, other) >= 7, `${one} on ${other}`);
      for (const { plate, gold } of [light, dark]) assert.ok(contrast(plate, gold) >= 3, `${plate} ${gold}`);
    }),
    { numRuns: 300 },
  );
});

test('keeps a tint that can be read, and colors that were chosen beside it', () => {
  assert.deepEqual(findLowContrast({ ...NONE, tint: DEFAULT_COLORS.light.plate }), []);
  const { light, dark } = shownColors({ tint: '#5a1a1a', light: { accent: '#003366' }, dark: {} });
  assert.deepEqual([light.plate, light.accent, dark.plate], ['#5a1a1a', '#003366', '#5a1a1a']);
  assert.deepEqual(withTint({ light: { gold: '#ffffff' }, dark: {} }), {
    light: { gold: '#ffffff' },
    dark: {},
  });
});

test('finds nothing once each color is replaced by its suggestion, for any colors', () => {
  const colors = fc.record({ plate: anyColor, plateDeep: anyColor, accent: anyColor, gold: anyColor });
  fc.assert(
    fc.property(fc.record({ light: colors, dark: colors }), (site) => {
      const fixed = structuredClone(site);
      // The gold depends on the header.
      for (let round = 0; round < 2; round += 1) {
        for (const { scheme, name, suggestion } of findLowContrast(fixed))
          if (name !== 'tint') fixed[scheme][name] = suggestion;
      }
      assert.deepEqual(findLowContrast(fixed), []);
    }),
    { numRuns: 200 },
  );
});
