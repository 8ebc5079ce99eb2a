import assert from 'node:assert/strict';
import { test } from 'node:test';
import { declarationsIn } from './declarations.ts';
import { fontSizeIn, ordinarySize, sizeFor, sizeOfClass } from './font-size.ts';

const inPixels = (px: number) => ({ px, isInPixels: true });
const sizeIn = (style: string, ordinaryPx?: number) => sizeFor(fontSizeIn(declarationsIn(style)), ordinaryPx);

test('recognizes the sizes of the editor in pixels', () => {
  assert.equal(sizeIn('font-size: 16px'), 'small');
  assert.equal(sizeIn('font-size:24px', 14), 'large');
  assert.equal(sizeIn('color: red; FONT-SIZE: 28PX !important', 16), 'extra-large');
  assert.equal(sizeIn('font-size:20px', 14), undefined);
});

test('returns no size for the size of most of the text', () => {
  assert.equal(sizeIn('font-size:16px', 16), undefined);
  assert.equal(sizeIn('font-size:11pt', 44 / 3), undefined);
  assert.equal(sizeIn('font-size:12pt', 16), undefined);
});

test('returns a size for text clearly smaller or larger than most of the text', () => {
  assert.equal(sizeIn('font-size:9pt', 44 / 3), 'small');
  assert.equal(sizeIn('font-size:10pt', 44 / 3), undefined);
  assert.equal(sizeIn('font-size:12pt', 44 / 3), undefined);
  assert.equal(sizeIn('font-size:14pt', 44 / 3), 'large');
  assert.equal(sizeIn('font-size:20pt', 44 / 3), 'extra-large');
  assert.equal(sizeIn('font-size:32px', 16), 'extra-large');
});

test('returns a large size for a lone heading', () => {
  assert.equal(sizeIn('font-size:18px', 18), undefined);
  assert.equal(sizeIn('font-size:18pt', 24), 'large');
  assert.equal(sizeIn('font-size:32px', 32), 'extra-large');
});

test('ignores other units', () => {
  for (const size of ['1.5em', '150%', 'large', '2rem', '-3px', 'calc(20px)', '']) {
    assert.equal(fontSizeIn(declarationsIn(`font-size:${size}`)), undefined, size);
  }
});

test('ordinarySize returns the size of most characters', () => {
  const runs = [
    { text: 'Heading', fontSize: inPixels(32) },
    { text: 'Long words.', fontSize: inPixels(15) },
  ];
  assert.equal(ordinarySize(runs), 15);
  assert.equal(ordinarySize([...runs, { text: 'Longer words without one.' }]), undefined);
  assert.equal(ordinarySize([]), undefined);
});

test("recognizes the editor's classes among others", () => {
  assert.equal(sizeOfClass('x text-extra-large y'), 'extra-large');
  assert.equal(sizeOfClass('text-huge'), undefined);
});
