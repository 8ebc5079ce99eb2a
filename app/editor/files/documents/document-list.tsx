import {
  DOCUMENT_LABELS,
  DOCUMENT_TITLE_MAX_LENGTH,
  type DeletedDocuments,
  type Document,
} from '#contract/documents.ts';
import { AUDIENCES } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import { calendarDay, formatDate } from '#shared/date-time.ts';
import { formatFileSize } from '#shared/file-size.ts';
import { useEditor } from '#app/editor/field/editor-context.ts';
import { TextField } from '#app/editor/field/text-field.tsx';
import { AudienceField } from '#app/editor/files/audience-field.tsx';
import type { FileListRecord } from '#app/editor/files/file-list.ts';
import { listOf, SAVE_TIMEOUT_MS } from '#app/editor/files/upload-file.ts';
import { call, callAs, type SavedAs } from '#app/editor/shell/admin-api.ts';
import { CopyLink } from './copy-link.tsx';
import { documentRules } from '#app/editor/files/upload-document.ts';
import row from '#app/editor/files/file-row.module.css';

export const DOCUMENT_LIST: FileListRecord<Document> = {
  section: 'documents',
  field: 'document-order',
  subject: 'document-order',
  subjectOf: (id) => `document:${id}`,
  words: {
    noun: 'document',
    row: 'Document',
    all: 'All documents',
    none: 'No documents yet.',
    find: 'Find a document by its title',
    uploaded: (title) =>
      `${title} uploaded. Visitors can open it where a page shows it. To share its link, choose Edit.`,
    restored: (title) => `${title} restored.`,
    notDeleted: 'Not deleted.',
  },
  identify: ({ id, title }) => ({ id, name: title }),
  searchText: ({ title }) => title,
  load: () => listOf<Document>(API.documents),
  loadDeleted: () =>
    callAs(listOf<DeletedDocuments[number]>(API.deletedDocuments), (items) =>
      items.map(({ title, ...item }) => ({ ...item, name: title })),
    ),
  order: (ids, baseVersion) => call<SavedAs<Document[]>>(API.orderDocuments, { body: { ids }, baseVersion }),
  remove: (id) => call<unknown>(`${API.deleteDocument}/${id}`, { method: 'DELETE' }),
  restore: (id) => call<SavedAs<Document>>(API.bringBackDocument, { body: { id } }),
  summarize: (document) => ({ value: fileText(document) }),
  renderText: (document) => <DocumentText document={document} />,
  renderTools: (document) => <CopyLink document={document} />,
  fields: [
    {
      key: 'document-title',
      textOf: ({ title }) => title,
      save: (id, title, baseVersion) =>
        call<SavedAs<Document>>(API.nameDocument, { body: { id, title }, baseVersion }),
      missing: 'Enter a title for this document.',
      render: (source) => <TextField {...source} label="Title" maxLength={DOCUMENT_TITLE_MAX_LENGTH} />,
    },
    {
      key: 'document-audience',
      textOf: ({ audience }) => audience,
      save: (id, audience, baseVersion) =>
        call<SavedAs<Document>>(API.nameDocument, { body: { id, audience }, baseVersion }),
      render: (source) => (
        <AudienceField {...source} label={DOCUMENT_LABELS.audience} choices={['pages', 'link']} />
      ),
    },
  ],
  replacement: {
    key: 'document-replacement',
    accept: ({ type }) => `.${type}`,
    hint: ({ type }) => `Choose a .${type} file.`,
    rules: ({ type }) => documentRules(type),
    send: (id, fileUrl, baseVersion) =>
      call<SavedAs<Document>>(API.replaceDocument, {
        body: { id, fileUrl },
        baseVersion,
        timeoutMs: SAVE_TIMEOUT_MS,
      }),
    failed: 'Not replaced.',
    conflict:
      'Someone else replaced this file while you were editing. Look at their file, or choose Replace document again to use yours.',
  },
};

function DocumentText({ document }: { document: Document }) {
  const { timeZone } = useEditor();
  const { title, name, url, changed, audience } = document;
  return (
    <>
      {/* `download` keeps the page, and what was typed on it, if the file is missing. */}
      <a className={row.title} href={url} download={name}>
        {title}
      </a>
      <span className={row.note}>
        {fileText(document)} ·{' '}
        <time dateTime={changed}>{formatDate(calendarDay(new Date(changed), timeZone))}</time>
        {audience === 'pages' && ` · ${AUDIENCES.pages}`}
      </span>
    </>
  );
}

/** Describes the file, such as "PDF, 1.2 MB". */
const fileText = ({ type, size }: Pick<Document, 'type' | 'size'>): string =>
  `${type.toUpperCase()}, ${formatFileSize(size)}`;
