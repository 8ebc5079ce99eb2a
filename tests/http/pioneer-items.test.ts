import assert from 'node:assert/strict';
import { API, CONTENT_VERSION_HEADER } from '#contract/paths.ts';
import {
  CATEGORY_DESCRIPTION_MAX_LENGTH,
  PIONEER_CATEGORIES,
  PIONEER_ITEMS_PER_CATEGORY,
  type NewPioneerItems,
  type PioneerItem,
  type PioneerItemUpdates,
} from '#contract/pioneer.ts';
import type { Problem } from '#contract/problem.ts';
import { assertRejected, type BadSave } from '#tests/support/bad-saves.ts';
import { readChangeLog } from '#tests/support/change-log.ts';
import { httpClientOf, onBothSites, onSite, signIn, type AdminClient } from '#tests/support/http-client.ts';
import { readAsVisitor } from '#tests/support/public-read.ts';
import { demoSite, type TestSite } from '#tests/support/test-site.ts';

type Saved = { content: PioneerItem[]; version: number; changed: boolean };
type New = NewPioneerItems[number];

const [CORN, SOYBEANS, WHEAT] = [0, 1, 3];
const builtIn = (category: number) =>
  demoSite().pioneer.categories.find((each) => each.category === category)?.longDescription ?? '';

const anItem = (words: string, more: Partial<New> = {}): New => ({
  pioneerCategory: CORN,
  description: `<p>${words}</p>`,
  ...more,
});

const from = (seen: number) => ({ [CONTENT_VERSION_HEADER]: String(seen) });

async function post(editor: AdminClient, url: string, body: unknown, headers = {}): Promise<Saved> {
  const response = await editor.post(url, body, headers);
  assert.equal(response.statusCode, 200, response.body);
  assert.equal(response.headers['cache-control'], 'no-store');
  return response.json<Saved>();
}

const add = (editor: AdminClient, items: NewPioneerItems, headers = {}) =>
  post(editor, API.newPioneerItems, items, headers);
const update = (editor: AdminClient, items: PioneerItemUpdates, headers = {}) =>
  post(editor, API.pioneerItemUpdates, items, headers);
const remove = (editor: AdminClient, id: string, headers = {}) =>
  editor.delete(`${API.newPioneerItems}/${id}`, headers);

async function addOne(editor: AdminClient, words: string, more: Partial<New> = {}): Promise<PioneerItem> {
  const [item] = (await add(editor, [anItem(words, more)])).content;
  assert.ok(item);
  return item;
}

const readAll = (site: TestSite) => readAsVisitor<PioneerItem[]>(site, API.pioneerItems);
const readCategory = (site: TestSite, category: number) =>
  readAsVisitor<PioneerItem[]>(site, `${API.pioneerItems}/${category}`);
const wordsOf = (items: PioneerItem[]) =>
  items.map(({ description }) => description.replaceAll(/<[^>]*>/g, ''));

async function readChanges({ database }: TestSite) {
  return (await readChangeLog(database)).map(({ author, subject, before, after }) => ({
    author,
    subject,
    before: JSON.parse(before) as unknown,
    after: JSON.parse(after) as unknown,
  }));
}

onSite('lists the items by category in the order they were added', async ({ site }) => {
  assert.deepEqual(await readAll(site), []);
  for (const { category } of PIONEER_CATEGORIES) assert.deepEqual(await readCategory(site, category), []);

  const editor = await signIn(site);
  const first = await add(editor, [
    anItem('Wheat 1', { pioneerCategory: WHEAT }),
    anItem('Corn 1', { id: '' }),
    anItem('Corn 2', { id: null }),
  ]);
  assert.deepEqual([first.version, first.changed], [3, true]);
  assert.deepEqual(wordsOf(first.content), ['Wheat 1', 'Corn 1', 'Corn 2']);
  await add(editor, [anItem('Corn 3'), anItem('Wheat 2', { pioneerCategory: WHEAT })]);
  const all = await readAll(site);
  assert.deepEqual(wordsOf(all), ['Corn 1', 'Corn 2', 'Corn 3', 'Wheat 1', 'Wheat 2']);
  assert.equal(new Set(all.map(({ id }) => id)).size, 5);
  const fields = ['id', 'pioneerCategory', 'description', 'categoryDescription'];
  assert.deepEqual(Object.keys(all[0] ?? {}), fields);
  for (const { category } of PIONEER_CATEGORIES) {
    assert.deepEqual(
      await readCategory(site, category),
      all.filter(({ pioneerCategory }) => pioneerCategory === category),
    );
  }
  assert.deepEqual(await add(editor, []), { content: [], version: 5, changed: false });
});

onBothSites('updates items in place, and logs only those that changed', async ({ site }) => {
  const editor = await signIn(site);
  const { content } = await add(editor, [anItem('A'), anItem('B'), anItem('C')]);
  const [a, b, c] = content;
  assert.ok(a && b && c);
  assert.deepEqual(await update(editor, content), { content, version: 3, changed: false });
  const unordered = [{ ...c, description: '<p>C!</p>' }, b, { ...a, description: '<p>A!</p>' }];
  const changed = await update(editor, unordered, from(3));
  assert.deepEqual(changed, { content: unordered, version: 5, changed: true });
  assert.deepEqual(wordsOf(await readAll(site)), ['A!', 'B', 'C!']);
  const ofA = { id: a.id, category: CORN };
  assert.deepEqual((await readChanges(site)).at(-1), {
    author: 'Dana',
    subject: `pioneer-item:${a.id}`,
    before: { ...ofA, description: '<p>A</p>' },
    after: { ...ofA, description: '<p>A!</p>' },
  });

  const wheat = await addOne(editor, 'W', { pioneerCategory: WHEAT });
  const { id, description } = a;
  await update(editor, [{ id, description, pioneerCategory: WHEAT }]);
  assert.deepEqual(wordsOf(await readAll(site)), ['B', 'C!', 'W', 'A']);
  assert.deepEqual(
    (await readCategory(site, WHEAT)).map((each) => each.id),
    [wheat.id, a.id],
  );
  await update(editor, [{ id, description, pioneerCategory: CORN }]);
  assert.deepEqual(wordsOf(await readCategory(site, CORN)), ['B', 'C!', 'A']);
});

onSite('sanitizes the text of new and changed items', async ({ site }) => {
  const editor = await signIn(site);
  const hostile = '<p onclick="x()">Good <a href="javascript:x()">seed</a></p><script>alert(1)</script>';
  const [added] = (await add(editor, [anItem('', { description: hostile })])).content;
  assert.equal(added?.description, '<p>Good seed</p>');
  const [changed] = (await update(editor, [{ ...added, description: `${hostile}<p>x</p>` }])).content;
  assert.equal(changed?.description, '<p>Good seed</p><p>x</p>');
});

onSite('adds no duplicates when a save is repeated, immediately or later', async ({ site }) => {
  const editor = await signIn(site);
  const items = [anItem('A', { id: '1_new' }), anItem('B', { id: '2_new' })];
  const saves = await Promise.all(Array.from({ length: 4 }, () => add(editor, items)));
  const [{ content } = { content: [] }] = saves;
  for (const each of saves) assert.deepEqual(each.content, content);
  assert.equal(saves.filter(({ changed }) => changed).length, 1);
  assert.ok(content.every(({ id }) => !id.endsWith('_new')));
  assert.deepEqual(await readAll(site), content);

  const [a, b] = content;
  assert.ok(a && b);
  const other = await addOne(editor, 'Other');
  await update(editor, [{ ...a, description: '<p>A, changed</p>' }]);
  assert.equal((await remove(editor, other.id)).statusCode, 200);
  const { version } = site.content.snapshot();
  const again = await add(editor, items, from(2));
  assert.deepEqual([again.version, again.changed], [version, false]);
  assert.deepEqual(wordsOf(again.content), ['A, changed', 'B']);
  assert.deepEqual(wordsOf(await readAll(site)), ['A, changed', 'B']);

  // Other editors may reuse a temporary id, and items without an id are never the same.
  await add(editor, [anItem('C', { id: '1_new' }), anItem('D'), anItem('D')]);
  await add(editor, [anItem('A', { id: '1_new', pioneerCategory: WHEAT })]);
  assert.deepEqual(wordsOf(await readAll(site)), ['A, changed', 'B', 'C', 'D', 'D', 'A']);
});

onSite('deletes an item once and leaves the others unchanged', async ({ site }) => {
  const editor = await signIn(site);
  const { content } = await add(editor, [anItem('A'), anItem('B'), anItem('C')]);
  const [a, b, c] = content;
  assert.ok(a && b && c);
  assert.equal((await httpClientOf(site).delete(`${API.newPioneerItems}/${b.id}`)).statusCode, 401);
  const response = await remove(editor, b.id, from(3));
  assert.equal(response.statusCode, 200);
  assert.deepEqual(response.json(), { content: null, version: 4, changed: true });
  assert.deepEqual(await readAll(site), [a, c]);
  assert.deepEqual((await readChanges(site)).at(-1), {
    author: 'Dana',
    subject: `pioneer-item:${b.id}`,
    before: { id: b.id, category: CORN, description: '<p>B</p>', position: 1 },
    after: null,
  });
  assert.equal((await remove(editor, b.id)).statusCode, 404);
  assert.equal((await remove(editor, 'a%20b')).statusCode, 400);
  assert.equal(site.content.snapshot().version, 4);
  await addOne(editor, 'D');
  assert.deepEqual(wordsOf(await readAll(site)), ['A', 'C', 'D']);
});

onBothSites('restores deleted items at their positions under their ids, in any order', async ({ site }) => {
  const editor = await signIn(site);
  const words = ['A', 'B', 'C', 'D'];
  const { content } = await add(
    editor,
    words.map((each) => anItem(each)),
  );
  const [a, b, c, d] = content;
  assert.ok(a && b && c && d);
  for (const { id } of [b, d, a]) assert.equal((await remove(editor, id)).statusCode, 200);
  await update(editor, [{ ...c, description: '<p>C!</p>' }]);

  const restored = await post(editor, API.pioneerItemRestore, { id: b.id }, from(4));
  assert.deepEqual(restored, { content: [b], version: 9, changed: true });
  assert.deepEqual((await readChanges(site)).at(-1), {
    author: 'Dana',
    subject: `pioneer-item:${b.id}`,
    before: null,
    after: { id: b.id, category: CORN, description: '<p>B</p>' },
  });
  const again = await post(editor, API.pioneerItemRestore, { id: b.id });
  assert.deepEqual(again, { content: [b], version: 9, changed: false });
  // An item added since takes the position of the last one.
  await addOne(editor, 'E');
  await post(editor, API.pioneerItemRestore, { id: d.id });
  await post(editor, API.pioneerItemRestore, { id: a.id });
  assert.deepEqual(wordsOf(await readAll(site)), ['A', 'B', 'C!', 'D', 'E']);

  assert.equal((await httpClientOf(site).post(API.pioneerItemRestore, { id: b.id })).statusCode, 401);
  assert.equal((await editor.post(API.pioneerItemRestore, { id: 'nothing' })).statusCode, 404);
  assert.equal((await editor.post(API.pioneerItemRestore, { id: 'a b' })).statusCode, 400);
});

onSite('shows the built-in category description until another one is saved', async ({ site }) => {
  const editor = await signIn(site);
  assert.notEqual(builtIn(CORN), '');
  const corn = await addOne(editor, 'A', { categoryDescription: builtIn(CORN) });
  await addOne(editor, 'Bean', { pioneerCategory: SOYBEANS });
  assert.equal((await readChanges(site)).length, 2);
  const described = async () => (await readAll(site)).map(({ categoryDescription }) => categoryDescription);
  assert.deepEqual(await described(), [builtIn(CORN), builtIn(SOYBEANS)]);

  const typed = ' 5 < 6 & <b>plain</b> 🌾 ';
  assert.equal((await addOne(editor, 'B', { categoryDescription: typed })).categoryDescription, typed);
  const lastChange = async () => (await readChanges(site)).at(-1);
  const ofCorn = { author: 'Dana', subject: `pioneer-category:${CORN}` };
  assert.deepEqual(await lastChange(), { ...ofCorn, before: '', after: typed });
  // A save without a description keeps it.
  await update(editor, [{ id: corn.id, pioneerCategory: CORN, description: '<p>A!</p>' }]);
  assert.deepEqual(await described(), [typed, typed, builtIn(SOYBEANS)]);

  const items = await readCategory(site, CORN);
  for (const { id } of items) assert.equal((await remove(editor, id)).statusCode, 200);
  const next = await addOne(editor, 'C');
  assert.equal(next.categoryDescription, typed);
  const [cleared] = (await update(editor, [{ ...next, categoryDescription: '' }])).content;
  assert.equal(cleared?.categoryDescription, builtIn(CORN));
  assert.deepEqual(await lastChange(), { ...ofCorn, before: typed, after: '' });
});

function assertTooMany(response: Awaited<ReturnType<typeof remove>>, field: string): void {
  const { status, code, errors } = response.json<Problem>();
  assert.deepEqual([status, code, errors?.[0]?.field], [400, 'too-many', field]);
}

onBothSites('limits a category to 100 items, whether they are added or moved', async ({ site }) => {
  const editor = await signIn(site);
  const full = Array.from({ length: PIONEER_ITEMS_PER_CATEGORY }, (_, n) => anItem(`${n}`));
  assertTooMany(await editor.post(API.newPioneerItems, [...full, anItem('x')]), 'body/100');
  assert.deepEqual(await readChanges(site), []);
  const [corn] = (await add(editor, full)).content;
  assert.deepEqual(
    wordsOf(await readCategory(site, CORN)),
    full.map((_, n) => `${n}`),
  );
  assertTooMany(await editor.post(API.newPioneerItems, [anItem('x')]), 'body/0');

  // Items cannot exceed the limit by moving from another category, but two may swap places.
  const wheat = await addOne(editor, 'W', { pioneerCategory: WHEAT });
  const moved = { id: wheat.id, description: '<p>W</p>', pioneerCategory: CORN };
  assertTooMany(await editor.post(API.pioneerItemUpdates, [moved]), 'body/0');
  await update(editor, [moved, { id: corn?.id ?? '', description: '<p>0</p>', pioneerCategory: WHEAT }]);
  assert.deepEqual(wordsOf(await readCategory(site, WHEAT)), ['0']);
  assert.equal((await readCategory(site, CORN)).length, PIONEER_ITEMS_PER_CATEGORY);
});

function badSaves(good: New, other: New): BadSave[] {
  const bad = (more: object) => [good, { ...other, ...more }];
  const tooLong = 'x'.repeat(CATEGORY_DESCRIPTION_MAX_LENGTH + 1);
  const category = { field: 'body/1/pioneerCategory' };
  const description = { field: 'body/1/description' };
  const ofCategory = { field: 'body/1/categoryDescription' };
  return [
    ['An object', {}, { field: 'body' }],
    ['No category', bad({ pioneerCategory: undefined }), category],
    ...[8, -1, 0.5, '0', null].map((pioneerCategory): BadSave => [
      `${JSON.stringify(pioneerCategory)} for a category`,
      bad({ pioneerCategory }),
      category,
    ]),
    ['No description', bad({ description: undefined }), description],
    ['A number for a description', bad({ description: 5 }), description],
    ['U+0000 in a description', bad({ description: 'a\0' }), description],
    [
      'Too large a description',
      bad({ description: '<p>x</p>'.repeat(5001) }),
      { code: 'too-large', ...description },
    ],
    ['Too long a category description', bad({ categoryDescription: tooLong }), ofCategory],
    ['U+0000 in it', bad({ categoryDescription: '\0' }), ofCategory],
    ['An id with a slash', bad({ id: 'a/b' }), { field: 'body/1/id' }],
    ['Too many', Array.from({ length: 801 }, () => good), { field: 'body' }],
  ];
}

onSite('rejects the whole list when one item is invalid, and names the field', async ({ site }) => {
  const editor = await signIn(site);
  const { content } = await add(editor, [anItem('A'), anItem('B')]);
  const [a, b] = content;
  assert.ok(a && b);
  await assertRejected(site, editor, {
    url: API.newPioneerItems,
    saves: badSaves(anItem('C'), anItem('D')),
  });
  const changed = { ...a, description: '<p>A!</p>' };
  await assertRejected(site, editor, {
    url: API.pioneerItemUpdates,
    saves: [
      ...badSaves(changed, b),
      ['No id', [changed, anItem('C')], { field: 'body/1/id' }],
      ['An empty id', [changed, { ...b, id: '' }], { field: 'body/1/id' }],
      ['Null for an id', [changed, { ...b, id: null }], { field: 'body/1/id' }],
      [
        'An id that is not there',
        [changed, { ...b, id: 'x' }],
        { status: 404, code: 'not-found', field: 'body/1/id' },
      ],
      ['An id twice', [changed, b, changed], { code: 'twice', field: 'body/2/id' }],
    ],
  });
  assert.deepEqual(await readAll(site), content);
});
