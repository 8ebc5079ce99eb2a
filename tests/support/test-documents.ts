import assert from 'node:assert/strict';
import { crc32, deflateRawSync } from 'node:zlib';
import type { Document, DocumentSave } from '#contract/documents.ts';
import type { Upload } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import type { HttpClient } from './http-client.ts';

/** Returns a PDF of one blank page. `words` makes it differ from others. */
export function aPdf(words = 'Credit application', { trailer = '' } = {}): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>',
    `(${words})`,
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer}>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

/** `method` is the number of the compression that the entry claims to have. */
type ZipEntry = {
  name: string;
  content?: string | Buffer;
  flags?: number;
  isPacked?: boolean;
  method?: number;
};

/** Returns a ZIP file. Its entries are uncompressed unless they say otherwise. */
export function aZip(entries: readonly ZipEntry[], { comment = '' } = {}): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content = '<x/>', flags = 0, isPacked = false, method = isPacked ? 8 : 0 } of entries) {
    const [path, plain] = [Buffer.from(name), Buffer.from(content)];
    const body = isPacked ? deflateRawSync(plain) : plain;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc32(plain), 10);
    common.writeUInt32LE(body.length, 14);
    common.writeUInt32LE(plain.length, 18);
    common.writeUInt16LE(path.length, 22);
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), common, path, body]);
    const end = Buffer.alloc(14);
    end.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, end, path]));
    files.push(file);
    offset += file.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...files, list, end, Buffer.from(comment)]);
}

const officeFile = (main: string, more: readonly ZipEntry[]) =>
  aZip([{ name: '[Content_Types].xml' }, { name: '_rels/.rels' }, { name: main }, ...more]);

export const aDocx = (...more: ZipEntry[]) => officeFile('word/document.xml', more);
export const anXlsx = (...more: ZipEntry[]) => officeFile('xl/workbook.xml', more);

export const aCsv = (text = 'crop,price\nCorn,4.12\n') => Buffer.from(text);

/** Uploads a file like the editor does, and returns the request body that saves it as a document. */
export async function uploadDocument(
  editor: HttpClient,
  bytes: Buffer,
  {
    fileName = 'Credit application.pdf',
    title = 'Credit application',
    audience = 'link',
  }: { fileName?: string; title?: string; audience?: Document['audience'] } = {},
): Promise<DocumentSave> {
  const contentType = 'application/octet-stream';
  const query = new URLSearchParams({ fileName, contentType, size: String(bytes.length) });
  const signed = await editor.get(`${API.documentUpload}?${query}`);
  assert.equal(signed.statusCode, 200, signed.body);
  const { uploadUrl, fileUrl } = signed.json<Upload>();
  const put = await editor.put(uploadUrl, bytes, { 'content-type': contentType });
  assert.equal(put.statusCode, 200, put.body);
  return { fileUrl, title, audience };
}

export async function addDocument(
  editor: HttpClient,
  bytes: Buffer = aPdf(),
  options: Parameters<typeof uploadDocument>[2] = {},
): Promise<Document> {
  const response = await editor.post(API.saveDocument, await uploadDocument(editor, bytes, options));
  assert.equal(response.statusCode, 200, response.body);
  return response.json<{ content: Document }>().content;
}
