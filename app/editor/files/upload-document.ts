import {
  DOCUMENT_NOT_ACCEPTED,
  DOCUMENT_PATH,
  DOCUMENT_TOO_LARGE,
  documentTypeOf,
  otherDocumentType,
  type DocumentType,
  type SavedDocument,
} from '#contract/documents.ts';
import { UPLOAD_EMPTY, UPLOAD_MAX_BYTES } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import { readableName } from './readable-name.ts';
import {
  SAVE_TIMEOUT_MS,
  uploadFile,
  uploadRequests,
  type FileToUpload,
  type UploadOptions,
  type UploadRules,
} from './upload-file.ts';
import { call, callAs } from '#app/editor/shell/admin-api.ts';

const documentApi = {
  ...uploadRequests(API.documentUpload),
  save: (fileUrl: string, title: string) =>
    call<SavedDocument>(API.saveDocument, { body: { fileUrl, title }, timeoutMs: SAVE_TIMEOUT_MS }),
};

/** Returns the rules of uploads. `type` is that of the document to replace. */
export const documentRules = (type?: DocumentType, api: UploadRules['api'] = documentApi): UploadRules => ({
  api,
  reasonAgainst: (file) => rejectionReason(file, type),
  isFileUrl: (fileUrl) =>
    typeof fileUrl === 'string' && DOCUMENT_PATH.test(URL.parse(fileUrl, 'http://site')?.pathname ?? ''),
});

/** Returns why the server would reject the file, or undefined. `type` is that of the document to replace. */
export function rejectionReason({ name, size }: Pick<File, 'name' | 'size'>, type?: DocumentType) {
  const own = documentTypeOf(name);
  if (!own) return DOCUMENT_NOT_ACCEPTED;
  if (size > UPLOAD_MAX_BYTES) return DOCUMENT_TOO_LARGE;
  if (size === 0) return UPLOAD_EMPTY;
  return type && own !== type ? otherDocumentType(type) : undefined;
}

/** Uploads a file and registers it as a document that is named after it. Never throws. */
export const uploadDocument = (file: FileToUpload, options: UploadOptions = {}, api = documentApi) =>
  uploadFile(file, documentRules(undefined, api), options, (fileUrl) =>
    callAs(api.save(fileUrl, readableName(file.file.name) || 'Document'), ({ content }) => content),
  );
