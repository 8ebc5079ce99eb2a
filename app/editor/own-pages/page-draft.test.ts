import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BLOCK_KINDS, type OwnPage, type PageBlock } from '#contract/own-pages.ts';
import { mergePages, newBlock, newPage, toPage, toText, withMovedBlock } from './page-draft.ts';

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
  const merged = mergePages({ draft: toText(draft), base: toText(base), theirs: toText(theirs) });
  const result = toPage(merged?.merged ?? '');
  assert.deepEqual(merged?.conflicts, []);
  assert.equal(result?.title, 'Jobs');
  const shown = result?.blocks.map((block) => ('text' in block ? block.text : block.kind));
  assert.deepEqual(shown, ['Theirs', 'Mine', 'phone', 'table']);
});

test('names a conflict by its block, and uses the chosen value', () => {
  const texts = {
    base: toText(page([heading('a', 'A')])),
    draft: toText(page([heading('a', 'Mine')], { hidden: false })),
    theirs: toText(page([heading('a', 'Theirs')])),
  };
  const { conflicts } = mergePages(texts)!;
  const found = conflicts.map(({ name, mine, theirs }) => [name, mine, theirs]);
  assert.deepEqual(found, [['Heading “Mine”, Heading', 'Mine', 'Theirs']]);
  const { merged: text } = mergePages(texts, () => 'theirs')!;
  const chosen = toPage(text);
  assert.deepEqual([chosen?.hidden, chosen?.blocks], [false, [heading('a', 'Theirs')]]);
});

const listOf = (ids: string[]): PageBlock => ({ id: 'd', kind: 'documents', documentIds: ids });
const mergeOf = (base: string[], draft: string[], theirs: string[]) => {
  const [one, mine, other] = [base, draft, theirs].map((ids) => toText(page([listOf(ids)])));
  const { merged: text, conflicts } = mergePages({ base: one!, draft: mine!, theirs: other! })!;
  return { blocks: toPage(text)?.blocks, conflicts: conflicts.map(({ name }) => name) };
};

test('reports a conflict when both lists together are too long', () => {
  const [mine, theirs] = ['mine', 'theirs'].map((name) => Array.from({ length: 60 }, (_, at) => name + at));
  const merged = mergeOf([], mine!, theirs!);
  assert.deepEqual(merged, { blocks: [listOf(mine!)], conflicts: ['Documents, Documents'] });
});

test('keeps every kind of block in a draft', () => {
  const all = page(BLOCK_KINDS.map((kind) => newBlock(kind)));
  const text = toText(all);
  assert.deepEqual(toPage(text), all);
  assert.equal(mergePages({ draft: text, base: text, theirs: text })?.merged, text);
  for (const other of ['', '[]', 'null', '{"id":"p"}', text.replace('"heading"', '"song"')])
    assert.equal(toPage(other), undefined);
});

const ids = (of: OwnPage) => of.blocks.map(({ id }) => id);

test('moves a block within the list only', () => {
  const start = page([heading('a', ''), heading('b', '')]);
  assert.deepEqual(ids(withMovedBlock(start, 'a', 1)), ['b', 'a']);
  for (const to of [-1, 2]) assert.deepEqual(withMovedBlock(start, 'a', to), start);
});
