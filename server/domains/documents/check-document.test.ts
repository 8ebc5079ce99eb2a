import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCsv, aDocx, anXlsx, aPdf, aZip } from '#tests/support/test-documents.ts';
import { checkDocument } from './check-document.ts';

const XREF_STREAM = (dictionary: string) => {
  const body = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n';
  const xref = `2 0 obj\n<< /Type /XRef ${dictionary} >>\nstream\nx\nendstream\nendobj\n`;
  return Buffer.from(`${body}${xref}startxref\n${body.length}\n%%EOF`);
};

test('accepts documents of each type', () => {
  for (const pdf of [
    aPdf(),
    Buffer.concat([Buffer.from('\uFEFF'), aPdf()]),
    Buffer.concat([aPdf(), Buffer.from('\r\n\r\n')]),
    aPdf('A guide to /Encrypt and passwords'),
    XREF_STREAM('/W [1 2 1] /EncryptMetadata false'),
  ]) {
    assert.equal(checkDocument(pdf, 'pdf'), undefined);
  }
  assert.equal(checkDocument(aDocx({ name: 'word/media/image1.png' }), 'docx'), undefined);
  // Word for the web names the main part so.
  assert.equal(
    checkDocument(aZip([{ name: '[Content_Types].xml' }, { name: 'word/document2.xml' }]), 'docx'),
    undefined,
  );
  assert.equal(
    checkDocument(aZip([{ name: '[Content_Types].xml' }, { name: 'xl\\workbook.xml' }]), 'xlsx'),
    undefined,
  );
  assert.equal(checkDocument(anXlsx(), 'xlsx'), undefined);
  for (const csv of [
    aCsv(),
    aCsv('\uFEFFname;price\r\n"Größe";"1,5"\r\n'),
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('crop\tprice\r\n', 'utf16le')]),
    Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from('crop\tprice\r\n', 'utf16le').swap16()]),
  ]) {
    assert.equal(checkDocument(csv, 'csv'), undefined);
  }
});

test('rejects a document that is something else than it says', () => {
  const files = { pdf: aPdf(), docx: aDocx(), xlsx: anXlsx(), csv: aCsv() };
  for (const [name, bytes] of Object.entries(files)) {
    for (const type of ['pdf', 'docx', 'xlsx', 'csv'] as const) {
      assert.equal(
        checkDocument(bytes, type),
        name === type ? undefined : 'not-the-type',
        `${name} as ${type}`,
      );
    }
  }
  const program = Buffer.concat([Buffer.from('MZ\x90\x00\x03\x00'), aDocx()]);
  const page = '<!doctype html><script>alert(1)</script>';
  for (const type of ['pdf', 'docx', 'xlsx', 'csv'] as const) {
    assert.equal(checkDocument(program, type), 'not-the-type', type);
    assert.equal(checkDocument(Buffer.from(page), type), 'not-the-type', type);
    assert.equal(checkDocument(aZip([{ name: 'a.txt' }]), type), 'not-the-type', type);
    assert.equal(checkDocument(Buffer.alloc(0), type), 'empty', type);
  }
  assert.equal(checkDocument(Buffer.from(`${page}%PDF-1.4 %%EOF`), 'pdf'), 'not-the-type');
  assert.equal(checkDocument(Buffer.from('  <svg xmlns="x">'), 'csv'), 'not-the-type');
  assert.equal(checkDocument(aCsv('a,b\n\u0007,1\n'), 'csv'), 'not-the-type');
  assert.equal(checkDocument(aCsv('a,b\0\n'), 'csv'), 'not-the-type');
});

test('rejects macros', () => {
  assert.equal(checkDocument(aDocx({ name: 'word/vbaProject.bin' }), 'docx'), 'macros');
  assert.equal(checkDocument(anXlsx({ name: 'XL\\VBAPROJECT.BIN' }), 'xlsx'), 'macros');
  assert.equal(checkDocument(anXlsx({ name: 'xl/macrosheets/sheet1.xml' }), 'xlsx'), 'macros');
});

const part = (type: string) => `<Override PartName="/word/a.bin" ContentType="application/vnd.${type}"/>`;
const relationship = (type: string) =>
  `<Relationship Type="http://schemas.microsoft.com/office/2006/relationships/${type}" Target="a.bin"/>`;

test('recognizes macros by what the file says about its parts, whatever their names', () => {
  const contents: [name: string, content: string][] = [
    ['[Content_Types].xml', part('ms-office.vbaProject')],
    ['[content_types].XML', part('ms-office.VBAproject')],
    ['[Content_Types].xml', part('ms-word.document.macroEnabled.main+xml')],
    ['[Content_Types].xml', part('ms-word.template.macroEnabledTemplate.main+xml')],
    ['[Content_Types].xml', part('ms-excel.sheet.binary.macroEnabled.main')],
    ['[Content_Types].xml', part('ms-excel.macrosheet+xml')],
    ['[Content_Types].xml', part('ms-excel.intlmacrosheet+xml')],
    ['[Content_Types].xml', part('ms-office.vba&#80;roject')],
    ['[Content_Types].xml', part('ms-office.vba&#x50;roject')],
    ['word/_rels/document.xml.rels', relationship('vbaProject')],
    ['other\\_RELS\\main.xml.rels', relationship('vbaProject')],
    ['xl/_rels/workbook.xml.rels', relationship('xlMacrosheet')],
    ['xl/_rels/workbook.xml.rels', relationship('xlIntlMacrosheet')],
  ];
  for (const [name, content] of contents) {
    for (const entry of [
      { name, content },
      { name, content, isPacked: true },
      { name, content: Buffer.from(`\ufeff${content}`, 'utf16le'), isPacked: true },
      { name, content: Buffer.from(`\ufeff${content}`, 'utf16le').swap16() },
    ]) {
      assert.equal(checkDocument(aDocx(entry), 'docx'), 'macros', `${name} ${content}`);
    }
    assert.equal(checkDocument(anXlsx({ name, content, isPacked: true }), 'xlsx'), 'macros');
  }
  // LibreOffice opens a file as OpenDocument whatever its name says.
  for (const name of ['Basic/Standard/Module1.xml', 'basic/script-lc.xml', 'Scripts/python/a.py']) {
    assert.equal(checkDocument(aDocx({ name }), 'docx'), 'macros', name);
  }
});

test('accepts files that only mention macros, and rejects what cannot be unpacked', () => {
  const words = { name: 'word/settings.xml', content: 'vbaProject macroEnabled', isPacked: true };
  const basics = { name: 'word/basic/Scripts.xml' };
  assert.equal(checkDocument(aDocx(words, basics), 'docx'), undefined);
  const rels = { name: 'word/_rels/document.xml.rels', isPacked: true };
  assert.equal(checkDocument(aDocx({ ...rels, content: ' '.repeat(1_000_000) }), 'docx'), undefined);
  assert.equal(checkDocument(aDocx({ ...rels, content: ' '.repeat(20_000_000) }), 'docx'), 'broken');
  assert.equal(checkDocument(aDocx({ ...rels, isPacked: false, method: 8 }), 'docx'), 'broken');
  assert.equal(checkDocument(aDocx({ ...rels, method: 12 }), 'docx'), 'broken');
});

test('rejects protected files', () => {
  assert.equal(checkDocument(aPdf('x', { trailer: '/Encrypt 9 0 R ' }), 'pdf'), 'encrypted');
  assert.equal(checkDocument(XREF_STREAM('/W [1 2 1] /Encrypt 9 0 R'), 'pdf'), 'encrypted');
  const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
  const locked = Buffer.concat([old, Buffer.from('EncryptedPackage', 'utf16le')]);
  assert.equal(checkDocument(locked, 'xlsx'), 'encrypted');
  assert.equal(checkDocument(old, 'docx'), 'old-format');
  assert.equal(checkDocument(old, 'csv'), 'not-the-type');
  assert.equal(checkDocument(aDocx({ name: 'a', flags: 1 }), 'docx'), 'encrypted');
});

test('rejects truncated and damaged files', () => {
  for (const [type, bytes] of [
    ['pdf', aPdf('x'.repeat(3000))],
    ['docx', aDocx()],
    ['xlsx', anXlsx()],
  ] as const) {
    for (const length of [bytes.length - 30, bytes.length >> 1, 100]) {
      assert.equal(checkDocument(bytes.subarray(0, length), type), 'broken', `${type} ${length}`);
    }
  }
  // A central directory that lies about its size or its place.
  const zip = aDocx();
  for (const [offset, value] of [
    [10, 0xffff],
    [12, 0xffffffff],
    [16, 0xffffffff],
    [16, 0],
  ] as const) {
    const lie = Buffer.from(zip);
    const end = lie.length - 22;
    if (offset === 10) lie.writeUInt16LE(value, end + offset);
    else lie.writeUInt32LE(value, end + offset);
    assert.equal(checkDocument(lie, 'docx'), 'broken', `${offset}`);
  }
  // A directory entry that points to where no file begins.
  const moved = Buffer.from(zip);
  moved.writeUInt32LE(1, moved.readUInt32LE(moved.length - 22 + 16) + 42);
  assert.equal(checkDocument(moved, 'docx'), 'broken');
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('crop', 'utf16le')]);
  assert.equal(checkDocument(utf16.subarray(0, -1), 'csv'), 'not-utf-8');
});

test('rejects text in another encoding than Unicode with a hint', () => {
  assert.equal(checkDocument(Buffer.from('Größe,1\n', 'latin1'), 'csv'), 'not-utf-8');
});
