import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { API } from '#contract/paths.ts';
import { fieldReducer, initialField, type FieldState } from '#app/editor/field/field-state.ts';
import { EMPLOYEES, newEmployee, type DraftEmployee } from '#app/editor/lists/employees/employee-list.ts';
import { removeRow, restoreRow } from './change-rows.ts';
import { difference } from './row-list.ts';

const anEmployee = (name: string, more: Partial<DraftEmployee> = {}): DraftEmployee => ({
  ...newEmployee(),
  id: `id-of-${name}`,
  name,
  title: 'Operator',
  phoneNumber: '-',
  email: '-',
  ...more,
});
const [ANN, BOB] = [anEmployee('Ann'), anEmployee('Bob', { imageId: 'bob' })];
const CREW: DraftEmployee[] = [ANN, BOB];
const SAVED = { version: '1', saved: CREW };

type State = FieldState<readonly DraftEmployee[]>;

type Responses = Record<string, () => Response>;

/** Responds to requests by their method and path. Without a response, the request fails. */
async function withResponses(responses: Responses, work: () => Promise<void>): Promise<string[]> {
  const sent: string[] = [];
  await withFetch(async (path, { method }) => {
    const request = `${method} ${path}`;
    sent.push(request);
    return responses[request]?.() ?? Promise.reject(new TypeError('Failed to fetch'));
  }, work);
  return sent;
}

async function withFetch(
  respond: (path: string, init: RequestInit) => Promise<Response>,
  work: () => Promise<void>,
): Promise<void> {
  const fake = mock.method(globalThis, 'fetch', respond as typeof fetch);
  await work().finally(() => fake.mock.restore());
}

const json = (body: unknown, init?: ResponseInit) => () => Response.json(body, init);
const version = (number: number) => ({ headers: { 'content-version': String(number) } });
const DELETE_ANN = `DELETE ${API.saveEmployees}/${ANN.id}`;
const LIST = `GET ${API.employees}`;

async function afterRemoval(draft: DraftEmployee[], responses: Responses) {
  let state: State = { ...initialField(SAVED.saved, SAVED.version), draft: draft };
  let reason: string | undefined;
  const sent = await withResponses(responses, async () => {
    const { events, failure } = await removeRow(EMPLOYEES, ANN.id, () => state);
    state = events.reduce(fieldReducer<readonly DraftEmployee[]>, state);
    reason = failure?.reason;
  });
  return { state, reason, sent };
}

test('gives new employees the stored ids, also in a draft that was edited since', async () => {
  const dee = anEmployee('Dee', { id: '1_new' });
  const stored = [...CREW, { ...dee, id: 'id-7' }];
  const text = [...CREW, dee];
  const respond = json({ content: stored, version: 2, changed: true });
  await withResponses({ [`POST ${API.saveEmployees}`]: respond }, async () => {
    const result = await EMPLOYEES.save(text, '1', CREW);
    assert.ok(result.outcome === 'done');
    const { content, adopt } = result.body;
    assert.deepEqual(content, stored);
    assert.deepEqual(adopt?.(text), stored);
    assert.deepEqual(adopt?.([{ ...dee, title: 'Driver' }, BOB]), [
      { ...dee, id: 'id-7', title: 'Driver' },
      BOB,
    ]);
  });
});

test('keeps text that was typed during a save, and the changes of someone else that it includes', async () => {
  const dee = anEmployee('Dee', { id: '1_new' });
  const text = [...CREW, dee];
  const stored = [anEmployee('Kim'), { ...BOB, title: 'Theirs' }, { ...dee, id: 'id-7' }];
  const included = [{ author: 'Lee', at: '2026-01-01T00:00:00Z' }];
  const respond = json({ content: stored, version: 3, changed: true, included });
  await withResponses({ [`POST ${API.saveEmployees}`]: respond }, async () => {
    const result = await EMPLOYEES.save(text, '1', CREW);
    assert.ok(result.outcome === 'done');
    assert.deepEqual(result.body.included, included);
    const typed = [ANN, { ...BOB, email: 'bob@example.com' }, { ...dee, title: 'Driver' }];
    assert.deepEqual(result.body.adopt?.(typed), [
      anEmployee('Kim'),
      { ...BOB, title: 'Theirs', email: 'bob@example.com' },
      { ...dee, id: 'id-7', title: 'Driver' },
    ]);
  });
});

test('returns the current list when a save conflicts', async () => {
  const current = { content: [BOB], version: 4, at: '2026-01-01T00:00:00Z', author: 'Lee' };
  const respond = json({ detail: 'Changed.', current }, { status: 409 });
  await withResponses({ [`POST ${API.saveEmployees}`]: respond }, async () => {
    const result = await EMPLOYEES.save(CREW, '1', CREW);
    assert.ok(result.outcome === 'conflict');
    assert.deepEqual(result.current, { ...current, version: '4', content: [BOB] });
  });
});

test('removes an employee from the draft and the saved list, and keeps other edits', async () => {
  const draft = [ANN, { ...BOB, title: 'Manager' }];
  const { state, reason } = await afterRemoval(draft, {
    [DELETE_ANN]: json({ content: [BOB], version: 2, changed: true }),
  });
  assert.equal(reason, undefined);
  assert.deepEqual(state.draft, [{ ...BOB, title: 'Manager' }]);
  assert.deepEqual([state.saved, state.base, state.version], [[BOB], [BOB], '2']);
});

for (const [name, responses, reason] of [
  ['has no response', {}, /^We couldn't reach the website\./],
  ['returns 503', { [DELETE_ANN]: json({}, { status: 503 }) }, /isn't responding right now \(error 503\)/],
  ['returns 401', { [DELETE_ANN]: json({}, { status: 401 }) }, /^You're signed out\.$/],
] as const) {
  test(`keeps the employee when the removal ${name}`, async () => {
    const { state, reason: actualReason } = await afterRemoval(CREW, { [LIST]: json(CREW), ...responses });
    assert.match(actualReason ?? '', reason);
    assert.deepEqual(state, initialField(SAVED.saved, SAVED.version));
  });
}

test('treats a retried removal as done when only its response was lost', async () => {
  const { state, reason, sent } = await afterRemoval(CREW, {
    [DELETE_ANN]: json({ detail: 'There is no such employee.' }, { status: 404 }),
    [LIST]: json([BOB], version(2)),
  });
  assert.deepEqual(sent, [DELETE_ANN, LIST]);
  assert.equal(reason, undefined);
  assert.deepEqual([state.draft, state.saved, state.version], [[BOB], [BOB], '2']);
  assert.equal(state.theirs, undefined);
});

test('takes other changes of a list from which the employee is already removed, or asks about the same field', async () => {
  const theirs = [{ ...BOB, title: 'Manager' }];
  const responses = { [DELETE_ANN]: json({}, { status: 404 }), [LIST]: json(theirs, version(3)) };
  const { state: merged } = await afterRemoval([ANN, { ...BOB, email: 'bob@example.com' }], responses);
  assert.deepEqual([merged.draft, merged.version], [[{ ...theirs[0]!, email: 'bob@example.com' }], '3']);
  const { state: asked } = await afterRemoval([ANN, { ...BOB, title: 'Mine' }], responses);
  assert.deepEqual([asked.theirs?.content, asked.theirs?.version], [theirs, '3']);
  assert.deepEqual([asked.draft, asked.version], [[{ ...BOB, title: 'Mine' }], '1']);
});

test('reports a conflict when the list has changed since it was read', async () => {
  const current = { content: [ANN], version: 4, at: '2026-01-01T00:00:00Z', author: 'Lee' };
  const { state } = await afterRemoval(CREW, {
    [DELETE_ANN]: json({ detail: 'Changed.', current }, { status: 409 }),
  });
  assert.deepEqual(state.theirs?.content, [ANN]);
  assert.deepEqual(state.draft, CREW);
});

const SAVE = `POST ${API.saveEmployees}`;
const REMOVED = { item: { ...ANN, title: 'Unsaved' }, saved: ANN, after: { draft: [], saved: [] } };

/** Undoes the removal of Ann. The responses to the saves are used in order. */
async function afterUndo(draft: DraftEmployee[], responses: (() => Response)[]) {
  let state: State = { ...initialField([BOB], '2'), draft: draft };
  let reason: string | undefined;
  const [bodies, versions]: [unknown[], unknown[]] = [[], []];
  const next = responses.values();
  const respond = async (path: string, init: RequestInit) => {
    assert.equal(`${init.method} ${path}`, SAVE);
    bodies.push(JSON.parse(init.body as string));
    versions.push((init.headers as Record<string, string>)['content-version']);
    return next.next().value?.() ?? Promise.reject(new TypeError('Failed to fetch'));
  };
  await withFetch(respond, async () => {
    const { events, failure } = await restoreRow(EMPLOYEES, REMOVED, () => state);
    state = events.reduce(fieldReducer<readonly DraftEmployee[]>, state);
    reason = failure?.reason;
  });
  return { state, reason, bodies, versions };
}

test('restores an employee with its unsaved edits, and keeps edits of other employees', async () => {
  const draft = [{ ...BOB, title: 'Manager' }];
  const respond = json({ content: CREW, version: 3, changed: true });
  const { state, bodies, versions } = await afterUndo(draft, [respond]);
  // Without a photo, the body is that of the specification.
  const { imageId: _none, ...ann } = ANN;
  assert.deepEqual([bodies, versions], [[[ann, BOB]], ['2']]);
  assert.deepEqual(state.draft, [REMOVED.item, ...draft]);
  assert.deepEqual([state.saved, state.version, state.theirs], [CREW, '3', undefined]);
});

test("restores an employee in someone else's list, or asks about a field that both have changed", async () => {
  const theirs = [ANN, { ...BOB, title: 'Theirs' }, anEmployee('Cat')];
  const respond = json({ content: theirs, version: 5, changed: true });
  const { state: merged } = await afterUndo([{ ...BOB, email: 'bob@example.com' }], [respond]);
  const bob = { ...theirs[1]!, email: 'bob@example.com' };
  assert.deepEqual([merged.draft, merged.version], [[REMOVED.item, bob, theirs[2]], '5']);
  const { state: asked } = await afterUndo([{ ...BOB, title: 'Mine' }], [respond]);
  assert.deepEqual([asked.theirs?.content, asked.version], [theirs, '2']);
  assert.deepEqual(asked.draft, [REMOVED.item, { ...BOB, title: 'Mine' }]);
});

test('restores an employee in a restored backup with the same list, and asks about another list', async () => {
  const conflict = (content: DraftEmployee[]) =>
    json(
      { detail: 'Changed.', current: { content, version: 4, at: '2026-01-01T00:00:00Z', author: 'Lee' } },
      { status: 409 },
    );
  const stored = json({ content: CREW, version: 5, changed: true });
  const { state, versions } = await afterUndo([BOB], [conflict([BOB]), stored]);
  assert.deepEqual(versions, ['2', '4']);
  assert.deepEqual([state.draft, state.version], [[REMOVED.item, BOB], '5']);
  const { state: asked } = await afterUndo([BOB], [conflict([anEmployee('Cat')])]);
  assert.deepEqual([asked.draft, asked.theirs?.version], [[BOB], '4']);
});

for (const [name, responses, reason] of [
  ['has no response', [], /^We couldn't reach the website\./],
  ['returns 401', [json({}, { status: 401 })], /^You're signed out\.$/],
] as const) {
  test(`changes nothing when the undo ${name}`, async () => {
    const { state, reason: actualReason } = await afterUndo([BOB], [...responses]);
    assert.match(actualReason ?? '', reason);
    assert.deepEqual(state, initialField([BOB], '2'));
  });
}

test('says how a row of someone else differs', () => {
  assert.equal(difference(ANN, [BOB, { ...ANN }]), '');
  const edited = anEmployee('Ann', { title: 'Agronomist' });
  assert.equal(difference(ANN, [edited]), 'different from yours');
  assert.equal(difference(ANN, [BOB]), 'not in your list');
});
