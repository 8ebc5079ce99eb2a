import { isUtf8 } from 'node:buffer';
import { decodeXML } from 'entities/decode';
import { DOCUMENT_TYPE_NAMES, type DocumentType } from '#contract/documents.ts';
import { UPLOAD_EMPTY } from '#contract/images.ts';
import { ValidationError } from '#server/platform/errors.ts';
import { readZip, unpack, type ZipEntry } from './read-zip.ts';

/** Why a document is rejected, and the messages for people. */
const REJECTIONS = {
  empty: () => UPLOAD_EMPTY,
  'not-the-type': (type: DocumentType) =>
    `This file isn't ${DOCUMENT_TYPE_NAMES[type]}, although its name ends in .${type}. Open it, save it again, and upload that.`,
  'old-format': (type: DocumentType) =>
    `This is an older Office file, although its name ends in .${type}. Open it, save it as .${type}, and upload that.`,
  macros: (type: DocumentType) =>
    `This file contains macros. Save a copy without macros as .${type}, and upload that.`,
  encrypted: () =>
    'This file is protected with a password or restrictions. Save a copy without protection, and upload that.',
  broken: () => "This file is damaged or didn't upload completely. Try again, or use another file.",
  'not-utf-8': () =>
    "This CSV file isn't saved as UTF-8, so some letters would look wrong. In Excel, choose Save As, CSV UTF-8, and upload that.",
};
type Rejection = keyof typeof REJECTIONS;

export const documentRejected = (rejection: Rejection, type: DocumentType) =>
  new ValidationError(rejection, REJECTIONS[rejection](type), '/fileUrl');

/** Returns why the content is not an acceptable document of the type, or undefined. Unpacks only what names the parts. */
export function checkDocument(bytes: Buffer, type: DocumentType): Rejection | undefined {
  if (bytes.length === 0) return 'empty';
  switch (type) {
    case 'pdf':
      return checkPdf(bytes);
    case 'docx':
      return checkOffice(bytes, /^word\/document\d*\.xml$/i);
    case 'xlsx':
      return checkOffice(bytes, /^xl\/workbook\d*\.xml$/i);
    case 'csv':
      return checkCsv(bytes);
  }
}

const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';
/** Readers look for the end of a PDF in so many of its last bytes. */
const PDF_END_BYTES = 1024;
const PDF_TRAILER_BYTES = 64 * 1024;

function checkPdf(bytes: Buffer): Rejection | undefined {
  const start = bytes.toString('latin1', 0, PDF_END_BYTES).replace(BYTE_ORDER_MARK, '').trimStart();
  if (!start.startsWith('%PDF-')) return 'not-the-type';
  const end = bytes.toString('latin1', Math.max(0, bytes.length - PDF_END_BYTES));
  if (!end.includes('%%EOF')) return 'broken';
  return isEncryptedPdf(bytes) ? 'encrypted' : undefined;
}

/** Returns true if the last trailer names an encryption (ISO 32000-1, 7.5.5 and 7.5.8). */
function isEncryptedPdf(bytes: Buffer): boolean {
  const last = bytes.toString('latin1', bytes.lastIndexOf('startxref'));
  const offset = Number(/^startxref\s+(\d{1,10})/.exec(last)?.[1]);
  const table = bytes.toString('latin1', offset || 0, (offset || 0) + 'xref'.length);
  // A table of references precedes its trailer; a stream of references is one.
  const from = table === 'xref' ? bytes.indexOf('trailer', offset) : offset;
  if (!(from >= 0)) return false;
  const trailer = bytes.toString('latin1', from, from + PDF_TRAILER_BYTES);
  return /\/Encrypt\b/.test(trailer.split(/\bstream\b|\bstartxref\b/, 1)[0] ?? '');
}

const ZIP_START = Buffer.from('PK\x03\x04');
/** Start of the containers of older and of encrypted Office files. */
const OLE_START = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const OLE_ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');
/** Parts with macros of Office, and folders with those of OpenDocument, which LibreOffice opens whatever the file's name. */
const MACROS = /(?:^|\/)(?:vbaProject\.bin$|macrosheets\/)|^(?:Basic|Scripts)\//i;
/** Parts that say what the others are. Office finds macros by them, and not by names. */
const ABOUT_PARTS = /^\[Content_Types\]\.xml$|(?:^|\/)_rels\/[^/]*\.rels$/i;
const ABOUT_PARTS_MAX_BYTES = 16 * 1024 * 1024;
const MACRO_TYPE = /\b(?:Content)?Type\s*=\s*["'][^"']*(?:macroEnabled|vbaProject|vbaData|macrosheet)/i;

function checkOffice(bytes: Buffer, mainPart: RegExp): Rejection | undefined {
  if (startsWith(bytes, OLE_START)) return bytes.includes(OLE_ENCRYPTED) ? 'encrypted' : 'old-format';
  if (!startsWith(bytes, ZIP_START)) return 'not-the-type';
  const zip = readZip(bytes);
  if (!zip) return 'broken';
  if (zip.some(({ isEncrypted }) => isEncrypted)) return 'encrypted';
  // Some programs write backslashes.
  const entries = zip.map((entry) => ({ ...entry, name: entry.name.replaceAll('\\', '/') }));
  if (entries.some(({ name }) => MACROS.test(name))) return 'macros';
  const names = entries.map(({ name }) => name);
  const isOffice = names.includes('[Content_Types].xml') && names.some((name) => mainPart.test(name));
  return isOffice ? checkParts(entries.filter(({ name }) => ABOUT_PARTS.test(name))) : 'not-the-type';
}

function checkParts(aboutParts: readonly ZipEntry[]): Rejection | undefined {
  let left = ABOUT_PARTS_MAX_BYTES;
  for (const entry of aboutParts) {
    const content = unpack(entry, left);
    if (!content) return 'broken';
    left -= content.length;
    // Without zeros, UTF-16 is like ASCII.
    const xml = decodeXML(content.toString('latin1').replaceAll('\0', ''));
    if (MACRO_TYPE.test(xml)) return 'macros';
  }
  return undefined;
}

/** Control characters, except tabs and line breaks. */
// oxlint-disable-next-line no-control-regex -- These are what it looks for.
const CONTROL = /[\0-\x08\x0b\x0e-\x1f\x7f]/;
const MARKUP = /^\s*<(?:[!?]|html|head|body|script|svg)/i;

function checkCsv(bytes: Buffer): Rejection | undefined {
  if ([ZIP_START, OLE_START, Buffer.from('%PDF-')].some((start) => startsWith(bytes, start))) {
    return 'not-the-type';
  }
  const encoding = UTF_16[bytes.toString('hex', 0, 2)];
  const text = encoding ? decode(bytes, encoding) : bytes.toString('latin1');
  if (text === undefined) return 'not-utf-8';
  if (CONTROL.test(text) || MARKUP.test(text.replace(BYTE_ORDER_MARK, ''))) return 'not-the-type';
  return encoding || isUtf8(bytes) ? undefined : 'not-utf-8';
}

/** Encodings by their byte order mark. */
const UTF_16: Readonly<Record<string, string>> = { fffe: 'utf-16le', feff: 'utf-16be' };

/** Returns undefined for bytes that are invalid in the encoding. */
function decode(bytes: Buffer, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const startsWith = (bytes: Buffer, start: Buffer) => bytes.subarray(0, start.length).equals(start);
