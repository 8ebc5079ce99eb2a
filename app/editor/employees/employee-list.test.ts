import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  blankReason,
  difference,
  isComplete,
  newEmployee,
  toEmployees,
  toText,
  withSavedIds,
} from './employee-list.ts';

const anEmployee = (id: string, more = {}) => ({
  id,
  name: `Name of ${id}`,
  title: 'Manager',
  phoneNumber: '-',
  email: '-',
  ...more,
});
const [a, b] = [anEmployee('a'), anEmployee('b')];

test('parses its serialized employees, and serializes equal lists to equal text', () => {
  assert.deepEqual(toEmployees(toText([a, b])), [a, b]);
  const { id, ...rest } = a;
  assert.equal(toText([{ ...rest, id }]), toText([a]));
});

for (const text of ['', 'null', '{}', '[1]', '[null]', '[{"id":"a"}]', '[{']) {
  test(`toEmployees returns undefined for invalid text: ${text}`, () =>
    assert.equal(toEmployees(text), undefined));
}

test('isComplete returns false when one of the four texts is blank', () => {
  assert.equal(isComplete(a), true);
  for (const field of ['name', 'title', 'phoneNumber', 'email']) {
    assert.equal(isComplete(anEmployee('a', { [field]: '' })), false);
    assert.equal(isComplete(anEmployee('a', { [field]: ' ' })), false);
  }
});

test('newEmployee creates unique ids that end in _new, even without TLS', (t) => {
  // Browsers leave this function out on pages without TLS.
  t.mock.method(crypto, 'randomUUID', () => assert.fail('crypto.randomUUID is not a function'));
  assert.match(newEmployee().id, /^[0-9a-f]{32}_new$/);
  assert.notEqual(newEmployee().id, newEmployee().id);
});

test('withSavedIds sets the stored ids in a draft that was edited during the save', () => {
  const sent = [a, anEmployee('1_new'), anEmployee('2_new')];
  const saved = [a, anEmployee('s1'), anEmployee('s2')];
  const draft = [anEmployee('2_new', { title: 'Agronomist' }), a, anEmployee('3_new')];
  const shown = withSavedIds(draft, sent, saved).map(({ id, title }) => [id, title]);
  assert.deepEqual(shown, [
    ['s2', 'Agronomist'],
    ['a', 'Manager'],
    ['3_new', 'Manager'],
  ]);
});

test('difference reports an employee as same, changed or missing', () => {
  assert.equal(difference(a, [b, a]), 'same');
  assert.equal(difference(a, [anEmployee('a', { title: 'Agronomist' })]), 'changed');
  assert.equal(difference(a, [b]), 'missing');
});

for (const [field, text, reason] of [
  ['email', '', 'No email? Type a dash (-).'],
  ['phoneNumber', ' ', 'No phone? Type a dash (-).'],
  ['name', '', 'Type a name.'],
  ['title', '', 'Type a title, such as Agronomist.'],
  ['email', '-', ''],
] as const)
  test(`blankReason returns "${reason}" for "${text}"`, () => assert.equal(blankReason(field, text), reason));
