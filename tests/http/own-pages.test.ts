import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { HistoryPage } from '#contract/history.ts';
import {
  OWN_PAGES_MAX,
  PAGE_BLOCKS_MAX,
  type OwnPage,
  type OwnPageList,
  type PageBlock,
} from '#contract/own-pages.ts';
import { API, CHANGES_HEADER, CONTENT_VERSION_HEADER } from '#contract/paths.ts';
import type { Problem } from '#contract/problem.ts';
import type { Site } from '#contract/site.ts';
import { readChangeLog } from '#tests/support/change-log.ts';
import {
  addAdmin,
  httpClientOf,
  onBothSites,
  onSite,
  signIn,
  type AdminClient,
} from '#tests/support/http-client.ts';
import { addDocument } from '#tests/support/test-documents.ts';
import { DATABASE_KINDS, freshTestDatabase } from '#tests/support/on-both-databases.ts';
import { demoSite, openTestSite } from '#tests/support/test-site.ts';

const aPage = (more: Partial<OwnPage> = {}): OwnPage => ({
  id: 'p1',
  address: 'careers',
  title: 'Careers',
  description: 'Open jobs.',
  inMenu: true,
  hidden: false,
  blocks: [
    { id: 'b1', kind: 'heading', level: 2, text: 'Open jobs' },
    { id: 'b2', kind: 'text', html: '<p>Call <a href="tel:660-555-0100">us</a>.</p>' },
  ],
  ...more,
});

type SavedPage = { content: OwnPage; version: number; changed: boolean; included?: { author: string }[] };

const from = (version: number) => ({ [CONTENT_VERSION_HEADER]: String(version) });
const add = (editor: AdminClient, page: OwnPage) => editor.post(API.ownPages, page);
const save = (editor: AdminClient, page: OwnPage, headers = {}) =>
  editor.put(`${API.ownPages}/${page.id}`, page, headers);

async function done(sending: ReturnType<AdminClient['post']>) {
  const response = await sending;
  assert.equal(response.statusCode, 200, response.body);
  return { ...response.json<SavedPage>(), changes: String(response.headers[CHANGES_HEADER]) };
}

async function rejection(sending: ReturnType<AdminClient['post']>, status = 400) {
  const response = await sending;
  assert.equal(response.statusCode, status, response.body);
  return response.json<Problem>();
}

const messageOf = ({ errors, detail }: Problem) => errors?.[0]?.message ?? detail;

const listPages = async (editor: AdminClient) => (await editor.get(API.ownPages)).json<OwnPageList>().pages;

onBothSites('adds, saves, orders, and deletes pages', async ({ site }) => {
  const editor = await signIn(site);
  const first = await done(add(editor, aPage()));
  assert.deepEqual([first.content, first.changed], [aPage(), true]);
  assert.equal((await done(add(editor, aPage()))).changed, false, 'a repeated attempt adds nothing');
  await done(add(editor, aPage({ id: 'p2', address: 'feed', title: 'Feed', blocks: [] })));
  const titles = async () => (await listPages(editor)).map(({ title }) => title);
  assert.deepEqual(await titles(), ['Careers', 'Feed']);
  await done(editor.put(API.ownPageOrder, ['p2']));
  assert.deepEqual(await titles(), ['Feed', 'Careers']);
  const next = aPage({ title: 'Jobs', blocks: aPage().blocks.toReversed() });
  await done(save(editor, next));
  assert.deepEqual((await editor.get(`${API.ownPages}/p1`)).json(), next);
  await done(editor.put(API.ownPageOrder, ['p1', 'p2']));
  const { changes } = await done(editor.delete(`${API.ownPages}/p1`));
  assert.deepEqual(await titles(), ['Feed']);
  await rejection(save(editor, next), 404);
  await done(editor.post(API.historyRestore, { changes }));
  assert.deepEqual((await editor.get(`${API.ownPages}/p1`)).json(), next);
  assert.deepEqual(await titles(), ['Jobs', 'Feed']);
});

for (const kind of DATABASE_KINDS) {
  test(`lists unreadable pages, restores and deletes them, and gives their addresses away (${kind})`, async () => {
    await using testDatabase = await freshTestDatabase(kind);
    const open = () => openTestSite({ environment: testDatabase.environment });
    const edited = aPage({ title: 'Jobs', blocks: aPage().blocks.toReversed() });
    const ids = ['p1', 'p2', 'p3', 'p4'];
    {
      await using site = await open();
      await addAdmin(site.database, 'Dana');
      const editor = await signIn(site);
      for (const id of ids)
        await done(add(editor, aPage({ id, ...(id !== 'p1' && { address: id, title: id }) })));
      await done(save(editor, edited));
      await site.database.write((db) =>
        sql`update own_page set blocks = '[{' where id in ('p1', 'p2', 'p3')`.execute(db),
      );
    }
    await using site = await open();
    const editor = await signIn(site);
    const list = async () => (await editor.get(API.ownPages)).json<OwnPageList>();
    const visit = async (path: string) => (await httpClientOf(site).get(path)).statusCode;
    assert.deepEqual(
      (await list()).unreadable?.map(({ id, title }) => [id, title]),
      [
        ['p1', 'Jobs'],
        ['p2', 'p2'],
        ['p3', 'p3'],
      ],
    );
    assert.deepEqual([await visit('/careers'), await visit('/p4')], [404, 200]);

    // Restored by saving it as it is shown.
    const found = await editor.get(`${API.ownPages}/p1`);
    assert.deepEqual(found.json(), edited);
    const base = from(Number(found.headers[CONTENT_VERSION_HEADER]));
    assert.equal((await done(save(editor, edited, base))).changed, true);
    assert.equal(await visit('/careers'), 200);
    await done(save(editor, { ...edited, title: 'More jobs' }, base));

    const { changes } = await done(editor.delete(`${API.ownPages}/p2`));
    await done(editor.post(API.historyRestore, { changes }));
    assert.equal(await visit('/p2'), 200);

    await done(add(editor, aPage({ id: 'new', address: 'p3', title: 'New' })));
    assert.equal(await visit('/p3'), 200);
    const third = aPage({ id: 'p3', address: 'p3', title: 'p3' });
    assert.equal(
      messageOf(await rejection(save(editor, third))),
      '“New” has this address. Choose another one.',
    );
    await done(save(editor, { ...third, address: 'third' }));
    assert.deepEqual([await visit('/third'), await visit('/p3')], [200, 200]);
    assert.equal((await list()).unreadable, undefined);
    assert.equal((await editor.get(API.history)).statusCode, 200);
    await done(editor.put(API.ownPageOrder, ids));
    assert.deepEqual(
      (await listPages(editor)).map(({ id }) => id),
      [...ids, 'new'],
    );
  });
}

onSite('merges moves of different pages, and rejects moves of the same page', async ({ site }) => {
  const editor = await signIn(site);
  for (const id of ['p1', 'p2', 'p3', 'p4']) await done(add(editor, aPage({ id, address: id, title: id })));
  const loaded = (await editor.get(API.ownPages)).headers[CONTENT_VERSION_HEADER];
  const order = (ids: string[]) => editor.put(API.ownPageOrder, ids, from(Number(loaded)));
  await done(order(['p4', 'p1', 'p2', 'p3']));
  await done(order(['p2', 'p1', 'p3', 'p4']));
  const ids = async () => (await listPages(editor)).map(({ id }) => id);
  assert.deepEqual(await ids(), ['p2', 'p4', 'p1', 'p3']);
  const { current } = await rejection(order(['p1', 'p3', 'p4', 'p2']), 409);
  assert.deepEqual(
    current?.conflicts?.map(({ item }) => item),
    ['p2'],
  );
  assert.deepEqual(await ids(), ['p2', 'p4', 'p1', 'p3']);
});

onSite('refuses addresses that something else has, in words', async ({ site }) => {
  const editor = await signIn(site);
  await done(add(editor, aPage()));
  await done(add(editor, aPage({ id: 'p2', address: 'feed', title: 'Feed' })));
  const problemOf = async (address: string) =>
    messageOf(await rejection(save(editor, aPage({ id: 'p2', title: 'Feed', address }))));
  assert.equal(await problemOf('careers'), '“Careers” has this address. Choose another one.');
  for (const address of [
    'products',
    'admin',
    'api',
    'images',
    'documents',
    'media',
    'assets',
    'board',
    'error',
    'healthz',
  ])
    assert.equal(await problemOf(address), `Your website already uses /${address}. Choose another address.`);
  for (const address of ['Jobs', 'a b', 'a/b', '../x', 'a--b', '-a', '', 'a.html', 'a'.repeat(61)])
    await rejection(save(editor, aPage({ id: 'p2', address })), 400);
  await done(save(editor, aPage({ id: 'p2', title: 'Feed', address: 'feed-store' })));
});

onSite('gives a page an address that another one had, which ends the redirect', async ({ site }) => {
  const editor = await signIn(site);
  const visitor = httpClientOf(site);
  await done(add(editor, aPage()));
  await done(save(editor, aPage({ address: 'jobs' })));
  assert.equal((await visitor.get('/careers')).headers.location, '/jobs');
  assert.equal((await editor.get(API.ownPages)).json<OwnPageList>().earlier['careers'], 'p1');
  await done(add(editor, aPage({ id: 'p2', title: 'Feed', address: 'careers', hidden: true })));
  assert.equal((await visitor.get('/careers')).statusCode, 404);
  await done(save(editor, aPage({ id: 'p2', title: 'Feed', address: 'feed', hidden: true })));
  assert.equal((await visitor.get('/careers')).statusCode, 404, 'an earlier address of a hidden page');
  await done(save(editor, aPage({ address: 'careers' })));
  assert.match((await visitor.get('/careers')).body, /<title>Careers/);
  assert.equal((await visitor.get('/jobs')).headers.location, '/careers');
  assert.deepEqual((await editor.get(API.ownPages)).json<OwnPageList>().earlier, { jobs: 'p1' });
});

onSite('refuses every address that a route or page of the website has', async ({ site }) => {
  const editor = await signIn(site);
  await done(add(editor, aPage()));
  const openApi = (await editor.get(API.openApi)).json<{ paths: object }>();
  const paths = [...Object.keys(openApi.paths), ...Object.keys(demoSite().titles)];
  const names = new Set(
    paths.map((path) => path.split('/')[1] ?? '').filter((name) => /^[a-z-]+$/.test(name)),
  );
  assert.ok(names.size > 10);
  for (const name of names) {
    const message = messageOf(await rejection(save(editor, aPage({ address: name }))));
    assert.match(message ?? '', /already uses/, name);
  }
});

onSite('merges the changes of two people, and reports the rest as a conflict', async ({ site }) => {
  const dana = await signIn(site);
  await addAdmin(site.database, 'lee');
  const lee = await signIn(site, { username: 'lee' });
  const { version } = await done(add(dana, aPage()));
  const [heading, text] = aPage().blocks as [PageBlock & { kind: 'heading' }, PageBlock];
  const added: PageBlock = { id: 'b3', kind: 'phone', message: 'Call us', phoneNumber: '660-555-0100' };
  await done(save(lee, aPage({ title: 'Jobs', blocks: [heading, text, added] }), from(version)));
  const mine = aPage({ blocks: [text, { ...heading, text: 'Jobs at the elevator' }] });
  const merged = await done(save(dana, mine, from(version)));
  assert.equal(merged.content.title, 'Jobs');
  assert.deepEqual(merged.content.blocks, [text, { ...heading, text: 'Jobs at the elevator' }, added]);
  assert.equal(merged.included?.[0]?.author, 'lee');
  const late = aPage({ blocks: [{ ...heading, text: 'Something else' }, text] });
  const conflict = await rejection(save(lee, late, from(version)), 409);
  assert.deepEqual(conflict.current?.content, merged.content);
  // The same save again, as after a lost response.
  assert.equal((await done(save(dana, mine, from(version)))).changed, false);
});

const headings = (count: number, text = 'x'): PageBlock[] =>
  Array.from({ length: count }, (_, at) => ({ id: `b${at}`, kind: 'heading', level: 2, text }));

onSite('bounds the pages, their blocks, and their size', async ({ site }) => {
  const editor = await signIn(site);
  await rejection(add(editor, aPage({ blocks: headings(10_000) })), 400);
  await rejection(add(editor, aPage({ blocks: headings(PAGE_BLOCKS_MAX + 1) })), 400);
  await done(add(editor, aPage({ blocks: headings(PAGE_BLOCKS_MAX) })));
  const long: PageBlock[] = Array.from({ length: 20 }, (_, at) => ({
    id: `t${at}`,
    kind: 'text',
    html: `<p>${'x'.repeat(40_000)}</p>`,
  }));
  assert.match(messageOf(await rejection(save(editor, aPage({ blocks: long })))) ?? '', /too long to save/);
  await rejection(save(editor, aPage({ blocks: [...headings(1), ...headings(1)] })));
  await rejection(save(editor, aPage({ title: ' ' })));
  for (let count = 1; count < OWN_PAGES_MAX; count += 1)
    await done(add(editor, aPage({ id: `q${count}`, address: `q${count}`, blocks: [] })));
  const message = messageOf(await rejection(add(editor, aPage({ id: 'more', address: 'more' }))));
  assert.equal(message, `Keep at most ${OWN_PAGES_MAX} pages. Delete one first.`);
});

onSite('logs what has changed in words, and restores it', async ({ site }) => {
  const editor = await signIn(site);
  await done(add(editor, aPage()));
  const [heading, text] = aPage().blocks as [PageBlock & { kind: 'heading' }, PageBlock];
  await done(save(editor, aPage({ blocks: [text, { ...heading, text: 'Jobs' }] })));
  await done(save(editor, aPage({ address: 'jobs', blocks: [text] })));
  const { entries } = (await editor.get(`${API.history}?kind=page`)).json<HistoryPage>();
  assert.deepEqual(
    entries.map(({ action, item }) => [action, item.name]),
    [
      ['changed', 'Careers'],
      ['deleted', 'Careers, Heading “Jobs”'],
      ['moved', 'Careers'],
      ['changed', 'Careers, Heading “Jobs”'],
      ['added', 'Careers'],
    ],
  );
  const of = (action: string) => entries.find((entry) => entry.action === action);
  assert.ok(entries.every(({ canRestore, before, after }) => (before ?? after) && canRestore !== undefined));
  await done(editor.post(API.historyRestore, { changes: of('deleted')?.id }));
  await done(editor.post(API.historyRestore, { changes: entries[0]?.id }));
  const now = (await editor.get(`${API.ownPages}/p1`)).json<OwnPage>();
  assert.deepEqual([now.address, now.blocks.length], ['careers', 2]);
  const removed = await done(editor.delete(`${API.ownPages}/p1`));
  const later = (await editor.get(`${API.history}?item=own-page:p1`)).json<HistoryPage>().entries;
  assert.equal(later[0]?.action, 'deleted');
  const blocked = later.find(({ item }) => item.name.includes('Heading'));
  assert.equal(blocked?.reason, 'Careers was deleted. Restore that first.');
  await done(add(editor, aPage({ id: 'p2', title: 'Other' })));
  const problem = await rejection(editor.post(API.historyRestore, { changes: removed.changes }));
  assert.equal(messageOf(problem), '“Other” has this address. Choose another one.');
  assert.ok((await readChangeLog(site.database)).every(({ subject }) => subject !== 'own-pages'));
});

const aList = (documentIds: string[]): PageBlock => ({ id: 'd', kind: 'documents', documentIds });
const addForms = (editor: AdminClient) =>
  Promise.all(['A', 'B', 'C'].map((title) => addDocument(editor, undefined, { title })));

onSite('merges the documents that two people list in one block', async ({ site }) => {
  const editor = await signIn(site);
  const [a, b, c] = (await addForms(editor)).map(({ id }) => id) as [string, string, string];
  const { version } = await done(add(editor, aPage({ blocks: [aList([a])] })));
  await done(save(editor, aPage({ blocks: [aList([b, a])] }), from(version)));
  const merged = await done(save(editor, aPage({ blocks: [aList([a, c, c])] }), from(version)));
  assert.deepEqual(merged.content.blocks, [aList([b, a, c])]);
});

const fieldsOf = (value: HistoryPage['entries'][0]['after'] | undefined) =>
  value?.type === 'fields' ? value.fields.map(({ label, text }) => [label, text]) : [];

onSite('names listed documents in the history, also deleted ones', async ({ site }) => {
  const editor = await signIn(site);
  const [a, b, c] = (await addForms(editor)).map(({ id }) => id) as [string, string, string];
  await done(add(editor, aPage({ blocks: [aList([a, 'gone'])] })));
  await done(save(editor, aPage({ blocks: [aList([c, b])] })));
  await editor.delete(`${API.deleteDocument}/${b}`);
  const { entries } = (await editor.get(`${API.history}?kind=page`)).json<HistoryPage>();
  const [changed, added] = entries;
  assert.equal(changed?.item.name, 'Careers, Documents');
  assert.deepEqual([changed?.before, changed?.after].map(fieldsOf), [
    [['Documents', 'A, Deleted document']],
    [['Documents', 'C, B']],
  ]);
  assert.deepEqual(fieldsOf(added?.after).at(-1), ['Block 1, Documents', 'A, Deleted document']);
  await done(editor.post(API.historyRestore, { changes: changed?.id }));
  const { blocks } = (await editor.get(`${API.ownPages}/p1`)).json<OwnPage>();
  assert.deepEqual(blocks, [aList([a, 'gone'])]);
});

onSite(
  'shows the listed documents in order with type, size, and date, without deleted ones',
  async ({ site }) => {
    const editor = await signIn(site);
    const visitor = httpClientOf(site);
    const [a, b, c] = await addForms(editor);
    const ids = [c, 'gone', a, b].map((each) => (typeof each === 'string' ? each : (each?.id ?? '')));
    await done(add(editor, aPage({ blocks: [aList(ids)] })));
    const links = async () =>
      [...(await visitor.get('/careers')).body.matchAll(/<a href="(\/documents\/[^"]*)" download/g)].map(
        ([, url]) => url,
      );
    assert.deepEqual(await links(), [c?.url, a?.url, b?.url]);
    assert.match(
      (await visitor.get('/careers')).body,
      />C<\/a><span class="fine-print">PDF, 1 KB · <time dateTime="[^"]*">\w+ \d+, \d+<\/time>/i,
    );
    await editor.delete(`${API.deleteDocument}/${a?.id}`);
    assert.deepEqual(await links(), [c?.url, b?.url]);
    for (const { id } of [b, c].filter((each) => each !== undefined))
      await editor.delete(`${API.deleteDocument}/${id}`);
    assert.deepEqual(await links(), []);
    assert.equal((await visitor.get('/careers')).statusCode, 200);
  },
);

const listing = (ids: string[]): PageBlock[] => [
  { id: '1', kind: 'gallery', imageIds: ids },
  { id: '2', kind: 'people', employeeIds: ids },
  { id: '3', kind: 'documents', documentIds: ids },
];

onSite('keeps each image, employee, and document of a block once', async ({ site }) => {
  const editor = await signIn(site);
  const { content } = await done(add(editor, aPage({ blocks: listing(['b', 'a', 'b']) })));
  assert.deepEqual(content.blocks, listing(['b', 'a']));
});

const HOSTILE = `<img src=x onerror=alert(1)><script>alert(1)</script><a href="javascript:alert(1)">x</a>`;

onSite('keeps hostile HTML in every block from becoming markup', async ({ site }) => {
  const editor = await signIn(site);
  const blocks: PageBlock[] = [
    { id: '1', kind: 'heading', level: 2, text: HOSTILE },
    { id: '2', kind: 'text', html: HOSTILE },
    { id: '3', kind: 'picture', imageId: 'x', caption: HOSTILE },
    { id: '4', kind: 'gallery', imageIds: ['x'] },
    { id: '5', kind: 'table', caption: HOSTILE, headers: [HOSTILE], rows: [[HOSTILE, HOSTILE]] },
    { id: '6', kind: 'people', employeeIds: [] },
    { id: '7', kind: 'phone', message: HOSTILE, phoneNumber: HOSTILE },
    { id: '8', kind: 'frame', title: HOSTILE, address: '', height: 300 },
    { id: '9', kind: 'documents', documentIds: ['x'] },
  ];
  await done(add(editor, aPage({ title: HOSTILE.slice(0, 80), description: HOSTILE, blocks })));
  const { body, statusCode } = await editor.get('/careers');
  assert.equal(statusCode, 200);
  assert.doesNotMatch(body, /<img src=x|<script>alert|href="javascript/i);
});

onSite('allows frames only from the origins of the site file', async ({ site }) => {
  const editor = await signIn(site);
  const problemOf = async (address: string) => {
    const block: PageBlock = { id: 'f', kind: 'frame', title: 'Map', address, height: 300 };
    return messageOf(await rejection(add(editor, aPage({ blocks: [block] }))));
  };
  assert.match((await problemOf('https://evil.example/x')) ?? '', /doesn't allow frames from evil\.example/);
  assert.match((await problemOf('javascript:alert(1)')) ?? '', /starts with https/);
});

test('shows frames from the origins of the site file, also after a change of a setting', async () => {
  const file = demoSite();
  const contentSecurityPolicy = { ...file.contentSecurityPolicy, frames: ['https://maps.example.com'] };
  await using site = await openTestSite({ seedContent: 'none', site: { ...file, contentSecurityPolicy } });
  await addAdmin(site.database, 'Dana');
  const editor = await signIn(site);
  const address = 'https://maps.example.com/us';
  const block: PageBlock = { id: 'f', kind: 'frame', title: 'Map', address, height: 300 };
  await done(add(editor, aPage({ blocks: [block] })));
  await site.change({ settings: { name: 'Another Cooperative' } });
  const { body, headers } = await httpClientOf(site).get('/careers');
  assert.match(body, /<iframe[^>]* src="https:\/\/maps\.example\.com\/us"/);
  assert.match(String(headers['content-security-policy']), /frame-src [^;]*https:\/\/maps\.example\.com/);
});

onSite(
  'shows a page in the menu and to search engines, and follows it to a new address',
  async ({ site }) => {
    const editor = await signIn(site);
    const visitor = httpClientOf(site);
    await done(add(editor, aPage()));
    const shown = await visitor.get('/careers');
    assert.equal(shown.statusCode, 200);
    assert.equal(shown.headers['cache-control'], 'no-cache');
    assert.match(shown.body, /<title>Careers · /);
    assert.match(shown.body, /<meta name="description" content="Open jobs\.">/);
    assert.match(shown.body, /<h1>Careers<\/h1>.*<h2>Open jobs<\/h2>.*<a href="tel:660-555-0100">us<\/a>/s);
    assert.match(shown.body, /"@type":"WebPage".*"@type":"BreadcrumbList"/s);
    assert.doesNotMatch(shown.body, /page-blocks|"kind":"heading"/, 'the content is in the HTML only');
    const again = await visitor.get('/careers/', { 'if-none-match': String(shown.headers['etag']) });
    assert.equal(again.statusCode, 304);
    assert.match((await visitor.get('/store')).body, /<a[^>]* href="\/careers"[^>]*>Careers<\/a>/);
    assert.match((await visitor.get('/sitemap.xml')).body, /\/careers<\/loc>/);

    for (const address of ['jobs', 'work-here']) await done(save(editor, aPage({ address })));
    for (const old of ['/careers?a=b', '/jobs?a=b']) {
      const moved = await visitor.get(old);
      assert.deepEqual([moved.statusCode, moved.headers['location']], [308, '/work-here?a=b']);
    }
    assert.doesNotMatch((await visitor.get('/sitemap.xml')).body, /\/careers/);
    await done(save(editor, aPage()));
    assert.equal((await visitor.get('/careers')).statusCode, 200);
    assert.equal((await visitor.get('/jobs')).headers['location'], '/careers');
  },
);

onSite('adds pages to the menu of the settings', async ({ site }) => {
  const editor = await signIn(site);
  const visitor = httpClientOf(site);
  await done(add(editor, aPage()));
  assert.match((await visitor.get('/store')).body, /href="\/careers"/);
  assert.match((await visitor.get('/careers')).body, /<a [^>]*href="\/careers"[^>]*aria-current="page"/);
  const navigation = [{ label: 'Find us', links: [{ label: 'Visit', to: '/contact-us' }] }];
  await site.change({ settings: { navigation } });
  for (const path of ['/store', '/careers'])
    assert.match(
      (await visitor.get(path)).body,
      /Find us.*href="\/contact-us".*>Visit<.*href="\/careers".*<\/nav>/s,
    );
});

const settings = (editor: AdminClient, values: Partial<Site>) => editor.post(API.siteSettings, { values });

/** Links and groups of a menu whose three links lead to an address. */
const shown = (address: string) => [
  '/contact-us',
  `/${address}?from=menu#apply`,
  `/${address}`,
  'Join',
  '/contact-us#hours',
  'Only',
  `/${address}`,
];

onSite('leads menu links to pages that visitors can open, and leaves out the others', async ({ site }) => {
  const editor = await signIn(site);
  const visitor = httpClientOf(site);
  const navigation = [
    { label: 'Find us', to: '/contact-us' },
    { label: 'Work here', to: '/careers?from=menu#apply' },
    { label: 'Join', to: '/careers', links: [{ label: 'Visit', to: '/contact-us#hours' }] },
    { label: 'Only', links: [{ label: 'Jobs', to: '/careers/' }] },
  ];
  await rejection(settings(editor, { navigation }));
  await done(add(editor, aPage({ inMenu: false })));
  await done(settings(editor, { navigation }));
  const menu = async () => {
    const nav = /<nav .*?<\/nav>/s.exec((await visitor.get('/store')).body)?.[0] ?? '';
    return [...nav.matchAll(/<a[^>]* href="([^"]*)"|<summary[^>]*>(?:<span[^>]*>)?([^<]*)/g)].map(
      ([, to, group]) => to ?? group,
    );
  };
  assert.deepEqual(await menu(), shown('careers'));
  await done(save(editor, aPage({ inMenu: true })));
  assert.deepEqual(await menu(), shown('careers'), 'a page in the menu is not added again');
  await done(save(editor, aPage({ address: 'jobs', inMenu: true })));
  assert.deepEqual(await menu(), shown('jobs'), 'a renamed page has no redirect in the menu');
  await done(settings(editor, { navigation: navigation.toReversed() }));
  await done(settings(editor, { navigation }));
  const left = ['/contact-us', 'Join', '/contact-us#hours'];
  await done(save(editor, aPage({ address: 'jobs', hidden: true })));
  assert.deepEqual(await menu(), left);
  await done(save(editor, aPage({ address: 'jobs' })));
  const { changes } = await done(editor.delete(`${API.ownPages}/p1`));
  assert.deepEqual(await menu(), left);
  assert.match(
    messageOf(await rejection(settings(editor, { navigation: navigation.slice(1) }))) ?? '',
    /^Menu, entry 1, address is "\/careers\?from=menu#apply", which isn't a page or file of this website\./,
  );
  await done(editor.post(API.historyRestore, { changes }));
  assert.deepEqual(await menu(), shown('jobs'));
});

test('starts with menu links to pages that are missing, and names them', async () => {
  const lines: string[] = [];
  const navigation = [
    { label: 'Store', to: '/store' },
    { label: 'Jobs', to: '/careers' },
  ];
  const options = { seedContent: 'none' as const, site: { ...demoSite(), navigation } };
  await using site = await openTestSite({ ...options, print: (line) => lines.push(line) });
  assert.deepEqual(
    lines.filter((line) => line.includes('/careers')),
    [
      'site.json /navigation/1/to is "/careers", which isn\'t a page or file of this website. The menu leaves it out.',
    ],
  );
  const { body } = await httpClientOf(site).get('/store');
  assert.match(body, /<nav .*href="\/store"/s);
  assert.doesNotMatch(body, /href="\/careers"/);
});

onSite('shows a hidden page to administrators only', async ({ site }) => {
  const editor = await signIn(site);
  const visitor = httpClientOf(site);
  await done(add(editor, aPage()));
  assert.equal((await visitor.get('/careers')).statusCode, 200);
  await done(save(editor, aPage({ hidden: true })));
  for (const [client, status] of [
    [visitor, 404],
    [editor, 200],
    [visitor, 404],
  ] as const) {
    const response = await client.get('/careers');
    assert.equal(response.statusCode, status);
    assert.match(response.body, /<meta name="robots" content="noindex">/);
    if (status === 200) assert.equal(response.headers['cache-control'], 'private, no-store');
    assert.equal(response.body.includes('Open jobs'), status === 200);
  }
  assert.doesNotMatch((await visitor.get('/store')).body, /href="\/careers"/);
  assert.doesNotMatch((await visitor.get('/sitemap.xml')).body, /\/careers/);
  await done(editor.delete(`${API.ownPages}/p1`));
  assert.equal((await editor.get('/careers')).statusCode, 404);
});

onSite('serves the editor of each page from one response', async ({ site }) => {
  const visitor = httpClientOf(site);
  for (const path of ['/admin/pages', '/admin/pages/', '/admin/pages/p1', '/admin/pages/a/b']) {
    const response = await visitor.get(path);
    assert.equal(response.statusCode, 200, path);
    assert.match(response.body, /<title>Pages · /);
  }
});
