import { Type, type Static } from 'typebox';
import { Moment } from './schemas.ts';
import { UPLOAD_MAX_BYTES } from './images.ts';
import { Saved } from './saved.ts';
import { NO_NUL } from './text.ts';

/** Accepted file extensions, and the media type under which each is served. */
export const DOCUMENT_TYPES = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
} as const;
export type DocumentType = keyof typeof DOCUMENT_TYPES;

/** Value for `<input accept>`: extensions only, because Windows has other media types for CSV. */
export const DOCUMENT_FILE_TYPES = Object.keys(DOCUMENT_TYPES)
  .map((type) => `.${type}`)
  .join(',');

export const DOCUMENT_TITLE_MAX_LENGTH = 200;
export const DOCUMENTS_MAX = 1000;
export const DOCUMENT_TOO_LARGE = `This document is larger than ${UPLOAD_MAX_BYTES / 1024 / 1024} MB. Choose a smaller one.`;
export const DOCUMENT_NOT_ACCEPTED =
  "We can't use this file type. Use PDF, Word (.docx), Excel (.xlsx), or CSV.";

/** Returns the type by the extension of a file name. Returns undefined for other extensions. */
export function documentTypeOf(fileName: string): DocumentType | undefined {
  const extension = /\.([^.]*)$/.exec(fileName.toLowerCase())?.[1] ?? '';
  return Object.hasOwn(DOCUMENT_TYPES, extension) ? (extension as DocumentType) : undefined;
}

export const DOCUMENT_TYPE_NAMES: Record<DocumentType, string> = {
  pdf: 'a PDF',
  docx: 'a Word document',
  xlsx: 'an Excel workbook',
  csv: 'a CSV file',
};

/** Returns the message for a replacement by a file of another type. */
export const otherDocumentType = (type: DocumentType) =>
  `This document is ${DOCUMENT_TYPE_NAMES[type]}, so its link ends in .${type}. Replace it with another .${type} file, or upload this file as a new document.`;

/** Pattern of the path of a document's file: its ID and its name. */
export const DOCUMENT_PATH = /^\/documents\/([0-9a-f]{16})\/([a-z0-9-]{1,80}\.(?:pdf|docx|xlsx|csv))$/;

/** What people call the fields. */
export const DOCUMENT_LABELS = {
  title: 'Title',
  size: 'Size',
  changedAt: 'Uploaded',
  audience: 'Who can open it',
} as const;

const DocumentAudience = Type.Enum(['link', 'pages'], {
  description: 'Who can open it: anyone with its link, or the visitors of a page that shows it.',
});

export type Document = Static<typeof Document>;
export const Document = Type.Object({
  id: Type.String(),
  name: Type.String({ description: 'The file name in the URL, which stays when the file is replaced.' }),
  title: Type.String(),
  type: Type.Enum(['pdf', 'docx', 'xlsx', 'csv']),
  size: Type.Integer({ description: 'The size of the file in bytes.' }),
  changed: Moment('The time when the file was uploaded or replaced.'),
  url: Type.String({ description: 'Stays the same when the file is replaced.' }),
  audience: DocumentAudience,
});

/** The documents that visitors can open, or for administrators all, in the cooperative's order. */
export type Documents = Static<typeof Documents>;
export const Documents = Type.Array(Document);

const DocumentId = Type.String({ pattern: '^[0-9a-f]{16}$', description: 'a document ID' });
const FileUrl = Type.String({ maxLength: 2000, pattern: NO_NUL, description: 'the fileUrl of an upload' });
const Title = Type.String({ minLength: 1, maxLength: DOCUMENT_TITLE_MAX_LENGTH, pattern: NO_NUL });

/** Registration of an upload as a document. Its ID is the one in the URL. */
export type DocumentSave = Static<typeof DocumentSave>;
export const DocumentSave = Type.Object({
  fileUrl: FileUrl,
  title: Title,
  audience: Type.Optional(DocumentAudience),
});

/** Title and audience of a document. An omitted field keeps its value. */
export const DocumentTexts = Type.Object({
  id: DocumentId,
  title: Type.Optional(Title),
  audience: Type.Optional(DocumentAudience),
});

/** Replacement of a document's file by an upload of the same type. */
export const DocumentReplacement = Type.Object({ id: DocumentId, fileUrl: FileUrl });

/** New order. Documents that are not listed follow in their current order. */
export const DocumentOrder = Type.Object({ ids: Type.Array(DocumentId, { maxItems: DOCUMENTS_MAX }) });

export type SavedDocument = Static<typeof SavedDocument>;
export const SavedDocument = Saved(Document);
export const SavedDocuments = Saved(Documents);

export const DocumentParams = Type.Object({ id: DocumentId });

/** Deleted documents that can be restored, the most recently deleted first. */
export type DeletedDocuments = Static<typeof DeletedDocuments>;
export const DeletedDocuments = Type.Array(
  Type.Object({
    id: Type.String(),
    title: Type.String(),
    deletedAt: Moment(),
  }),
);
