import {
  DOCUMENT_TITLE_MAX_LENGTH,
  type DeletedDocuments,
  type Document,
  type Documents,
  type SavedDocument,
} from '#contract/documents.ts';
import { API } from '#contract/paths.ts';
import type { Included } from '#contract/saved.ts';
import { calendarDay, formatDate } from '#shared/date-time.ts';
import { formatFileSize } from '#shared/file-size.ts';
import { useEditor } from '#app/editor/field/editor-context.ts';
import { TextField } from '#app/editor/field/text-field.tsx';
import { fileField } from '#app/editor/files/file-field.ts';
import type { FileListRecord } from '#app/editor/files/file-list.ts';
import { FileReplacement } from '#app/editor/files/file-replacement.tsx';
import { listOf, SAVE_TIMEOUT_MS } from '#app/editor/files/file-requests.ts';
import { call } from '#app/editor/frame/admin-api.ts';
import { CopyLink } from './copy-link.tsx';
import { documentRules } from './upload-document.ts';
import row from '#app/editor/files/file-row.module.css';

const titleFieldOf = (id: string) => `document-title-${id}`;

export const DOCUMENT_LIST: FileListRecord<Document> = {
  section: 'documents',
  field: 'document-order',
  subject: 'document-order',
  history: { kind: 'document' },
  words: {
    noun: 'document',
    row: 'Document',
    all: 'All documents',
    none: 'No documents yet. Choose a file above.',
    find: 'Find a document by its title',
    uploaded: (title) => `${title} uploaded. Copy its link to share it.`,
    restored: (title) => `${title} restored.`,
    notDeleted: 'Not deleted.',
    notReplaced: 'Not replaced.',
    conflict:
      'Someone else replaced this file while you were editing. Look at their file, or choose Replace document again to use yours.',
  },
  subjectOf: (id) => `document:${id}`,
  identify: ({ id, title }) => ({ id, name: title }),
  searchText: ({ title }) => title,
  fieldsOf: (id) => [titleFieldOf(id)],
  load: () => listOf<Document>(API.documents),
  async loadDeleted() {
    const result = await listOf<DeletedDocuments[number]>(API.deletedDocuments);
    if (result.outcome !== 'done') return result;
    return { ...result, body: result.body.map(({ title, ...item }) => ({ ...item, name: title })) };
  },
  order: (ids, baseVersion) =>
    call<{ content: Documents; changed: boolean; included?: Included[] }>(API.orderDocuments, {
      body: { ids },
      baseVersion,
    }),
  remove: (id) => call<unknown>(`${API.deleteDocument}/${id}`, { method: 'DELETE' }),
  restore: (id) => call<SavedDocument>(API.bringBackDocument, { body: { id } }),
  summarize: (document) => ({ value: fileText(document) }),
  renderText: (document) => <DocumentText document={document} />,
  renderTools: (document) => <CopyLink document={document} />,
  renderDetails: (file, onChanged) => (
    <>
      <TextField
        {...fileField(DOCUMENT_LIST, file, onChanged, {
          field: titleFieldOf(file.id),
          textOf: ({ title }) => title,
          save: (title, baseVersion) =>
            call<SavedDocument>(API.nameDocument, { body: { id: file.id, title }, baseVersion }),
          missing: 'Enter a title for this document.',
        })}
        label="Title"
        maxLength={DOCUMENT_TITLE_MAX_LENGTH}
      />
      <FileReplacement
        record={DOCUMENT_LIST}
        file={file}
        field={`document-replacement-${file.id}`}
        accept={`.${file.content.type}`}
        hint={`The title, link, and position stay the same. Choose a .${file.content.type} file.`}
        rules={documentRules(file.content.type)}
        replace={(id, fileUrl, baseVersion) =>
          call<SavedDocument>(API.replaceDocument, {
            body: { id, fileUrl },
            baseVersion,
            timeoutMs: SAVE_TIMEOUT_MS,
          })
        }
        onReplaced={onChanged}
      />
    </>
  ),
};

function DocumentText({ document }: { document: Document }) {
  const { timeZone } = useEditor();
  const { title, name, url, changed } = document;
  return (
    <>
      {/* `download` keeps the page, and what was typed on it, if the file is missing. */}
      <a className={row.title} href={url} download={name}>
        {title}
      </a>
      <span className={row.note}>
        {fileText(document)} ·{' '}
        <time dateTime={changed}>{formatDate(calendarDay(new Date(changed), timeZone))}</time>
      </span>
    </>
  );
}

/** Describes the file, such as "PDF, 1.2 MB". */
const fileText = ({ type, size }: Pick<Document, 'type' | 'size'>): string =>
  `${type.toUpperCase()}, ${formatFileSize(size)}`;
