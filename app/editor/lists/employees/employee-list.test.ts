import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blankReason, EMPLOYEES, newEmployee } from './employee-list.ts';

const anEmployee = (id: string, more = {}) => ({
  id,
  name: `Name of ${id}`,
  title: 'Manager',
  phoneNumber: '-',
  email: '-',
  imageId: '',
  ...more,
});
const [a, b] = [anEmployee('a'), anEmployee('b')];
const { form, stored } = EMPLOYEES;

test('stores a draft as earlier releases do, and reads it', () => {
  const text =
    '[{"id":"a","name":"Name of a","title":"Manager","phoneNumber":"-","email":"-","imageId":""},' +
    '{"id":"b","name":"Name of b","title":"Manager","phoneNumber":"-","email":"-","imageId":""}]';
  assert.deepEqual(form.read(text), [a, b]);
  const { id, ...rest } = a;
  assert.equal(form.write([{ ...rest, id }, b]), text);
  assert.deepEqual(form.read('[{"id":"a","name":"Ann"}]'), [
    { id: 'a', name: 'Ann', title: '', phoneNumber: '', email: '', imageId: '' },
  ]);
});

for (const text of ['', 'null', '{}', '[1]', '[null]', '[{"name":"a"}]', '[{"id":"a","name":1}]', '[{'])
  test(`reads no employees in the text: ${text}`, () => assert.equal(form.read(text), undefined));

test('deletes a stored employee immediately if all four texts are filled in', () => {
  assert.equal(stored.isRemovedBySave(a), false);
  for (const field of ['name', 'title', 'phoneNumber', 'email']) {
    assert.equal(stored.isRemovedBySave(anEmployee('a', { [field]: '' })), true);
    assert.equal(stored.isRemovedBySave(anEmployee('a', { [field]: ' ' })), true);
  }
});

test('gives new employees unique ids that end in _new, even without TLS', (t) => {
  // Browsers leave this function out on pages without TLS.
  t.mock.method(crypto, 'randomUUID', () => assert.fail('crypto.randomUUID is not a function'));
  assert.match(newEmployee().id, /^[0-9a-f]{32}_new$/);
  assert.notEqual(newEmployee().id, newEmployee().id);
});

for (const [field, text, reason] of [
  ['email', '', 'No email? Type a dash (-).'],
  ['phoneNumber', ' ', 'No phone? Type a dash (-).'],
  ['name', '', 'Type a name.'],
  ['title', '', 'Type a title, such as Agronomist.'],
  ['email', '-', ''],
] as const)
  test(`blankReason returns "${reason}" for "${text}"`, () => assert.equal(blankReason(field, text), reason));
