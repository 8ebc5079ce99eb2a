import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fontSizeOf, ordinarySize, sizeFor } from './font-size.ts';

const sizeIn = (style: string, ordinaryPx?: number) => sizeFor(fontSizeOf(style), ordinaryPx);

test('recognizes the sizes of the editor in pixels', () => {
  assert.equal(sizeIn('16px'), 'small');
  assert.equal(sizeIn('24px', 14), 'large');
  assert.equal(sizeIn('28px', 16), 'extra-large');
  assert.equal(sizeIn('20px', 14), undefined);
});

test('returns no size for the size of most of the text', () => {
  assert.equal(sizeIn('16px', 16), undefined);
  assert.equal(sizeIn('11pt', 44 / 3), undefined);
  assert.equal(sizeIn('12pt', 16), undefined);
});

test('returns a size for text clearly smaller or larger than most of the text', () => {
  assert.equal(sizeIn('9pt', 44 / 3), 'small');
  assert.equal(sizeIn('10pt', 44 / 3), undefined);
  assert.equal(sizeIn('12pt', 44 / 3), undefined);
  assert.equal(sizeIn('14pt', 44 / 3), 'large');
  assert.equal(sizeIn('20pt', 44 / 3), 'extra-large');
  assert.equal(sizeIn('32px', 16), 'extra-large');
});

test('returns a large size for a lone heading', () => {
  assert.equal(sizeIn('18px', 18), undefined);
  assert.equal(sizeIn('18pt', 24), 'large');
  assert.equal(sizeIn('32px', 32), 'extra-large');
});

test('ignores other units', () => {
  for (const size of ['1.5em', '150%', 'large', '2rem', '-3px', 'calc(20px)', '']) {
    assert.equal(fontSizeOf(size), undefined, size);
  }
});

test('ordinarySize returns the size of most characters', () => {
  const runs = [
    { text: 'Heading', px: 32 },
    { text: 'Long words.', px: 15 },
  ];
  assert.equal(ordinarySize(runs), 15);
  assert.equal(ordinarySize([...runs, { text: 'Longer words without one.' }]), undefined);
  assert.equal(ordinarySize([]), undefined);
});
