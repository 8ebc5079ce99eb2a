import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { checkSite, readSiteFile, siteSchemaText } from './site-file.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

const demoFile = () =>
  JSON.parse(readFileSync(join(ROOT, 'site.json'), 'utf8')) as Record<string, unknown> & {
    embeds: Record<string, unknown>;
    links: Record<string, unknown>;
    location: Record<string, unknown>;
  };

const check = (value: unknown) => checkSite(value, 'coop.json');

test('generates exactly the content of site.schema.json', () => {
  assert.equal(readFileSync(join(ROOT, 'site.schema.json'), 'utf8'), siteSchemaText());
});

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

type File = ReturnType<typeof demoFile>;

const MISTAKES: readonly [change: (file: File) => void, key: string, problem: string, fix: RegExp][] = [
  [
    (file) => delete file['name'],
    '/name',
    'is missing',
    /^It must be the name of the cooperative, 1 to 300 characters\.$/,
  ],
  [
    (file) => (file['name'] = ''),
    '/name',
    'is ""',
    /^It must be the name of the cooperative, 1 to 300 characters\.$/,
  ],
  [
    (file) => (file['name'] = 7),
    '/name',
    'is 7',
    /^It must be the name of the cooperative, 1 to 300 characters\.$/,
  ],
  [
    (file) => (file['name'] = 'x'.repeat(301)),
    '/name',
    `is "${'x'.repeat(79)}…`,
    /^It must be the name of the cooperative, 1 to 300 characters\.$/,
  ],
  [(file) => (file['timeZone'] = 'America/Hickory'), '/timeZone', 'is "America/Hickory"', /IANA time zone/],
  [(file) => (file['timeZone'] = ''), '/timeZone', 'is ""', /IANA time zone/],
  [
    (file) => (file['publicAddress'] = 'https://a.example/b'),
    '/publicAddress',
    'is "https://a.example/b"',
    /without a path/,
  ],
  [
    (file) => (file['logo'] = '//evil.example/x.svg'),
    '/logo',
    'is "//evil.example/x.svg"',
    /starts with one \//,
  ],
  [(file) => (file['colours'] = {}), '/colours', "isn't a setting", /^Rename colours to colors\.$/],
  [
    (file) => (file['colors'] = { light: { plate: 'green' } }),
    '/colors/light/plate',
    'is "green"',
    /such as #17492C/,
  ],
  [
    (file) => (file.location['lat'] = 91),
    '/location/lat',
    'is 91',
    /^It must be a latitude from -90 to 90\.$/,
  ],
  [
    (file) => (file.location['lat'] = '39.9'),
    '/location/lat',
    'is "39.9"',
    /^It must be a latitude from -90 to 90\.$/,
  ],
  [
    (file) => (file.embeds['video'] = 'javascript:alert(1)'),
    '/embeds/video',
    'is "javascript:alert(1)"',
    /web address/,
  ],
  [
    (file) => (file.embeds['video'] = 'https://a.example:99999/film'),
    '/embeds/video',
    'is "https://a.example:99999/film"',
    /web address/,
  ],
  [
    (file) => (file.embeds['weatherMap'] = 'https://256.256.256.256/{lat}/{lon}'),
    '/embeds/weatherMap',
    'is "https://256.256.256.256/{lat}/{lon}"',
    /web address/,
  ],
  [
    (file) => (file.embeds['weatherMap'] = 'https://a.example/{lat}'),
    '/embeds/weatherMap',
    'is "https://a.example/{lat}"',
    /\{lat\} and \{lon\}/,
  ],
  [
    (file) => (file.embeds['cashBids'] = { script: '/bids.js', attributes: { class: 'bids' } }),
    '/embeds/cashBids/attributes/class',
    "isn't a setting",
    /^Only id and data-… attributes are allowed\. The class is always barchart\.$/,
  ],
  [
    (file) => (file.embeds['pages'] = { '/news': { script: 'news.js' } }),
    '/embeds/pages/~1news/script',
    'is "news.js"',
    /web address/,
  ],
  ...[
    'http://widgets.example.com/w.js',
    'http://localhost.example.com/w.js',
    'http://localhost@widgets.example.com/w.js',
    'http://127.0.0.1.example.com/w.js',
    'http://localhost:80@widgets.example.com/w.js',
  ].map((script): (typeof MISTAKES)[number] => [
    (file) => (file.embeds['pages'] = { '/news': { script } }),
    '/embeds/pages/~1news/script',
    `is "${script}"`,
    /^It must be a web address that starts with https:\/\/, or a path on this website/,
  ]),
  [
    (file) => (file.embeds['cashBids'] = { script: 'http://widgets.example.com/w.js' }),
    '/embeds/cashBids/script',
    'is "http://widgets.example.com/w.js"',
    /starts with https:\/\//,
  ],
  [(file) => (file.links['exchanges'] = 'CME'), '/links/exchanges', 'is "CME"', /list of exchanges/],
  [(file) => (file['offers'] = [{ name: '', terms: 'Call' }]), '/offers/0/name', 'is ""', /name of an offer/],
  [
    (file) => (file['titles'] = { '/abuot-us': 'x' }),
    '/titles/~1abuot-us',
    "isn't a setting",
    /^Check the spelling or delete it\.$/,
  ],
];

for (const [change, key, problem, fix] of MISTAKES) {
  test(`rejects a site file when ${key} ${problem.slice(0, 40)}, and describes the expected value`, () => {
    const file = demoFile();
    change(file);
    const { value, issues } = check(file);
    assert.equal(value, undefined);
    assert.deepEqual(
      issues.map((issue) => [issue.key, issue.problem]),
      [[`coop.json ${key}`, problem]],
    );
    assert.match(issues[0]?.fix ?? '', fix);
  });
}

test('rejects keys with the names of properties that every object has', () => {
  for (const key of ['constructor', '__proto__', 'toString']) {
    const file = JSON.parse(`{"${key}": {"x": 1}, ${JSON.stringify(demoFile()).slice(1)}`) as unknown;
    assert.deepEqual(
      check(file).issues.map((issue) => [issue.key, issue.problem]),
      [[`coop.json /${key}`, "isn't a setting"]],
    );
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
