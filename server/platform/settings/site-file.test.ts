import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { checkSetting, checkSite, readSiteFile } from './site-file.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

const demoFile = () =>
  JSON.parse(readFileSync(join(ROOT, 'site.json'), 'utf8')) as Record<string, unknown> & {
    embeds: Record<string, unknown>;
    links: Record<string, unknown>;
    location: Record<string, unknown>;
  };

const check = (value: unknown) => checkSite(value, 'coop.json');

test('uses defaults for missing keys at every depth', () => {
  const file = demoFile();
  delete file.location['lat'];
  file['titles'] = { '/about-us': 'Who we are' };
  const { value: site } = check(file);
  assert.ok(site);
  assert.deepEqual(site.location, { lat: 39.9217, lon: -93.4744 });
  assert.equal(site.language, 'en-US');
  assert.equal(site.titles['/about-us'], 'Who we are');
  assert.equal(site.titles['/contact-us'], 'Contact Us');
  assert.equal(site.embeds.pages['/news'], null);
  assert.deepEqual(site.colors, { light: {}, dark: {} });
  assert.equal(site.navigation[0]?.label, 'Home');
});

test('does not modify the given value', () => {
  const file = demoFile();
  check(file);
  assert.deepEqual(file, demoFile());
});

const NAME = /^It must be the name of the cooperative, 1 to 300 characters\.$/;
const ADDRESS = /web address/;
const SCRIPT = /^It must be a web address that starts with https:\/\/, or a path on this website/;

/** The value at a path, such as `/location/lat`, and the advice about it. */
const WRONG_VALUES: readonly [path: string, value: unknown, fix: RegExp][] = [
  ['/name', '', NAME],
  ['/name', 7, NAME],
  ['/timeZone', 'America/Hickory', /IANA time zone/],
  ['/timeZone', '', /IANA time zone/],
  ['/publicAddress', 'https://a.example/b', /without a path/],
  ['/logo', '//evil.example/x.svg', /starts with one \//],
  ['/colors/light/plate', 'green', /such as #17492C/],
  ['/location/lat', 91, /^It must be a latitude from -90 to 90\.$/],
  ['/location/lat', '39.9', /^It must be a latitude from -90 to 90\.$/],
  ['/embeds/video', 'javascript:alert(1)', ADDRESS],
  ['/embeds/video', 'https://a.example:99999/film', ADDRESS],
  ['/embeds/weatherMap', 'https://256.256.256.256/{lat}/{lon}', ADDRESS],
  ['/embeds/weatherMap', 'https://a.example/{lat}', /\{lat\} and \{lon\}/],
  ['/embeds/pages/~1news/script', 'news.js', ADDRESS],
  ['/embeds/pages/~1news/script', 'http://widgets.example.com/w.js', SCRIPT],
  ['/embeds/pages/~1news/script', 'http://localhost.example.com/w.js', SCRIPT],
  ['/embeds/pages/~1news/script', 'http://localhost@widgets.example.com/w.js', SCRIPT],
  ['/embeds/pages/~1news/script', 'http://127.0.0.1.example.com/w.js', SCRIPT],
  ['/embeds/pages/~1news/script', 'http://localhost:80@widgets.example.com/w.js', SCRIPT],
  ['/embeds/cashBids/script', 'http://widgets.example.com/w.js', /starts with https:\/\//],
  ['/links/exchanges', 'CME', /list of exchanges/],
  ['/offers/0/name', '', /name of an offer/],
];

const UNKNOWN_KEYS: readonly [path: string, fix: RegExp][] = [
  ['/colours', /^Rename colours to colors\.$/],
  ['/titles/~1abuot-us', /^Check the spelling or delete it\.$/],
  [
    '/embeds/cashBids/attributes/class',
    /^Only id and data-… attributes are allowed\. The class is always barchart\.$/,
  ],
];

/** Returns the demo file with another value at a path, and without the siblings of its last key if they are new. */
function withValue(path: string, value: unknown): object {
  const file: Record<string, unknown> = { ...demoFile(), offers: [{ name: 'Offer', terms: 'Call' }] };
  const keys = path.slice(1).split('/');
  let at = file;
  for (const [index, each] of keys.entries()) {
    const key = each.replaceAll('~1', '/');
    if (index === keys.length - 1) at[key] = value;
    else {
      const inside = at[key];
      at[key] = typeof inside === 'object' && inside !== null ? inside : { ...REQUIRED[key] };
      at = at[key] as typeof file;
    }
  }
  return file;
}

/** Keys that an object needs beside the wrong one. */
const REQUIRED: Record<string, object> = { cashBids: { script: '/bids.js' } };

function assertIssue(file: unknown, key: string, problem: string, fix: RegExp): void {
  const { value, issues } = check(file);
  assert.equal(value, undefined);
  const shown = issues.map((issue) => [issue.key, issue.problem]);
  assert.deepEqual(shown, [[`coop.json ${key}`, problem]]);
  assert.match(issues[0]?.fix ?? '', fix);
}

for (const [path, value, fix] of WRONG_VALUES) {
  test(`rejects ${JSON.stringify(value)} at ${path}, and describes the expected value`, () =>
    assertIssue(withValue(path, value), path, `is ${JSON.stringify(value)}`, fix));
}

for (const [path, fix] of UNKNOWN_KEYS) {
  test(`rejects the unknown key ${path}`, () =>
    assertIssue(withValue(path, 'x'), path, "isn't a setting", fix));
}

test('says that a key is missing, and shows only the start of a long value', () => {
  const { name: _name, ...file } = demoFile();
  assertIssue(file, '/name', 'is missing', NAME);
  assertIssue({ ...file, name: 'x'.repeat(301) }, '/name', `is "${'x'.repeat(79)}…`, NAME);
});

test('rejects keys with the names of properties that every object has', () => {
  for (const key of ['constructor', '__proto__', 'toString']) {
    const file = JSON.parse(`{"${key}": {"x": 1}, ${JSON.stringify(demoFile()).slice(1)}`) as unknown;
    const found = check(file).issues.map((issue) => [issue.key, issue.problem]);
    assert.deepEqual(found, [[`coop.json /${key}`, "isn't a setting"]]);
  }
});

test('reports all validation errors together', () => {
  const file = demoFile();
  file['services'] = Array.from({ length: 40 }, () => 0);
  delete file['name'];
  const { issues } = check(file);
  assert.deepEqual(
    new Set(issues.map(({ key }) => key)),
    new Set(['coop.json /name', ...Array.from({ length: 40 }, (_, index) => `coop.json /services/${index}`)]),
  );
});

test('reports some of a great many errors of a setting, each of which is compared with all others', () => {
  const colors = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`color${n}`, 1]));
  const { length } = checkSetting('colors', colors).issues;
  assert.ok(length > 100 && length <= 500, `${length}`);
});

for (const value of [null, [], 'site', 7, true]) {
  test(`rejects ${JSON.stringify(value)} as a site file`, () => {
    assert.deepEqual(check(value).issues, [
      { key: 'coop.json', problem: `is ${JSON.stringify(value)}`, fix: 'It must be an object of settings.' },
    ]);
  });
}

test('reports a missing file, a directory and invalid JSON with the name of the file', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'coop.json');
  assert.deepEqual(issuesOf(path), ["coop.json can't be read (ENOENT)"]);
  assert.match(issuesOf(folder.path)[0] ?? '', /can't be read \(EISDIR\)/);
  for (const text of ['', '{"name": "Hickory",}', 'name: Hickory']) {
    writeFileSync(path, text);
    assert.match(issuesOf(path).join('\n'), /^coop\.json isn't valid JSON: .+$/);
  }
});

const issuesOf = (path: string) => readSiteFile(path).issues.map(({ key, problem }) => `${key} ${problem}`);
