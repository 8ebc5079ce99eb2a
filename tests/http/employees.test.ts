import assert from 'node:assert/strict';
import {
  EMPLOYEE_MAX_LENGTH,
  EMPLOYEES_MAX,
  NO_PHOTO,
  type Employees,
  type EmployeesSave,
} from '#contract/employees.ts';
import type { HistoryPage } from '#contract/history.ts';
import { API, CHANGES_HEADER, CONTENT_VERSION_HEADER } from '#contract/paths.ts';
import type { Included } from '#contract/saved.ts';
import type { Problem } from '#contract/problem.ts';
import { assertRejected, NO_LISTS, type BadSave } from '#tests/support/bad-saves.ts';
import { readChangeLog } from '#tests/support/change-log.ts';
import {
  addAdmin,
  httpClientOf,
  onBothSites,
  onSite,
  signIn,
  type AdminClient,
} from '#tests/support/http-client.ts';
import { readAsVisitor } from '#tests/support/public-read.ts';
import { addDocument } from '#tests/support/test-documents.ts';
import { addImage, aTestImage } from '#tests/support/test-images.ts';

type Saved = { content: Employees; version: number; changed: boolean; included?: Included[] };
type Each = EmployeesSave[number];

const anEmployee = (name: string, more: Partial<Each> = {}): Each => ({
  name,
  title: 'Grain buyer',
  phoneNumber: '660-555-0100',
  email: '-',
  ...more,
});

const from = (seen: number) => ({ [CONTENT_VERSION_HEADER]: String(seen) });

async function save(editor: AdminClient, crew: EmployeesSave, headers = {}): Promise<Saved> {
  const response = await editor.post(API.saveEmployees, crew, headers);
  assert.equal(response.statusCode, 200, response.body);
  assert.equal(response.headers['cache-control'], 'no-store');
  return response.json<Saved>();
}

const remove = (editor: AdminClient, id: string, headers = {}) =>
  editor.delete(`${API.saveEmployees}/${id}`, headers);

const fieldsOf = ({ name, title, phoneNumber, email }: Each) => ({ name, title, phoneNumber, email });
const namesOf = (crew: Employees) => crew.map(({ name }) => name);
const idOf = (crew: Employees, name: string) => crew.find((each) => each.name === name)?.id ?? '';

onBothSites('lists the employees in the order of the last save', async ({ site }) => {
  assert.deepEqual(await readAsVisitor(site, API.employees), []);
  const editor = await signIn(site);
  const typed = {
    title: `  He said "5 < 6 & 7", it's <b>not</b> bold \\ %s $1 ? `,
    phoneNumber: '660-555-0100\t🌾',
    email: 'é e\u0301 \u202eabc',
  };
  const crew = [anEmployee('Zoe', typed), anEmployee('Abe', { id: '' }), anEmployee('Mia', { id: null })];
  const first = await save(editor, crew);
  assert.deepEqual([first.version, first.changed], [crew.length, true]);
  assert.equal(new Set(first.content.map(({ id }) => id)).size, 3);
  assert.ok(first.content.every(({ id }) => /^[\w-]{20,}$/.test(id)));
  assert.deepEqual(first.content.map(fieldsOf), crew.map(fieldsOf));
  assert.deepEqual(Object.keys(first.content[0] ?? {}), ['id', 'name', 'title', 'phoneNumber', 'email']);
  assert.deepEqual(await readAsVisitor(site, API.employees), first.content);

  const [zoe, abe, mia] = first.content;
  assert.ok(zoe && abe && mia);
  const next = [{ ...mia, title: 'Agronomist' }, anEmployee('Kim'), zoe];
  const second = await save(editor, next);
  assert.deepEqual([second.version, second.changed], [first.version + 4, true]);
  assert.deepEqual(namesOf(second.content), ['Mia', 'Kim', 'Zoe']);
  const kim = second.content[1];
  assert.deepEqual([idOf(second.content, 'Mia'), idOf(second.content, 'Zoe')], [mia.id, zoe.id]);
  assert.deepEqual(await readAsVisitor(site, API.employees), second.content);

  const changes = (await readChangeLog(site.database)).slice(first.version);
  assert.deepEqual(
    changes.map(({ author, origin, subject, item, before, after }) => ({
      by: `${origin} ${author}`,
      subject,
      item,
      before: JSON.parse(before) as unknown,
      after: JSON.parse(after) as unknown,
    })),
    [
      { item: abe.id, before: { ...abe, imageId: '', position: 1 }, after: null },
      { item: mia.id, before: { title: mia.title }, after: { title: 'Agronomist' } },
      { item: kim?.id, before: null, after: { ...kim, imageId: '', position: 1 } },
      { item: null, before: [zoe.id, kim?.id, mia.id], after: [mia.id, kim?.id, zoe.id] },
    ].map((each) => ({ by: 'admin Dana', subject: 'employees', ...each })),
  );
});

onSite('does not log a save without changes, and ignores unknown fields', async ({ site }) => {
  const editor = await signIn(site);
  assert.deepEqual(await save(editor, []), { content: [], version: 0, changed: false });
  const { content, version } = await save(editor, [anEmployee('Zoe'), anEmployee('Abe')]);
  const more = content.map((each) => ({ ...each, position: 7, editorId: 'x', author: 'Eve', version: 9 }));
  assert.deepEqual(await save(editor, more), { content, version, changed: false });
  assert.deepEqual(await save(editor, content, from(0)), { content, version, changed: false });
  assert.equal((await save(editor, content.toReversed())).changed, true);
  assert.deepEqual(namesOf(await readAsVisitor(site, API.employees)), ['Abe', 'Zoe']);
  assert.deepEqual((await save(editor, [])).content, []);
  assert.deepEqual(await readAsVisitor(site, API.employees), []);
  // Two additions, the order, two removals.
  assert.equal((await readChangeLog(site.database)).length, 5);
});

onSite('adds no duplicates when a save is repeated, immediately or later', async ({ site }) => {
  const editor = await signIn(site);
  const crew = [anEmployee('Zoe', { id: 'a_new' }), anEmployee('Abe', { id: 'b_new' })];
  const saves = await Promise.all(Array.from({ length: 4 }, () => save(editor, crew)));
  const [{ content } = { content: [] }] = saves;
  assert.deepEqual(namesOf(content), ['Zoe', 'Abe']);
  for (const each of saves) assert.deepEqual(each.content, content);
  assert.equal(saves.filter(({ changed }) => changed).length, 1);
  assert.ok(content.every(({ id }) => !id.endsWith('_new')));

  const typed = await save(editor, [anEmployee('Zoe', { id: 'a_new', title: 'Manager' }), ...crew.slice(1)]);
  assert.deepEqual(typed.content, [{ ...content[0], title: 'Manager' }, content[1]]);
  assert.equal((await remove(editor, idOf(content, 'Abe'))).statusCode, 200);
  const [zoe] = typed.content;
  assert.ok(zoe);
  const later = await save(editor, [zoe, anEmployee('Kim', { id: 'c_new' })]);
  const again = await save(editor, [zoe, anEmployee('Kim', { id: 'c_new' })]);
  assert.deepEqual(again, { ...later, changed: false });
});

onSite('accepts reused temporary ids, and ids chosen by the client', async ({ site }) => {
  const editor = await signIn(site);
  const first = await save(editor, [anEmployee('Zoe', { id: '1_new' })]);
  const list = [...first.content, anEmployee('Abe', { id: '1_new' })];
  const second = await save(editor, list);
  assert.deepEqual(second.content[0], first.content[0]);
  assert.deepEqual(namesOf(second.content), ['Zoe', 'Abe']);
  assert.deepEqual(await save(editor, list), { ...second, changed: false });
  const third = await save(editor, [...second.content, anEmployee('Kim', { id: '1_new' })]);
  assert.deepEqual(namesOf(third.content), ['Zoe', 'Abe', 'Kim']);
  assert.equal(new Set(third.content.map(({ id }) => id)).size, 3);

  const own = await save(editor, [anEmployee('Mia', { id: 'staff-7' }), ...first.content]);
  assert.equal(own.content[0]?.id, 'staff-7');
  const renamed = await save(editor, [anEmployee('Mia Ann', { id: 'staff-7' })]);
  assert.deepEqual(renamed.content, [{ ...own.content[0], name: 'Mia Ann' }]);
  assert.equal((await remove(editor, 'staff-7')).statusCode, 200);
});

onBothSites('merges saves and deletions from an older version', async ({ site, testDatabase }) => {
  await addAdmin(await testDatabase.open(), 'Grace');
  const [dana, grace] = [await signIn(site), await signIn(site, { username: 'Grace' })];
  const first = await save(
    dana,
    ['Zoe', 'Abe', 'Kim'].map((name) => anEmployee(name)),
  );
  const [zoe, abe, kim] = first.content;
  assert.ok(zoe && abe && kim);
  const base = from(first.version);
  const theirs = [zoe, { ...abe, title: 'Agronomist' }, kim];
  await save(grace, theirs, base);
  await save(grace, [...theirs, anEmployee('Mia', { id: 'm_new' })]);
  const change = (await readChangeLog(site.database)).at(-1);
  const mine = [kim, { ...zoe, email: 'zoe@example.com' }, { ...abe, phoneNumber: '-' }];
  const merged = await save(dana, mine, base);
  assert.deepEqual(merged.content.map(fieldsOf), [
    anEmployee('Kim'),
    anEmployee('Zoe', { email: 'zoe@example.com' }),
    anEmployee('Abe', { title: 'Agronomist', phoneNumber: '-' }),
    anEmployee('Mia'),
  ]);
  assert.deepEqual(merged.included, [{ author: 'Grace', at: change?.at }]);
  assert.deepEqual(await readAsVisitor(site, API.employees), merged.content);
  // A repeated save, or one without changes, changes nothing.
  for (const again of [mine, first.content]) {
    const { content, changed } = await save(dana, again, base);
    assert.deepEqual([content, changed], [merged.content, false]);
  }
  assert.equal((await remove(dana, kim.id, base)).statusCode, 200);
  assert.deepEqual(namesOf(await readAsVisitor(site, API.employees)), ['Zoe', 'Abe', 'Mia']);
});

onSite('deletes an employee once and leaves the others unchanged', async ({ site }) => {
  const editor = await signIn(site);
  const { content, version } = await save(
    editor,
    ['Zoe', 'Abe', 'Mia'].map((name) => anEmployee(name)),
  );
  const others = content.filter(({ name }) => name !== 'Abe');
  const id = idOf(content, 'Abe');
  assert.equal((await httpClientOf(site).delete(`${API.saveEmployees}/${id}`)).statusCode, 401);
  const response = await remove(editor, id, from(version));
  assert.equal(response.statusCode, 200);
  assert.deepEqual(response.json(), { content: others, version: version + 1, changed: true });
  assert.deepEqual(await readAsVisitor(site, API.employees), others);
  const change = (await readChangeLog(site.database)).at(-1);
  assert.ok(change);
  assert.deepEqual([change.author, change.subject], ['Dana', 'employees']);
  assert.deepEqual(
    [JSON.parse(change.before), JSON.parse(change.after)],
    [{ ...content[1], imageId: '', position: 1 }, null],
  );

  for (const [unknown, status] of [
    [id, 404],
    ['unknown', 404],
    ['__proto__', 404],
    ['%F0%9F%8C%BE', 400],
    ['a%20b', 400],
    ['x'.repeat(81), 400],
  ] as const) {
    const rejected = await remove(editor, unknown);
    assert.equal(rejected.statusCode, status, unknown);
    if (status === 400) assert.equal(rejected.json<Problem>().errors?.[0]?.field, 'params/id');
    else assert.equal(rejected.json<Problem>().code, 'not-found');
  }
  assert.equal((await readChangeLog(site.database)).length, version + 1);
});

onBothSites('shows the photo of an employee, which saves without a photo keep', async ({ site }) => {
  const editor = await signIn(site);
  const visitor = httpClientOf(site);
  const plain = await save(editor, [anEmployee('Zoe'), anEmployee('Abe')]);
  const before = (await visitor.get('/about-us')).body;
  const image = await addImage(editor, await aTestImage().jpeg().toBuffer());
  await editor.post(API.describeImage, { imageId: image.imageId, audience: 'pages' });
  const photoUrl = image.squareUrls.fallback;
  const [zoe, abe] = plain.content as [Employees[number], Employees[number]];
  const isPublic = async () => (await visitor.get(photoUrl)).statusCode === 200;
  const read = () => readAsVisitor<Employees>(site, API.employees);
  assert.equal(await isPublic(), false);

  const { imageId } = image;
  const { content } = await save(editor, [{ ...zoe, imageId }, abe]);
  assert.deepEqual(content, [{ ...zoe, imageId }, abe]);
  assert.deepEqual(await read(), [{ ...zoe, imageId, photoUrl }, abe]);
  assert.equal(await isPublic(), true);
  const shown = (await visitor.get('/about-us')).body;
  assert.match(shown, new RegExp(`<img src="${photoUrl}" alt="Zoe" width="72" height="72" loading="lazy"`));
  const { entries } = (await editor.get(API.history)).json<HistoryPage>();
  assert.deepEqual(entries[0]?.after, {
    type: 'fields',
    fields: [{ label: 'Photo', text: image.imageName }],
  });

  for (const none of [{}, { imageId: '' }, { imageId: null }]) {
    const kept = await save(editor, [abe, { ...zoe, title: 'Driver', ...none }], from(plain.version));
    assert.equal(kept.content[1]?.imageId, imageId);
  }
  const { id: documentId } = await addDocument(editor);
  for (const unknown of ['none-0123456789abcdef', documentId]) {
    const rejected = await editor.post(API.saveEmployees, [abe, { ...zoe, imageId: unknown }]);
    const { status, errors } = rejected.json<Problem>();
    const message = 'There is no image with this ID. Upload the photo first.';
    assert.deepEqual([status, errors], [400, [{ field: 'body/1/imageId', message }]]);
  }

  const removal = await editor.post(API.saveEmployees, [zoe, { ...abe, imageId: NO_PHOTO }]);
  assert.deepEqual([(await read())[1], await isPublic()], [abe, true]);
  const removed = await editor.post(API.saveEmployees, [{ ...zoe, imageId: NO_PHOTO }, abe]);
  assert.equal(removal.statusCode, 200);
  assert.deepEqual([await read(), await isPublic()], [plain.content, false]);
  assert.equal(stateless((await visitor.get('/about-us')).body), stateless(before));
  await editor.post(API.historyRestore, { changes: String(removed.headers[CHANGES_HEADER]) });
  assert.deepEqual([(await read())[0]?.photoUrl, await isPublic()], [photoUrl, true]);

  await editor.delete(`${API.deleteImage}/${imageId}`);
  assert.deepEqual([await read(), await isPublic()], [[{ ...zoe, imageId }, abe], false]);
  assert.ok(!(await visitor.get('/about-us')).body.includes('alt="Zoe"'));
  // The editor sends what it has read.
  await save(editor, [{ ...zoe, imageId, title: 'Manager' }, abe]);
  await editor.post(API.bringBackImage, { imageId });
  assert.equal((await read())[0]?.photoUrl, photoUrl);
  assert.equal((await remove(editor, zoe.id)).statusCode, 200);
  assert.equal(await isPublic(), false);
});

/** Returns a page without the version of its content. */
const stateless = (html: string) => html.replaceAll(/"contentVersion":"[^"]*"|data-mark="[^"]*"/g, '');

const good = anEmployee('Zoe');
const without = (field: keyof Each) => ({ ...good, [field]: undefined });

const FIELDS = ['name', 'title', 'phoneNumber', 'email'] as const;
const BAD_SAVES: BadSave[] = [
  ...NO_LISTS,
  ...FIELDS.flatMap((field): BadSave[] => {
    const named = { field: `body/1/${field}` };
    const tooLong = 'x'.repeat(EMPLOYEE_MAX_LENGTH[field] + 1);
    return [
      [`No ${field}`, [good, without(field)], named],
      [`A blank ${field}`, [good, { ...good, [field]: ' \t\n\u00a0' }], { code: 'missing', ...named }],
      [`A number for ${field}`, [good, { ...good, [field]: 5 }], named],
      [`U+0000 in ${field}`, [good, { ...good, [field]: 'a\0b' }], named],
      [`Too long a ${field}`, [good, { ...good, [field]: tooLong }], named],
    ];
  }),
  ['A number for an id', [{ ...good, id: 7 }], { field: 'body/0/id' }],
  ['An id with a slash', [{ ...good, id: '../x' }], { field: 'body/0/id' }],
  ['Too long an id', [{ ...good, id: 'x'.repeat(81) }], { field: 'body/0/id' }],
  ['An id twice', ['a', 'b', 'a'].map((id) => ({ ...good, id })), { code: 'twice', field: 'body/2/id' }],
  ['Too many', Array.from({ length: EMPLOYEES_MAX + 1 }, () => good), { field: 'body' }],
];

onSite('rejects the whole list when one employee is invalid, and names the field', async ({ site }) => {
  const editor = await signIn(site);
  const { content } = await save(editor, [anEmployee('Abe')]);
  await assertRejected(site, editor, { url: API.saveEmployees, saves: BAD_SAVES });
  assert.deepEqual(await readAsVisitor(site, API.employees), content);
});

onBothSites('stores and returns the longest list with the longest values', async ({ site }) => {
  const editor = await signIn(site);
  const { name, title, phoneNumber, email } = EMPLOYEE_MAX_LENGTH;
  const crew = Array.from({ length: EMPLOYEES_MAX }, (_, n) => ({
    name: `${n}`.padStart(name, '麦'),
    title: '豆'.repeat(title),
    phoneNumber: '🌾'.repeat(phoneNumber / 2),
    email: 'é'.repeat(email),
  }));
  // Clients may escape every non-ASCII character, which makes the body larger.
  const escaped = JSON.stringify(crew).replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const response = await editor.post(API.saveEmployees, escaped);
  assert.equal(response.statusCode, 200, response.body.slice(0, 500));
  const read = await readAsVisitor<Employees>(site, API.employees);
  assert.deepEqual(read.map(fieldsOf), crew);
  assert.deepEqual(await save(editor, read), { content: read, version: EMPLOYEES_MAX, changed: false });
});
