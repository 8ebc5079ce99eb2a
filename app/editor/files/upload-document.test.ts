import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Document } from '#contract/documents.ts';
import { UPLOAD_MAX_BYTES } from '#contract/images.ts';
import type { CallResult } from '#app/editor/shell/admin-api.ts';
import { rejectionReason, uploadDocument } from './upload-document.ts';

const FILE = new File(['%PDF-'], 'credit_application.pdf');
const DOCUMENT: Document = {
  id: '0123456789abcdef',
  name: 'credit-application.pdf',
  title: 'Credit application',
  type: 'pdf',
  size: 5,
  changed: '2026-11-20T12:00:00.000Z',
  url: '/documents/0123456789abcdef/credit-application.pdf',
  audience: 'pages',
};

const done = <Body>(body: Body): CallResult<Body> => ({ outcome: 'done', body, version: '1' });
const SAVED = done({ content: DOCUMENT, version: 1, changed: true });

const anApi = (fileUrl = DOCUMENT.url) => ({
  signUpload: async () => done({ uploadUrl: '/upload', fileUrl }),
  putFile: async () => done(undefined),
});

for (const [what, file, reason] of [
  ['accepts each type by its extension', { name: 'A.PDF', size: 1 }, undefined],
  ['accepts a file of the maximum size', { name: 'a.csv', size: UPLOAD_MAX_BYTES }, undefined],
  ['rejects a file above the maximum size', { name: 'a.csv', size: UPLOAD_MAX_BYTES + 1 }, /25 MB/],
  ['rejects an empty file', { name: 'a.xlsx', size: 0 }, /empty/],
  ['rejects an old Word file', { name: 'a.doc', size: 1 }, /can't use this file type/],
  ['rejects a file without an extension', { name: 'pdf', size: 1 }, /can't use this file type/],
] as const) {
  test(`${what} before the upload`, () => {
    const found = rejectionReason(file);
    if (reason) assert.match(found ?? '', reason);
    else assert.equal(found, undefined);
  });
}

test('rejects a replacement of another type before the upload', () => {
  assert.match(rejectionReason({ name: 'a.csv', size: 1 }, 'pdf') ?? '', /link ends in \.pdf/);
  assert.equal(rejectionReason({ name: 'a.pdf', size: 1 }, 'pdf'), undefined);
});

test('names a document after its file', async () => {
  const saves: unknown[] = [];
  const api = { ...anApi(), save: async (...save: string[]) => (saves.push(save), SAVED) };
  const result = await uploadDocument({ file: FILE }, {}, api);
  assert.deepEqual(result, { outcome: 'done', saved: DOCUMENT, version: '1' });
  assert.deepEqual(saves, [[DOCUMENT.url, 'Credit application']]);
});

test('fails before the upload when the server returns no URL of a document', async () => {
  const api = { ...anApi('/images/a.jpg'), save: async () => SAVED };
  const result = await uploadDocument({ file: FILE }, {}, api);
  assert.ok(result.outcome === 'failed' && result.reason.startsWith("The upload couldn't start."));
});
