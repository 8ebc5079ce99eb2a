import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BLOCK_KINDS, type OwnPage, type PageBlock } from '#contract/own-pages.ts';
import { earlierAddressHint, mergePages, newBlock, newPage, PAGE_FORM } from './page-draft.ts';

const heading = (id: string, text: string): PageBlock => ({ id, kind: 'heading', level: 2, text });
const page = (blocks: PageBlock[], more: Partial<OwnPage> = {}): OwnPage => ({
  ...newPage('Careers', 'careers'),
  id: 'p',
  blocks,
  ...more,
});

test('keeps the blocks that both people have added, and the fields that each has changed', () => {
  const [a, b] = [heading('a', 'A'), heading('b', 'B')];
  const base = page([a, b]);
  const draft = page([b, heading('a', 'Mine'), newBlock('table', 't')]);
  const theirs = page([a, newBlock('phone', 'f'), heading('b', 'Theirs')], { title: 'Jobs' });
  const merged = mergePages({ draft: draft, base: base, theirs: theirs });
  const result = merged?.merged;
  assert.deepEqual(merged?.conflicts, []);
  assert.equal(result?.title, 'Jobs');
  const shown = result?.blocks.map((block) => ('text' in block ? block.text : block.kind));
  assert.deepEqual(shown, ['Theirs', 'Mine', 'phone', 'table']);
});

test('says which page had an address before, unless it is the same page or was deleted', () => {
  const { id, title, inMenu, hidden } = page([]);
  const list = {
    pages: [{ id, address: 'jobs', title, inMenu, hidden }],
    earlier: { careers: 'p', old: 'deleted' },
    frameOrigins: [],
  };
  const hintOf = (address: string, of = 'other') => earlierAddressHint(list, page([], { id: of, address }));
  assert.match(
    hintOf('careers'),
    /^“Careers” had this address before\. Links to \/careers will lead to this/,
  );
  for (const address of ['old', 'jobs', 'constructor']) assert.equal(hintOf(address), '', address);
  assert.equal(hintOf('careers', 'p'), '');
});

test('names a conflict by its block, and uses the chosen value', () => {
  const versions = {
    base: page([heading('a', 'A')]),
    draft: page([heading('a', 'Mine')], { hidden: false }),
    theirs: page([heading('a', 'Theirs')]),
  };
  const { conflicts } = mergePages(versions)!;
  const found = conflicts.map(({ name, mine, theirs }) => [name, mine, theirs]);
  assert.deepEqual(found, [['Heading “Mine”, Heading', 'Mine', 'Theirs']]);
  const chosen = mergePages(versions, () => 'theirs')?.merged;
  assert.deepEqual([chosen?.hidden, chosen?.blocks], [false, [heading('a', 'Theirs')]]);
});

const listOf = (ids: string[]): PageBlock => ({ id: 'd', kind: 'documents', documentIds: ids });
const mergeOf = (base: string[], draft: string[], theirs: string[]) => {
  const [one, mine, other] = [base, draft, theirs].map((ids) => page([listOf(ids)]));
  const { merged, conflicts } = mergePages({ base: one!, draft: mine!, theirs: other! })!;
  return { blocks: merged.blocks, conflicts: conflicts.map(({ name }) => name) };
};

test('reports a conflict when both lists together are too long', () => {
  const [mine, theirs] = ['mine', 'theirs'].map((name) => Array.from({ length: 60 }, (_, at) => name + at));
  const merged = mergeOf([], mine!, theirs!);
  assert.deepEqual(merged, { blocks: [listOf(mine!)], conflicts: ['Documents, Documents'] });
});

test('stores every kind of block in a draft, and reads it', () => {
  const all = page(BLOCK_KINDS.map((kind) => newBlock(kind)));
  const text = PAGE_FORM.write(all);
  assert.deepEqual(PAGE_FORM.read(text), all);
  assert.deepEqual(mergePages({ draft: all, base: all, theirs: all })?.merged, all);
  for (const other of ['', '[]', 'null', '{"id":"p"}', text.replace('"heading"', '"song"')])
    assert.equal(PAGE_FORM.read(other), undefined);
});
