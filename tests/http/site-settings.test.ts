import assert from 'node:assert/strict';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { HistoryPage } from '#contract/history.ts';
import { API, CHANGES_HEADER, SITE_REVISION_HEADER } from '#contract/paths.ts';
import type { Problem } from '#contract/problem.ts';
import type { Site } from '#contract/site.ts';
import { SITE_SETTINGS, type SavedSiteSettings, type SiteSettings } from '#contract/site-settings.ts';
import { readChangeLog } from '#tests/support/change-log.ts';
import {
  addAdmin,
  httpClientOf,
  PASSWORD,
  onBothSites,
  onSite,
  signIn,
  type AdminClient,
} from '#tests/support/http-client.ts';
import { demoSite, openTestSite, type TestSite } from '#tests/support/test-site.ts';

type Saved = Omit<SavedSiteSettings, 'content'> & { content: Partial<SiteSettings> };

async function list(editor: AdminClient): Promise<SiteSettings> {
  const response = await editor.get(API.siteSettings);
  assert.equal(response.statusCode, 200, response.body);
  return response.json<SiteSettings>();
}

const send = (editor: AdminClient, body: object, headers = {}) =>
  editor.post(API.siteSettings, body, headers);

async function save(editor: AdminClient, values: Partial<Site>, headers = {}): Promise<Saved> {
  const response = await send(editor, { values }, headers);
  assert.equal(response.statusCode, 200, response.body);
  return response.json<Saved>();
}

const pageOf = async (site: Pick<TestSite, 'app'>, url: string) => (await httpClientOf(site).get(url)).body;

onSite('names what open pages keep of the site, in pages and in responses to them', async ({ site }) => {
  const editor = await signIn(site);
  const client = httpClientOf(site);
  async function revision(): Promise<string> {
    const [get, post] = [await client.get(API.locations), await client.post(API.siteTexts, [4])];
    const found = new Set([get, post].map(({ headers }) => headers[SITE_REVISION_HEADER]));
    found.add(/"siteRevision":"(\w+)"/.exec(await pageOf(site, '/'))?.[1]);
    assert.equal(found.size, 1);
    return String([...found][0]);
  }
  const saveText = (configType: string, message: string) =>
    editor.post(API.saveSiteText, { configType, message });
  const page = { title: 'Careers', address: 'careers', description: '', hidden: false, blocks: [] };
  const changes: [name: string, change: () => Promise<unknown>][] = [
    ['name', () => save(editor, { name: 'Prairie View' })],
    ['colors', () => save(editor, { colors: { tint: '#1b2f5b', light: {}, dark: {} } })],
    ['menu', () => save(editor, { navigation: [{ label: 'Home', to: '/' }] })],
    ['phone number', () => saveText('ContactUsPhoneNumber', '660-555-0199')],
    ['page in the menu', () => editor.post(API.ownPages, { ...page, id: 'careers', inMenu: true })],
  ];
  let before = await revision();
  for (const [name, change] of changes) {
    await change();
    const now = await revision();
    assert.notEqual(now, before, name);
    before = now;
  }
  await saveText('WelcomeMessage', 'Welcome.');
  assert.equal(await revision(), before, 'after a change that client-side navigation shows');
});

onBothSites('shows a saved setting at the next request, and names who saved it', async ({ site }) => {
  const editor = await signIn(site);
  const first = await list(editor);
  assert.deepEqual(Object.keys(first), [...SITE_SETTINGS]);
  assert.deepEqual(first.name, { value: 'Hickory Bend Farmers Cooperative', source: 'file' });
  // Fill the cache.
  assert.match(await pageOf(site, '/'), /Hickory Bend Farmers Cooperative/);
  assert.match(await pageOf(site, '/site.webmanifest'), /Hickory Bend/);

  const name = `Prairie "View" & <b>Sons</b> 'Co-op' é 🌾`;
  const saved = await save(editor, { name, copyrightYear: 2026 });
  assert.deepEqual(saved.content, {
    name: { value: name, source: 'editor' },
    copyrightYear: { value: 2026, source: 'editor' },
  });
  assert.equal(saved.changed, true);
  const home = await pageOf(site, '/');
  assert.ok(!home.includes('Hickory Bend Farmers Cooperative'));
  assert.ok(!/<(?!\/title|title)[^<]*<b>Sons/.test(home));
  assert.ok((await pageOf(site, '/weather')).includes('2026'));
  for (const url of ['/contact-us', '/price-sheet', '/board'])
    assert.ok((await pageOf(site, url)).includes('Prairie &quot;View&quot; &amp; &lt;b'), url);
  assert.equal((JSON.parse(await pageOf(site, '/site.webmanifest')) as { name: string }).name, name);
  assert.deepEqual((await list(editor)).name, saved.content.name);

  const [entry] = await readChangeLog(site.database);
  assert.deepEqual([entry?.subject, entry?.author], ['setting:name', 'Dana']);
  const again = await save(editor, { name });
  assert.equal(again.changed, false);
});

onSite('has one web address in everything that leads to the website', async ({ site }) => {
  const editor = await signIn(site);
  const urls = ['/', '/contact-us', '/sitemap.xml', '/robots.txt', '/price-sheet'];
  for (const url of urls) assert.match(await pageOf(site, url), /hickorybend\.example\.com/, url);
  await save(editor, { publicAddress: 'https://prairie.example' });
  for (const url of urls) {
    const body = await pageOf(site, url);
    assert.match(body, /https:\/\/prairie\.example/, url);
    assert.doesNotMatch(body, /hickorybend\.example/, url);
  }
  assert.match(await pageOf(site, '/'), /<link rel="canonical" href="https:\/\/prairie\.example\/">/);
  assert.match(await pageOf(site, '/price-sheet'), /aria-label="QR code for https:\/\/prairie\.example"/);
  await save(editor, { publicAddress: `https://${'a.'.repeat(140)}example` });
  assert.match(await pageOf(site, '/price-sheet'), /QR code for https:\/\/a\.a\./);
});

onSite('leaves out what is blank, or takes its default', async ({ site, clock }) => {
  clock.ms = Date.parse('2027-06-01T12:00:00Z');
  const editor = await signIn(site);
  const response = await send(editor, {
    values: { links: { exchanges: [] }, cashBids: {}, copyrightYear: '', titles: { '/store': 'Shop' } },
  });
  const { content } = response.json<Saved>();
  assert.deepEqual(content.links?.value, {
    exchanges: [],
    map: 'https://www.openstreetmap.org/directions?to={address}',
  });
  assert.equal(content.cashBids?.value.oldAfterHours, 24);
  assert.deepEqual(content.titles?.value, { ...demoSite().titles, '/store': 'Shop' });
  assert.doesNotMatch(await pageOf(site, '/'), /market alerts/);
  const weather = await pageOf(site, '/weather');
  assert.doesNotMatch(weather, /market data terms/);
  assert.match(weather, /© (<!-- -->)?2027/);
});

onSite('sets a setting from the site file again', async ({ site }) => {
  const editor = await signIn(site);
  await save(editor, { name: 'One' });
  const response = await send(editor, { fromFile: ['name', 'fuel'] });
  assert.equal(response.statusCode, 200, response.body);
  assert.deepEqual(response.json<Saved>().content.name, { value: demoSite().name, source: 'file' });
  assert.ok((await pageOf(site, '/')).includes('Hickory Bend Farmers Cooperative'));
});

const REJECTED: readonly (readonly [values: Record<string, unknown>, field: string, message: RegExp])[] = [
  [
    { name: '' },
    'body/values/name',
    /^Name of the cooperative is missing\. It must be the name of the cooperative, 1 to 300 characters\.$/,
  ],
  [{ embeds: demoSite().embeds }, 'body/values/embeds', /isn't a setting that the editor/],
  ...['https://coop.example/home', `https://${'a'.repeat(300)}.example`, 'https://coop.example:123456'].map(
    (publicAddress) =>
      [
        { publicAddress },
        'body/values/publicAddress',
        /^Web address is .* It must be the website's public address, such as https:.*, without a path\.$/,
      ] as const,
  ),
  [
    {
      navigation: [
        { label: 'Home', to: '/' },
        { label: 'Shop', links: [{ label: 'Caps', to: '/caps' }] },
      ],
    },
    'body/values/navigation/1/links/0/to',
    /^Menu, entry 2, link 1, address is "\/caps", which isn't a page or file of this website\. Check the spelling\.$/,
  ],
  [
    { navigation: [{ label: 'Nowhere' }] },
    'body/values/navigation/0',
    /^The menu entry Nowhere leads nowhere\. Add an address or a link, or remove the entry\.$/,
  ],
  [
    { services: [{ name: 'Drones', drawing: '/drawings/drone.svg' }] },
    'body/values/services/0/drawing',
    /^Services, service 1, drawing is "\/drawings\/drone\.svg", which isn't a file/,
  ],
  [
    { colors: { light: { plate: '#ffff00' } } },
    'body/values/colors/light/plate',
    /^Colors, light, header is #ffff00, which is too light for the text on it\. Use #[0-9a-f]{6}\.$/,
  ],
  [
    { colors: { tint: '#80a040' } },
    'body/values/colors/tint',
    /^Colors, tint color is #80a040, which is too light to read on the page and for the text on it\. Use #[0-9a-f]{6}\.$/,
  ],
];

onSite('rejects bad values with a sentence that names the field, and saves nothing', async ({ site }) => {
  const editor = await signIn(site);
  for (const [values, field, message] of REJECTED) {
    const response = await send(editor, { values: { ...values, copyrightYear: 2030 } });
    assert.equal(response.statusCode, 400, JSON.stringify(values));
    const [error] = response.json<Problem>().errors ?? [];
    assert.equal(error?.field, field);
    assert.match(error.message, message);
  }
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    const deep = `{"values":{"colors":${open.repeat(50_000)}1${close.repeat(50_000)}}}`;
    const response = await editor.post(API.siteSettings, deep);
    assert.equal(response.statusCode, 400);
    assert.match(response.json<Problem>().detail, /^Colors has too many levels of values\./);
  }
  const many = await send(editor, { values: Object.fromEntries(Array(50_000).fill(1).entries()) });
  assert.equal(many.statusCode, 400);
  assert.equal(many.json<Problem>().errors?.length, 1);
  const unknown = await send(editor, { fromFile: ['embeds'] });
  assert.equal(unknown.statusCode, 400);
  assert.deepEqual(await readChangeLog(site.database), []);
});

onSite("shows the tint in the browser's bar, the manifest, and the colors of all pages", async ({ site }) => {
  const editor = await signIn(site);
  await save(editor, { colors: { tint: '#5a1a1a', light: {}, dark: {} } });
  for (const url of ['/', '/cash-bids.html', '/board'])
    assert.ok((await pageOf(site, url)).includes('@media screen{:root{--plate:#5a1a1a;}}'));
  assert.ok((await pageOf(site, '/')).includes('<meta name="theme-color" content="#5a1a1a">'));
  const manifest = JSON.parse(await pageOf(site, '/site.webmanifest')) as { theme_color: string };
  assert.equal(manifest.theme_color, '#5a1a1a');
  await save(editor, { colors: { tint: '#5a1a1a', light: {}, dark: { plate: '#101010' } } });
  const home = await pageOf(site, '/');
  assert.ok(home.includes('media="(prefers-color-scheme: dark)" content="#101010"'));
  assert.ok(home.includes('media="(prefers-color-scheme: light)" content="#5a1a1a"'));
});

onSite('uses settings wherever the server does, without a restart', async ({ site, clock }) => {
  const editor = await signIn(site);
  clock.ms = Date.parse('2026-11-20T12:00:00.000Z');
  assert.equal((await httpClientOf(site).get(`${API.pastPrices}?at=2026-11-20T05:00`)).statusCode, 401);
  await save(editor, {
    pastPrices: { public: true },
    timeZone: 'Asia/Tokyo',
    pioneer: { ...demoSite().pioneer, categories: demoSite().pioneer.categories.slice(0, 1) },
    titles: { ...demoSite().titles, '/about-us': 'Who we are' },
    name: 'Prairie View Elevator',
  });
  assert.equal((await httpClientOf(site).get(`${API.pastPrices}?at=2026-11-20T20:30`)).statusCode, 404);
  clock.ms = Date.parse('2026-11-20T18:00:00.000Z');
  assert.ok((await pageOf(site, '/')).includes('November 21, 2026'), 'The day in Tokyo.');
  assert.ok((await pageOf(site, '/about-us')).includes('<title>Who we are'));
  assert.ok(!(await pageOf(site, '/sitemap.xml')).includes('wheat-product'));
  const password = await editor.post(API.password, {
    currentPassword: PASSWORD,
    newPassword: 'Prairie View Elevator 2026',
  });
  assert.match(password.json<Problem>().detail, /too easy to guess from a name/);
  await save(editor, { pastPrices: { public: false } });
  assert.equal((await httpClientOf(site).get(`${API.pastPrices}?at=2026-11-20T20:30`)).statusCode, 401);
});

onBothSites('shows a change in the history in words, and restores the value before it', async ({ site }) => {
  const editor = await signIn(site);
  await save(editor, { location: { lat: 41, lon: demoSite().location.lon } });
  const response = await send(editor, { values: { offers: [{ name: 'Propane', terms: 'Call' }] } });
  const changes = String(response.headers[CHANGES_HEADER]);
  const { entries } = (await editor.get(`${API.history}?kind=setting`)).json<HistoryPage>();
  assert.deepEqual(
    entries.map(({ item, action, canRestore }) => [item.name, action, canRestore]),
    [
      ['Offers', 'changed', true],
      ['Location', 'changed', true],
    ],
  );
  assert.deepEqual(entries[0]?.after, {
    type: 'cells',
    firstRow: 1,
    headers: ['Name', 'Terms'],
    rows: [['Propane', 'Call']],
    moreRows: 0,
  });
  assert.deepEqual(entries[1]?.before, { type: 'fields', fields: [{ label: 'Latitude', text: '39.9217' }] });
  const restored = await editor.post(API.historyRestore, { changes });
  assert.equal(restored.statusCode, 200, restored.body);
  const now = await list(editor);
  assert.deepEqual(now.offers, { value: demoSite().offers, source: 'file' });
  assert.equal(now.location.value.lat, 41);
  const lastSaves = (await editor.get(API.lastSaves)).json<Record<string, { author: string }>>();
  assert.equal(lastSaves['setting:location']?.author, 'Dana');
});

test('falls back to the site file for a setting it cannot read, names it, and names what the editor replaced', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'scalehouse-test-'));
  const logged: string[] = [];
  const printed: string[] = [];
  const logger = { level: 'warn', stream: { write: (line: string) => void logged.push(line) } };
  const open = () =>
    openTestSite({
      environment: { DATA_DIR: folder.path },
      logger,
      print: (line) => void printed.push(line),
    });
  {
    await using site = await open();
    await addAdmin(site.database, 'Dana');
    await save(await signIn(site), { name: 'One', copyrightYear: 2026 });
    await site.database.write(async (db) => {
      await db.insertInto('site_setting').values({ name: 'fuel', value: '{"priceNote":7}' }).execute();
      await db.insertInto('site_setting').values({ name: 'fromTheFuture', value: '1' }).execute();
    });
    assert.deepEqual(printed, []);
  }
  await using site = await open();
  const problems = logged.join('\n');
  assert.match(
    problems,
    /Can't read row fuel of table site_setting: Fuel note, note is 7\. It must be the note/,
  );
  assert.match(problems, /Can't read row fromTheFuture of table site_setting: this version/);
  assert.equal(printed.length, 1);
  assert.match(
    printed[0] ?? '',
    /^The editor has replaced these settings of site\.json: copyrightYear, name\./,
  );
  const settings = await list(await signIn(site));
  assert.equal(settings.fuel.value.priceNote, 'Prices per gallon.');
  assert.equal(settings.name.value, 'One');
});
