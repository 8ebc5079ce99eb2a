import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import type { Employee, Employees } from '#contract/employees.ts';
import { API } from '#contract/paths.ts';
import { fieldReducer, initialField, type FieldState } from '#app/editor/field/field-state.ts';
import { toText } from './employee-list.ts';
import { removeSavedEmployee, submitEmployees } from './submit-employees.ts';

const anEmployee = (name: string, more: Partial<Employee> = {}): Employee => ({
  id: `id-of-${name}`,
  name,
  title: 'Operator',
  phoneNumber: '-',
  email: '-',
  ...more,
});
const [ANN, BOB] = [anEmployee('Ann'), anEmployee('Bob')];
const CREW: Employees = [ANN, BOB];
const SAVED = { version: 1, saved: toText(CREW) };

type Responses = Record<string, () => Response>;

async function withResponses(responses: Responses, work: () => Promise<void>): Promise<string[]> {
  const sent: string[] = [];
  const fake = mock.method(globalThis, 'fetch', (async (path: string, { method }: RequestInit) => {
    const request = `${method} ${path}`;
    sent.push(request);
    const respond = responses[request];
    if (!respond) throw new TypeError('Failed to fetch');
    return respond();
  }) as typeof fetch);
  try {
    await work();
  } finally {
    fake.mock.restore();
  }
  return sent;
}

const json = (body: unknown, init?: ResponseInit) => () => Response.json(body, init);
const version = (number: number) => ({ headers: { 'content-version': String(number) } });
const DELETE_ANN = `DELETE ${API.saveEmployees}/${ANN.id}`;
const LIST = `GET ${API.employees}`;

async function afterRemoval(draft: Employees, responses: Responses) {
  let state: FieldState = { ...initialField(SAVED.saved, SAVED.version), draft: toText(draft) };
  let reason: string | undefined;
  const sent = await withResponses(responses, async () => {
    const { event, failure } = await removeSavedEmployee(ANN.id, state);
    state = fieldReducer(state, event);
    reason = failure?.reason;
  });
  return { state, reason, sent };
}

test('saves nothing when the stored draft is invalid', async () => {
  const sent = await withResponses({}, async () => {
    const result = await submitEmployees('[{"name":1}]', 1);
    assert.deepEqual(result, {
      outcome: 'rejected',
      reason: "We can't read the changes kept on this device. Choose Undo changes, then type them again.",
    });
  });
  assert.deepEqual(sent, []);
});

test('gives new employees the stored ids, also in a draft that was edited since', async () => {
  const dee = anEmployee('Dee', { id: '1_new' });
  const stored = [...CREW, { ...dee, id: 'id-7' }];
  const text = toText([...CREW, dee]);
  const respond = json({ content: stored, version: 2, changed: true });
  await withResponses({ [`POST ${API.saveEmployees}`]: respond }, async () => {
    const result = await submitEmployees(text, 1);
    assert.ok(result.outcome === 'done');
    const { content, adopt } = result.body;
    assert.equal(content, toText(stored));
    assert.equal(adopt?.(text), toText(stored));
    assert.equal(
      adopt?.(toText([{ ...dee, title: 'Driver' }, BOB])),
      toText([{ ...dee, id: 'id-7', title: 'Driver' }, BOB]),
    );
  });
});

test('returns the current list as text when a save conflicts', async () => {
  const current = { content: [BOB], version: 4, at: '2026-01-01T00:00:00Z', author: 'Lee' };
  const respond = json({ detail: 'Changed.', current }, { status: 409 });
  await withResponses({ [`POST ${API.saveEmployees}`]: respond }, async () => {
    const result = await submitEmployees(toText(CREW), 1);
    assert.ok(result.outcome === 'conflict');
    assert.deepEqual(result.current, { ...current, content: toText([BOB]) });
  });
});

test('removes an employee from the draft and the saved list, and keeps other edits', async () => {
  const draft = [ANN, { ...BOB, title: 'Manager' }];
  const { state, reason } = await afterRemoval(draft, {
    [DELETE_ANN]: json({ content: [BOB], version: 2, changed: true }),
  });
  assert.equal(reason, undefined);
  assert.equal(state.draft, toText([{ ...BOB, title: 'Manager' }]));
  assert.deepEqual([state.saved, state.base, state.version], [toText([BOB]), toText([BOB]), 2]);
});

for (const [name, respond, reason] of [
  [
    'has no response',
    undefined,
    "We couldn't reach the website. Check your internet connection and try again.",
  ],
  [
    'returns 503',
    json({}, { status: 503 }),
    "The website isn't responding right now (error 503). Try again in a minute.",
  ],
  ['returns 401', json({}, { status: 401 }), "You're signed out."],
] as const) {
  test(`keeps the employee when the removal ${name}`, async () => {
    const responses = { [LIST]: json(CREW), ...(respond && { [DELETE_ANN]: respond }) };
    const { state, reason: actualReason } = await afterRemoval(CREW, responses);
    assert.equal(actualReason, reason);
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
  assert.deepEqual([state.draft, state.saved, state.version], [toText([BOB]), toText([BOB]), 2]);
  assert.equal(state.theirs, undefined);
});

test('reports a conflict when the employee is already removed and the list has other changes', async () => {
  const theirs = [{ ...BOB, title: 'Manager' }];
  const { state } = await afterRemoval(CREW, {
    [DELETE_ANN]: json({}, { status: 404 }),
    [LIST]: json(theirs, version(3)),
  });
  assert.deepEqual([state.theirs?.content, state.theirs?.version], [toText(theirs), 3]);
  assert.deepEqual([state.draft, state.version], [toText(CREW), 1]);
});

test('reports a conflict when the list has changed since it was read', async () => {
  const current = { content: [ANN], version: 4, at: '2026-01-01T00:00:00Z', author: 'Lee' };
  const { state } = await afterRemoval(CREW, {
    [DELETE_ANN]: json({ detail: 'Changed.', current }, { status: 409 }),
  });
  assert.equal(state.theirs?.content, toText([ANN]));
  assert.equal(state.draft, toText(CREW));
});
