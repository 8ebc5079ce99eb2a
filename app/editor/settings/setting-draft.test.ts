import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PIONEER_CATEGORIES } from '#contract/pioneer.ts';
import { SETTING_FIELDS } from '#contract/setting-fields.ts';
import { SITE_SETTINGS } from '#contract/site-settings.ts';
import { demoSite } from '#tests/support/test-site.ts';
import {
  linesOf,
  newRow,
  rowsIn,
  storedFormOf,
  toDraft,
  toValue,
  valuesIn,
  type Row,
} from './setting-draft.ts';

const CROPS = SETTING_FIELDS.pioneer.fields.categories;
const { pioneer } = demoSite();

test('storedFormOf writes drafts that it reads, of which toValue makes the settings', () => {
  const site = demoSite();
  // The editor has no form for the video.
  for (const name of SITE_SETTINGS.filter((each) => each !== 'film')) {
    const field = SETTING_FIELDS[name];
    const form = storedFormOf(field);
    const draft = toDraft(field, site[name]);
    assert.equal(typeof form.write(draft), 'string', name);
    assert.deepEqual(form.read(form.write(draft)), draft, name);
    assert.deepEqual(toValue(field, draft), site[name], name);
  }
});

test('storedFormOf reads no brands in other texts', () => {
  for (const text of ['', '{', 'null', '5', '[null]', '{"name":"X"}', '[{"name":"X"}]'])
    for (const name of ['pioneer', 'seedBrands'] as const)
      assert.equal(storedFormOf(SETTING_FIELDS[name]).read(text), undefined, text);
});

test('linesOf shows rows, with the links of an entry, and names the parts of forms', () => {
  const links = [{ label: 'Fuel', to: '/fuel' }];
  assert.deepEqual(linesOf('navigation', [{ label: 'Products', links }]), ['Products', 'Fuel: /fuel']);
  assert.deepEqual(linesOf('parts', { film: true, fuel: false }), ['Video: Yes', 'Fuel prices: No']);
  assert.deepEqual(linesOf('seedBrands', [{ name: 'Acme', programs: [{ name: 'Early', text: 'Order' }] }]), [
    'Brand 1, name: Acme',
    'Brand 1, program 1, name: Early',
    'Brand 1, program 1, text: Order',
  ]);
  assert.deepEqual(linesOf('name', ''), []);
});

test('toValue leaves what is not a number as it was typed, for the message of the server', () => {
  const { location, copyrightYear } = SETTING_FIELDS;
  assert.deepEqual(toValue(location, { lat: ' 41.5 ', lon: '93 W' }), { lat: 41.5, lon: '93 W' });
  assert.deepEqual(toValue(location, { lat: '', lon: '-0' }), { lat: '', lon: -0 });
  assert.equal(toValue(copyrightYear, 'current'), 'current');
  assert.equal(toValue(copyrightYear, '2026'), 2026);
});

test('toValue trims and completes addresses, and leaves out optional values that are blank', () => {
  for (const typed of [' https://coop.example/ ', 'coop.example', 'coop.example/'])
    assert.equal(toValue(SETTING_FIELDS.publicAddress, typed), 'https://coop.example', typed);
  const menu = [{ key: '0', label: 'Bids', to: 'cash-bids.html' }];
  assert.deepEqual(toValue(SETTING_FIELDS.navigation, menu), [{ label: 'Bids', to: 'cash-bids.html' }]);
  const links = { marketAlerts: '', map: '', dataTerms: '', exchanges: [] };
  assert.deepEqual(toValue(SETTING_FIELDS.links, links), { exchanges: [] });
  assert.deepEqual(toValue(SETTING_FIELDS.titles, { '/': '', '/store': 'Shop' }), { '/store': 'Shop' });
});

test('toValue leaves out rows that were removed', () => {
  const rows: Row[] = [
    { key: '0', name: 'Oil', terms: 'Call' },
    { key: '1', name: 'Fuel', terms: 'Call', isRemoved: true },
  ];
  assert.deepEqual(toValue(SETTING_FIELDS.offers, rows), [{ name: 'Oil', terms: 'Call' }]);
});

test('toValue leaves out what is optional and empty, but keeps lists that are emptied', () => {
  const exchange = { key: '3', name: 'MGEX', address: ' x.example', mark: '' };
  assert.deepEqual(toValue(SETTING_FIELDS.links, { exchanges: [exchange] }), {
    exchanges: [{ name: 'MGEX', address: 'https://x.example' }],
  });
  assert.deepEqual(toValue(SETTING_FIELDS.navigation, [{ key: 'a', label: 'Home', to: ' ', links: [] }]), [
    { label: 'Home' },
  ]);
  // Otherwise, these lists would get their defaults.
  const empty = { ...pioneer, programs: [], categories: [], services: [] };
  assert.deepEqual(toValue(SETTING_FIELDS.pioneer, toDraft(SETTING_FIELDS.pioneer, empty)), empty);
  const [crop] = rowsIn(valuesIn(toDraft(SETTING_FIELDS.pioneer, pioneer))['categories']);
  assert.ok(!('imageId' in (toValue(CROPS, [{ ...crop!, imageId: undefined }]) as object[])[0]!));
});

test('toValue names new crops for their web address, each differently, and keeps the names of earlier ones', () => {
  const crops = rowsIn(toDraft(CROPS, pioneer.categories));
  const added = ['Corn Product', 'Corn product!', '???', ' '].map((categoryName, at) => ({
    key: `new-${at}`,
    id: '',
    categoryName,
  }));
  const renamed = crops.map((crop) => ({ ...crop, categoryName: 'Renamed' }));
  const ids = (toValue(CROPS, [...renamed, ...added]) as { id: string }[]).map(({ id }) => id);
  assert.deepEqual(
    ids.slice(0, 8),
    pioneer.categories.map(({ id }) => id),
  );
  assert.deepEqual(ids.slice(8), ['corn-product-2', 'corn-product-3', 'crop', 'crop-2']);

  const long = [1, 2].map((at) => ({ key: `${at}`, id: '', categoryName: `${'x'.repeat(39)} y` }));
  const shortened = (toValue(CROPS, long) as { id: string }[]).map(({ id }) => id);
  assert.deepEqual(shortened, ['x'.repeat(39), `${'x'.repeat(38)}-2`], 'as long as the server accepts');
});

test('newRow has the first drawing, and gives a Pioneer crop the first number that is free', () => {
  const drawings = { crops: ['/drawings/crops/corn.svg'], services: [] };
  const after = (...numbers: number[]) => {
    const rows = numbers.map((category): Row => ({ key: `${category}`, category }));
    return newRow(CROPS.fields, { rows, drawings });
  };
  assert.equal(after()['imageUrl'], '/drawings/crops/corn.svg');
  assert.deepEqual([after()['category'], after(0, 2)['category'], after(1, 0)['category']], [0, 1, 2]);
  const most = PIONEER_CATEGORIES.map(({ category }) => category);
  assert.equal(after(...most.slice(0, -1))['category'], most.at(-1));
});

/** Drafts of an earlier release that hold what the site file of the demo has. */
const EARLIER = {
  navigation: JSON.stringify(
    demoSite()
      .navigation.flatMap(({ label, to = '', links = [] }) => [
        { label, to, isLink: false },
        ...links.map((link) => ({ ...link, isLink: true })),
      ])
      .map((row, at) => ({ id: String(at), ...row })),
  ),
  offers: JSON.stringify(demoSite().offers.map((row, at) => ({ id: String(at), ...row }))),
  colors: '{}',
  links: JSON.stringify({
    marketAlerts: demoSite().links.marketAlerts,
    dataTerms: demoSite().links.dataTerms,
    ...Object.fromEntries(
      demoSite().links.exchanges.flatMap((exchange, at) =>
        Object.entries(exchange).map(([name, value]) => [`exchanges|${at}|${name}`, value]),
      ),
    ),
    map: demoSite().links.map,
  }),
} as const;

test('storedFormOf reads drafts of an earlier release', () => {
  for (const [name, text] of Object.entries(EARLIER) as [keyof typeof EARLIER, string][]) {
    const field = SETTING_FIELDS[name];
    assert.deepEqual(toValue(field, storedFormOf(field).read(text)), demoSite()[name], name);
  }
  const colors = storedFormOf(SETTING_FIELDS.colors).read('{"light|accent":"#8a1420"}');
  assert.deepEqual(toValue(SETTING_FIELDS.colors, colors), { light: { accent: '#8a1420' }, dark: {} });
});
