import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currentFiles, filesToKeep, inOrder, type StoredFile } from './file-list.ts';

const aFile = (id: string, version = '1', name = id): StoredFile<null> => ({
  id,
  name,
  content: null,
  version,
});
const names = (files: readonly StoredFile<null>[]) => files.map(({ name }) => name).join(' ');
const THREE = ['a', 'b', 'c'].map((id) => aFile(id));

test('inOrder sorts files by the saved order and appends those it does not list', () => {
  assert.equal(names(inOrder(THREE, ['c', 'a', 'b'])), 'c a b');
  assert.equal(names(inOrder(THREE, ['gone', 'b'])), 'b a c');
  assert.equal(names(inOrder(THREE, [])), 'a b c');
});

test('currentFiles replaces changed files, appends new ones and omits deleted ones', () => {
  const changes = [aFile('b', '2', 'B'), aFile('d')].map((file) => [file.id, file] as const);
  const known = currentFiles(THREE, new Map([...changes, ['c', undefined]]));
  assert.equal(names(known), 'a B d');
  const versions = known.map(({ version }) => version);
  assert.deepEqual(versions, ['1', '2', '1']);
});

test('filesToKeep keeps what changed after the list was read, and what was typed about a deleted file', () => {
  const files = [...THREE, aFile('new', '3')];
  const kept = filesToKeep(files, { listed: new Set(['a', 'b']), version: '2' }, (id) => id !== 'b');
  assert.equal(names(kept), 'c new');
  const untyped = filesToKeep(files, { listed: new Set(['a']), version: '2' }, () => false);
  assert.equal(names(untyped), 'new');
});
