import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeFileText, FILE_TEXT_MAX_CHARACTERS } from './file-text.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

function utf16(text: string, isBigEndian = false): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(text.length * 2 + 2));
  for (const [index, unit] of ['\ufeff', ...text.split('')].entries()) {
    bytes.setUint16(index * 2, unit.charCodeAt(0), !isBigEndian);
  }
  return new Uint8Array(bytes.buffer);
}

test('decodes UTF-8 with and without a byte order mark', () => {
  assert.deepEqual(decodeFileText(utf8('Mon–Fri 🌾'), true), { text: 'Mon–Fri 🌾', isTruncated: false });
  assert.deepEqual(decodeFileText(utf8('\ufeffhay'), true), { text: 'hay', isTruncated: false });
});

test('decodes UTF-16 only with a byte order mark', () => {
  assert.equal(decodeFileText(utf16('Mon–Fri 🌾'), true)?.text, 'Mon–Fri 🌾');
  assert.equal(decodeFileText(utf16('Mon–Fri 🌾', true), true)?.text, 'Mon–Fri 🌾');
  assert.equal(decodeFileText(utf16('hay').slice(2), true), undefined);
});

test('returns undefined for bytes that are not text', () => {
  const noText = {
    'a NUL byte': utf8('hay\0'),
    'a PNG': Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    'Latin-1': Uint8Array.of(0x66, 0xfc, 0x72),
    'half a character at the end': utf8('🌾').slice(0, 3),
    'half a UTF-16 pair': utf16('🌾').slice(0, 4),
    'a NUL in UTF-16': utf16('h\0'),
  };
  for (const [what, bytes] of Object.entries(noText))
    assert.equal(decodeFileText(bytes, true), undefined, what);
});

test('accepts a partial file that ends within a character', () => {
  assert.deepEqual(decodeFileText(utf8('hay 🌾').slice(0, -1), false), { text: 'hay ', isTruncated: true });
});

test('cuts text after 5000 characters', () => {
  const full = 'a'.repeat(FILE_TEXT_MAX_CHARACTERS);
  assert.equal(FILE_TEXT_MAX_CHARACTERS, 5000);
  assert.deepEqual(decodeFileText(utf8(full), true), { text: full, isTruncated: false });
  assert.deepEqual(decodeFileText(utf8(`${full}b`), true), { text: full, isTruncated: true });
});

test('never splits a surrogate pair', () => {
  const full = 'a'.repeat(FILE_TEXT_MAX_CHARACTERS - 1);
  assert.equal(decodeFileText(utf8(`${full}🌾`), true)?.text, full);
  assert.equal(decodeFileText(utf8(`${full.slice(1)}🌾b`), true)?.text, `${full.slice(1)}🌾`);
});
