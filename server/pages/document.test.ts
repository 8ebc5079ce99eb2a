import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readElements } from '#tests/support/html.ts';
import { demoSite } from '#tests/support/test-site.ts';
import { dataElement, publicSite, siteColors } from './document.ts';

const HOSTILE = [
  '</script><script>alert(1)</script>',
  '</SCRIPT ><img src=x onerror=alert(1)>',
  '<!--<script>',
  '--><script>alert(1)</script>',
  ']]></main></style></title>',
  '\u2028alert(1)\u2029',
  '&lt;/script&gt;&quot;',
  '\\u003c/script>\\',
  '\0\ud800"\'`${1}',
  '{"__proto__":1}',
];

test('dataElement preserves hostile values and is never closed by them', () => {
  for (const text of HOSTILE) {
    const data = { [text]: [text, { text }] };
    const html = `<!doctype html><body>${dataElement('page-state', data)}<p>after</p>`;
    const elements = readElements(html).filter(({ name }) => !['html', 'head', 'body'].includes(name));
    const shown = elements.map(({ name, attributes }) => [name, attributes]);
    assert.deepEqual(shown, [
      ['script', { type: 'application/json', id: 'page-state' }],
      ['p', {}],
    ]);
    assert.deepEqual(JSON.parse(elements[0]?.text ?? ''), data);
    assert.doesNotMatch(html.slice(0, -12), /[\u2028\u2029]/);
  }
});

test('siteColors converts the colors of the site file to custom properties, light and dark', () => {
  assert.equal(siteColors({ colors: { light: {}, dark: {} } }), '');
  assert.equal(
    siteColors({
      colors: { light: { plate: '#17492C', plateDeep: '#0e331e' }, dark: { gold: '#e3ac2f' } },
    }),
    '@media screen{:root{--plate:#17492C;}}' +
      '@media screen and (prefers-color-scheme:light){:root{--plate-deep:#0e331e;}}' +
      '@media screen and (prefers-color-scheme:dark){:root{--gold:#e3ac2f;}}',
  );
  assert.equal(
    siteColors({ colors: { light: { accent: '#abcdef' }, dark: {} } }),
    '@media screen and (prefers-color-scheme:light){:root{--accent:#abcdef;}}',
  );
});

test('publicSite omits settings that only the server needs', () => {
  const site = { ...demoSite(), $schema: './site.schema.json' };
  const pages = publicSite(site);
  for (const key of ['$schema', 'contentSecurityPolicy', 'shareImage', 'setup'])
    assert.equal(key in pages, false);
  assert.equal(pages.name, site.name);
  assert.deepEqual(pages.embeds, site.embeds);
});
