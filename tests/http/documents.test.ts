import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import {
  DOCUMENT_TITLE_MAX_LENGTH,
  DOCUMENTS_MAX,
  type DeletedDocuments,
  type Document,
} from '#contract/documents.ts';
import type { HistoryPage } from '#contract/history.ts';
import { UPLOAD_MAX_BYTES } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import type { Problem } from '#contract/problem.ts';
import { FILE_KINDS } from '#server/domains/domains.ts';
import { openDiskFiles } from '#server/platform/files/disk-file-store.ts';
import { createTempFiles } from '#server/platform/files/temp-files.ts';
import { collectGarbage, garbageAges } from '#server/records/garbage/collect-garbage.ts';
import { httpClientOf, onBothSites, onSite, signIn, type HttpClient } from '#tests/support/http-client.ts';
import { openImageSite } from '#tests/support/image-site.ts';
import { listen, sendRequest } from '#tests/support/raw-http.ts';
import { NO_S3_SERVER, s3Environment } from '#tests/support/s3-server.ts';
import { freshBucket } from '#tests/support/on-both-stores.ts';
import { aCsv, addDocument, aDocx, anXlsx, aPdf, uploadDocument } from '#tests/support/test-documents.ts';
import { storedFiles } from '#tests/support/test-images.ts';

const asProblem = (response: { statusCode: number; json(): unknown }) => {
  const { code, errors } = response.json() as Problem;
  return [response.statusCode, code, errors?.[0]?.field?.replace(/^(?:body|querystring)\//, '')];
};

const listOf = async (client: HttpClient) => (await client.get(API.documents)).json<Document[]>();
const titlesOf = async (client: HttpClient) => (await listOf(client)).map(({ title }) => title);
const contentOf = (response: Awaited<ReturnType<HttpClient['post']>>) => {
  assert.equal(response.statusCode, 200, response.body);
  return response.json<{ content: Document }>().content;
};
const versionOf = (response: { headers: Record<string, unknown> }) => ({
  'content-version': String(response.headers['content-version']),
});

onSite('lists each type of document with its size and date, in order', async ({ site }) => {
  const editor = await signIn(site);
  const files = { 'Credit App 2026.PDF': aPdf(), 'a.docx': aDocx(), 'b.xlsx': anXlsx(), 'bids.csv': aCsv() };
  for (const [fileName, bytes] of Object.entries(files)) {
    await addDocument(editor, bytes, { fileName, title: fileName });
  }
  const documents = await listOf(httpClientOf(site));
  assert.deepEqual(
    documents.map(({ title, name, type, size }) => [title, name, type, size]),
    [
      ['Credit App 2026.PDF', 'credit-app-2026.pdf', 'pdf', aPdf().length],
      ['a.docx', 'a.docx', 'docx', aDocx().length],
      ['b.xlsx', 'b.xlsx', 'xlsx', anXlsx().length],
      ['bids.csv', 'bids.csv', 'csv', aCsv().length],
    ],
  );
  for (const { id, name, url, changed } of documents) {
    assert.equal(url, `/documents/${id}/${name}`);
    assert.equal(new Date(changed).toISOString(), changed);
  }
});

test('serves a document only as a download that nothing can run in', async () => {
  await using site = await openImageSite();
  const { url } = await addDocument(site.editor);
  const port = await listen(site.site.app);
  const { status, headers, body } = await sendRequest(port, url);
  assert.deepEqual([status, body], [200, aPdf()]);
  const own = Object.fromEntries(
    ['content-type', 'content-disposition', 'x-content-type-options', 'content-security-policy'].map(
      (name) => [name, headers[name]],
    ),
  );
  assert.deepEqual(own, {
    'content-type': 'application/pdf',
    'content-disposition': 'attachment',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
  });
  assert.equal(headers['cache-control'], 'no-cache');
  assert.equal(headers['referrer-policy'], 'strict-origin-when-cross-origin');
  assert.equal(headers['content-length'], String(body.length));
  assert.equal(headers['etag'], `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`);

  const head = await sendRequest(port, url, { method: 'HEAD' });
  assert.deepEqual(
    [head.status, head.bytesAfterHead, head.headers['content-length']],
    [200, 0, String(body.length)],
  );
  const known = { 'if-none-match': headers['etag'] ?? '' };
  const unchanged = await sendRequest(port, url, { headers: known });
  assert.deepEqual([unchanged.status, unchanged.bytesAfterHead], [304, 0]);

  const part = await sendRequest(port, url, { headers: { range: 'bytes=5-9' } });
  assert.deepEqual([part.status, part.body], [206, body.subarray(5, 10)]);
});

test('responds with the “not found” page to addresses without a document', async () => {
  await using site = await openImageSite();
  const { url, id, name } = await addDocument(site.editor);
  const visitor = httpClientOf(site.site);
  for (const address of [
    `/documents/${id}/other.pdf`,
    `/documents/${id}/${name.toUpperCase()}`,
    `/documents/__proto__/${name}`,
    `/documents/${id}`,
    `/documents/`,
  ]) {
    const { statusCode, body, headers } = await visitor.get(address);
    assert.equal(statusCode, 404, address);
    assert.match(String(headers['content-type']), /^text\/html/, address);
    assert.match(body, /that page doesn&#x27;t exist|that page doesn't exist/, address);
  }
  await site.editor.delete(`${API.deleteDocument}/${id}`);
  assert.equal((await visitor.get(url)).statusCode, 404);
});

test('rejects a document that is something else than it says, and deletes the upload', async () => {
  await using site = await openImageSite();
  // server/domains/documents/check-document.test.ts has more.
  const files: [fileName: string, bytes: Buffer, code: string, words: RegExp][] = [
    ['a.pdf', aDocx(), 'not-the-type', /isn't a PDF, although its name ends in \.pdf/],
    ['a.docx', aDocx({ name: 'word/vbaProject.bin' }), 'macros', /macros/],
    ['a.pdf', aPdf().subarray(0, 60), 'broken', /didn't upload completely/],
  ];
  for (const [fileName, bytes, code, words] of files) {
    const save = await uploadDocument(site.editor, bytes, { fileName });
    const response = await site.editor.post(API.saveDocument, save);
    assert.deepEqual(asProblem(response), [400, code, 'fileUrl'], fileName);
    assert.match(response.json<Problem>().detail, words);
  }
  assert.deepEqual(await listOf(site.editor), []);
  assert.deepEqual(await storedFiles(site.dataDir), []);
});

test('rejects uploads of other types and above the limit, and saves without an upload', async () => {
  await using site = await openImageSite();
  const sign = (query: Record<string, string>) =>
    site.editor.get(`${API.documentUpload}?${new URLSearchParams(query)}`);
  for (const fileName of ['a.exe', 'a.docm', 'a.pdf.html', 'pdf', 'a.']) {
    assert.deepEqual(asProblem(await sign({ fileName })), [400, 'not-a-document', 'fileName'], fileName);
  }
  const size = String(UPLOAD_MAX_BYTES + 1);
  const tooLarge = await sign({ fileName: 'a.pdf', size });
  assert.deepEqual(asProblem(tooLarge), [400, 'file-too-large', 'size']);
  assert.match(tooLarge.json<Problem>().detail, /^This document is larger than 25 MB\./);
  const { fileUrl } = (await sign({ fileName: 'Größe é.pdf' })).json<{ fileUrl: string }>();
  assert.match(fileUrl, /^\/documents\/[0-9a-f]{16}\/gro-e-e\.pdf$/);
  for (const [save, expected] of [
    [{ fileUrl, title: 'A' }, [400, 'nothing-uploaded', 'fileUrl']],
    [{ fileUrl: '/documents/x/y.pdf', title: 'A' }, [400, 'invalid', 'fileUrl']],
    [{ fileUrl, title: '' }, [400, 'invalid', 'title']],
    [{ fileUrl, title: 'x'.repeat(DOCUMENT_TITLE_MAX_LENGTH + 1) }, [400, 'invalid', 'title']],
  ] as const) {
    const response = await site.editor.post(API.saveDocument, save);
    assert.deepEqual(asProblem(response), expected);
  }
  const blank = { ...(await uploadDocument(site.editor, aPdf())), title: '  ' };
  assert.deepEqual(asProblem(await site.editor.post(API.saveDocument, blank)), [400, 'invalid', 'title']);
});

onSite('replaces the file of a document under the same address', async ({ site, clock }) => {
  const editor = await signIn(site);
  const before = await addDocument(editor);
  const visitor = httpClientOf(site);
  const { etag } = (await visitor.get(before.url)).headers;
  clock.ms += 60_000;
  const { fileUrl } = await uploadDocument(editor, aPdf('Version 2 of it'), { fileName: 'new-name.pdf' });
  const replacement = { id: before.id, fileUrl };
  const after = contentOf(await editor.post(API.replaceDocument, replacement));
  const { changed } = after;
  assert.ok(changed > before.changed, `${changed} is not later than ${before.changed}`);
  assert.deepEqual(after, { ...before, changed, size: aPdf('Version 2 of it').length });
  const response = await visitor.get(before.url, { 'if-none-match': etag });
  assert.equal(response.statusCode, 200);
  assert.deepEqual(response.rawPayload, aPdf('Version 2 of it'));
  // A repeated request, after its response was lost.
  assert.deepEqual(contentOf(await editor.post(API.replaceDocument, replacement)), after);

  const other = await uploadDocument(editor, aDocx(), { fileName: 'new.docx' });
  const rejected = await editor.post(API.replaceDocument, { id: before.id, fileUrl: other.fileUrl });
  assert.deepEqual(asProblem(rejected), [400, 'other-type', 'fileUrl']);
  assert.match(
    rejected.json<Problem>().detail,
    /its link ends in \.pdf\. Replace it with another \.pdf file/,
  );
  const broken = await uploadDocument(editor, aCsv(), { fileName: 'new.pdf' });
  const notPdf = await editor.post(API.replaceDocument, { id: before.id, fileUrl: broken.fileUrl });
  assert.deepEqual(asProblem(notPdf), [400, 'not-the-type', 'fileUrl']);
  assert.deepEqual(await listOf(editor), [after]);
});

onBothSites(
  'changes titles and the order, merges moves, and rejects what someone else has changed since',
  async ({ site }) => {
    const editor = await signIn(site);
    const [one, two, three] = [
      await addDocument(editor, aPdf(), { title: 'One' }),
      await addDocument(editor, aCsv(), { fileName: 'a.csv', title: 'Two' }),
      await addDocument(editor, aPdf(), { title: 'Three' }),
    ];
    const loaded = versionOf(await editor.get(API.documents));
    const title = (id: string, text: string, headers = loaded) =>
      editor.post(API.nameDocument, { id, title: text }, headers);
    assert.equal(contentOf(await title(one.id, 'First')).title, 'First');
    const conflict = await title(one.id, 'Uno');
    assert.deepEqual([conflict.statusCode, conflict.json<Problem>().code], [409, 'conflict']);
    assert.deepEqual((conflict.json<Problem>().current?.content as Document | undefined)?.title, 'First');
    // The file and the title do not conflict.
    const { fileUrl } = await uploadDocument(editor, aPdf('Other words'));
    contentOf(await editor.post(API.replaceDocument, { id: one.id, fileUrl }, loaded));

    const order = (...ids: string[]) => editor.post(API.orderDocuments, { ids }, loaded);
    // Someone else moves the first document to the end, and adds one.
    assert.equal((await order(two.id, three.id, one.id)).statusCode, 200);
    await addDocument(editor, aPdf(), { title: 'Four' });
    assert.deepEqual(await titlesOf(editor), ['Two', 'Three', 'First', 'Four']);
    assert.equal((await order(one.id, three.id, two.id)).statusCode, 200);
    assert.deepEqual(await titlesOf(editor), ['Three', 'Two', 'First', 'Four']);
    const contradiction = await order(two.id, one.id, three.id);
    assert.equal(contradiction.statusCode, 409);
    const conflicts = contradiction.json<Problem>().current?.conflicts;
    assert.ok(conflicts?.some(({ item }) => item === one.id));
    assert.deepEqual(asProblem(await order(one.id, one.id)), [400, 'twice', 'ids/1']);
    assert.equal((await title('0'.repeat(16), 'x')).statusCode, 404);
  },
);

onSite('rejects a document above the limit, new or restored', async ({ site }) => {
  const editor = await signIn(site);
  const [kept, deleted] = [await addDocument(editor), await addDocument(editor)];
  await editor.delete(`${API.deleteDocument}/${deleted.id}`);
  await site.database.writeAside(async (db) => {
    const row = await db
      .selectFrom('document')
      .selectAll()
      .where('id', '=', kept.id)
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: DOCUMENTS_MAX - 1 }, (_, n) => ({ ...row, id: `copy-${n}` }));
    for (const copy of copies) await db.insertInto('document').values(copy).execute();
  });
  const full = [409, 'too-many-documents', undefined];
  const save = await uploadDocument(editor, aPdf('another'));
  assert.deepEqual(asProblem(await editor.post(API.saveDocument, save)), full);
  assert.deepEqual(asProblem(await editor.post(API.bringBackDocument, { id: deleted.id })), full);
});

test('restores deleted documents and earlier files for 30 days', async () => {
  let now = Date.parse('2026-11-20T12:00:00.000Z');
  await using site = await openImageSite({ now: () => new Date(now) });
  let { editor } = site;
  const { database } = site.site;
  const parts = {
    kinds: FILE_KINDS,
    database,
    files: openDiskFiles(site.dataDir, () => now),
    tempFiles: createTempFiles(site.dataDir),
    ages: garbageAges({ deletedImageDays: 30 }),
  };
  const one = await addDocument(editor, aPdf('one'), { title: 'One' });
  await addDocument(editor, aPdf('two'), { title: 'Two' });
  now += 60_000;
  const { fileUrl } = await uploadDocument(editor, aPdf('one, changed'));
  contentOf(await editor.post(API.replaceDocument, { id: one.id, fileUrl }));
  await editor.delete(`${API.deleteDocument}/${one.id}`);
  assert.deepEqual(await titlesOf(editor), ['Two']);
  const deleted = async () => (await editor.get(API.deletedDocuments)).json<DeletedDocuments>();
  assert.deepEqual(await deleted(), [{ id: one.id, title: 'One', deletedAt: new Date(now).toISOString() }]);
  assert.deepEqual((await collectGarbage({ ...parts, now: new Date(now) })).swept, []);

  contentOf(await editor.post(API.bringBackDocument, { id: one.id }));
  assert.deepEqual(await titlesOf(editor), ['One', 'Two']);
  const history = async () => (await editor.get(`${API.history}?kind=document`)).json<HistoryPage>().entries;
  const changes = await history();
  assert.deepEqual(
    changes.map(({ action, item }) => `${item.name} ${action}`),
    ['One restored', 'One deleted', 'One changed', 'Two added', 'One added'],
  );
  const [, , replaced] = changes;
  assert.deepEqual(replaced?.before, {
    type: 'fields',
    fields: [
      { label: 'Size', text: '1 KB' },
      { label: 'Uploaded', text: 'Fri, Nov 20, 6:00 am' },
    ],
  });
  const restore = await editor.post(API.historyRestore, { changes: replaced?.id });
  assert.equal(restore.statusCode, 200, restore.body);
  assert.deepEqual((await httpClientOf(site.site).get(one.url)).rawPayload, aPdf('one'));

  await editor.delete(`${API.deleteDocument}/${one.id}`);
  now += 31 * 24 * 60 * 60_000;
  editor = await signIn(site.site);
  assert.deepEqual(await deleted(), []);
  assert.deepEqual(asProblem(await editor.post(API.bringBackDocument, { id: one.id })).slice(0, 2), [
    404,
    'no-such-document',
  ]);
  const dry = { ...parts, now: new Date(now), dryRun: true };
  assert.deepEqual(
    (await collectGarbage(dry)).swept.map(({ why }) => why),
    ['deleted'],
  );
});

test('serves documents from object storage', { skip: NO_S3_SERVER }, async () => {
  const bucket = await freshBucket();
  await using site = await openImageSite({ environment: s3Environment(bucket) });
  const query = new URLSearchParams({ fileName: 'a.pdf', contentType: 'application/pdf' });
  const { uploadUrl, fileUrl } = (await site.editor.get(`${API.documentUpload}?${query}`)).json<{
    uploadUrl: string;
    fileUrl: string;
  }>();
  const put = await fetch(uploadUrl, {
    method: 'PUT',
    body: new Uint8Array(aPdf()),
    headers: { 'content-type': 'application/pdf' },
  });
  assert.equal(put.status, 200);
  const { url } = contentOf(
    await site.editor.post(API.saveDocument, { fileUrl, title: 'A', audience: 'link' }),
  );
  const visitor = httpClientOf(site.site);
  assert.deepEqual((await visitor.get(url)).rawPayload, aPdf());
  const part = await visitor.get(url, { range: 'bytes=-6' });
  assert.deepEqual([part.statusCode, part.body], [206, '%%EOF\n'.slice(-6)]);
});
