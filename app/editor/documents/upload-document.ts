import type { VersionId } from '#contract/content-version.ts';
import {
  DOCUMENT_NOT_ACCEPTED,
  DOCUMENT_PATH,
  DOCUMENT_TOO_LARGE,
  documentTypeOf,
  otherDocumentType,
  type Document,
  type DocumentType,
} from '#contract/documents.ts';
import { UPLOAD_EMPTY, UPLOAD_MAX_BYTES } from '#contract/images.ts';
import type { CurrentContent } from '#app/editor/frame/admin-api.ts';
import type { UploadOptions } from '#app/editor/field/put-file.ts';
import { readableName } from '#app/editor/field/readable-name.ts';
import {
  uploadFile,
  type FileToUpload,
  type UploadApi,
  type UploadOutcome,
} from '#app/editor/field/upload-file.ts';
import type { documentApi } from './document-api.ts';

/** Returns why the server would reject the file, or undefined. `type` is that of the document to replace. */
export function rejectionReason(
  { name, size }: Pick<File, 'name' | 'size'>,
  type?: DocumentType,
): string | undefined {
  const own = documentTypeOf(name);
  if (!own) return DOCUMENT_NOT_ACCEPTED;
  if (size > UPLOAD_MAX_BYTES) return DOCUMENT_TOO_LARGE;
  if (size === 0) return UPLOAD_EMPTY;
  return type && own !== type ? otherDocumentType(type) : undefined;
}

/** Uploads a file and registers it as a document that is named after it. Never throws. */
export function uploadDocument(
  file: FileToUpload,
  api: UploadApi & Pick<typeof documentApi, 'save'>,
  options: UploadOptions = {},
): Promise<UploadOutcome<Document>> {
  return uploadFile(file, { api, options, reasonAgainst: rejectionReason, isFileUrl }, async (fileUrl) => {
    const result = await api.save(fileUrl, readableName(file.file.name) || 'Document');
    return result.outcome === 'done' ? { ...result, body: result.body.content } : result;
  });
}

/** Uploads a file and replaces a document's file with it. Never throws. */
export function replaceDocument(
  {
    document: { id, type },
    baseVersion,
    onConflict,
    ...file
  }: FileToUpload & {
    document: Document;
    baseVersion: VersionId;
    /** Called with the current document if someone else has replaced its file. */
    onConflict: (current: CurrentContent) => void;
  },
  api: UploadApi & Pick<typeof documentApi, 'replace'>,
  options: UploadOptions = {},
): Promise<UploadOutcome<Document>> {
  const reasonAgainst = (each: File) => rejectionReason(each, type);
  return uploadFile(file, { api, options, reasonAgainst, isFileUrl }, async (fileUrl) => {
    const result = await api.replace(id, fileUrl, baseVersion);
    if (result.outcome === 'done') return { ...result, body: result.body.content };
    if (result.outcome !== 'conflict') return result;
    onConflict(result.current);
    return { ...result, reason: REPLACED_MEANWHILE };
  });
}

const REPLACED_MEANWHILE =
  'Someone else replaced this file while you were editing. Look at their file, or choose Replace document again to use yours.';

const isFileUrl = (fileUrl: unknown) =>
  typeof fileUrl === 'string' && DOCUMENT_PATH.test(URL.parse(fileUrl, 'http://site')?.pathname ?? '');
