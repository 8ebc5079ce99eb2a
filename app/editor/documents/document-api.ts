import type { VersionId } from '#contract/content-version.ts';
import type { DeletedDocuments, Document, Documents, SavedDocument } from '#contract/documents.ts';
import type { Upload } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import type { Included } from '#contract/saved.ts';
import { call, UNREACHABLE, type CallResult } from '#app/editor/frame/admin-api.ts';
import { putFile, type UploadOptions } from '#app/editor/field/put-file.ts';
import { contentTypeOf } from '#app/editor/field/upload-file.ts';

/** Timeouts in milliseconds, for uploads over slow connections and for the server's queue of documents. */
const TIMEOUT_MS = { upload: 10 * 60_000, save: 2 * 60_000 } as const;

export const documentApi = {
  documents: () => listOf<Document>(API.documents),

  deletedDocuments: () => listOf<DeletedDocuments[number]>(API.deletedDocuments),

  signUpload(file: File) {
    const query = new URLSearchParams({
      fileName: file.name,
      contentType: contentTypeOf(file),
      size: String(file.size),
    });
    return call<Upload>(`${API.documentUpload}?${query}`);
  },

  putFile: (uploadUrl: string, file: File, options: UploadOptions) =>
    putFile(uploadUrl, { file, contentType: contentTypeOf(file), timeoutMs: TIMEOUT_MS.upload }, options),

  save: (fileUrl: string, title: string) =>
    call<SavedDocument>(API.saveDocument, { body: { fileUrl, title }, timeoutMs: TIMEOUT_MS.save }),

  setTitle: (id: string, title: string, baseVersion: VersionId) =>
    call<SavedDocument>(API.nameDocument, { body: { id, title }, baseVersion }),

  replace: (id: string, fileUrl: string, baseVersion: VersionId) =>
    call<SavedDocument>(API.replaceDocument, {
      body: { id, fileUrl },
      baseVersion,
      timeoutMs: TIMEOUT_MS.save,
    }),

  order: (ids: readonly string[], baseVersion: VersionId) =>
    call<{ content: Documents; changed: boolean; included?: Included[] }>(API.orderDocuments, {
      body: { ids },
      baseVersion,
    }),

  remove: (id: string) => call<unknown>(`${API.deleteDocument}/${id}`, { method: 'DELETE' }),

  restore: (id: string) => call<SavedDocument>(API.bringBackDocument, { body: { id } }),
};

async function listOf<Item>(path: string): Promise<CallResult<Item[]>> {
  const result = await call<Item[]>(path);
  if (result.outcome !== 'done' || Array.isArray(result.body)) return result;
  return UNREACHABLE;
}
