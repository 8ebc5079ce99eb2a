import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SITE_SETTINGS } from '#contract/site-settings.ts';
import { createDraftStore } from '#app/editor/field/drafts.ts';
import { demoSite } from '#tests/support/test-site.ts';
import { parseDraft, savedText, upgradeDraft, valueOfText } from './stored-draft.ts';

test('valueOfText returns every setting that savedText has serialized', () => {
  const site = demoSite();
  // The editor has no form for the video.
  for (const name of SITE_SETTINGS.filter((each) => each !== 'film'))
    assert.deepEqual(valueOfText(name, savedText(name, site[name])), site[name], name);
});

test('rejects a draft that is not that of brands', () => {
  for (const text of [
    '',
    '{',
    'null',
    '5',
    '[null]',
    '{"name":"X"}',
    '[{"name":"X"}]',
    '{"name|0":"flat"}',
  ]) {
    assert.throws(() => parseDraft('pioneer', text), SyntaxError, text);
    assert.throws(() => parseDraft('seedBrands', text), SyntaxError, text);
  }
});

/** Saved texts of an earlier release, which keep what the site file of the demo has. */
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

test('upgrades a draft of an earlier release, whose base is still the saved text', () => {
  const storage = { find: () => undefined, save: () => true, remove: () => undefined, list: () => [] };
  for (const [name, base] of Object.entries(EARLIER) as [keyof typeof EARLIER, string][]) {
    const drafts = createDraftStore('dana', storage, storage);
    const text = base.replace('Home', 'Start').replace('{}', '{"light|accent":"#8a1420"}');
    drafts.save(name, { text, base });
    upgradeDraft(drafts, name, name);
    const stored = drafts.find(name)!;
    assert.deepEqual(valueOfText(name, stored.base), demoSite()[name], name);
    assert.equal(stored.base, savedText(name, valueOfText(name, stored.base)), name);
  }
});
