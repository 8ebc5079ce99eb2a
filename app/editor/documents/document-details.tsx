import { useCallback } from 'react';
import type { VersionId } from '#contract/content-version.ts';
import { DOCUMENT_TITLE_MAX_LENGTH, type Document } from '#contract/documents.ts';
import type { CallResult } from '#app/editor/frame/admin-api.ts';
import { toSavedText } from '#app/editor/field/save-result.ts';
import { TextField } from '#app/editor/field/text-field.tsx';
import { documentApi } from './document-api.ts';
import { savedDocument, type VersionedDocument } from './document-list.ts';
import { DocumentReplacement } from './document-replacement.tsx';
import { SECTION } from './section.ts';
import styles from './document-row.module.css';

/** Returns the draft key of a document's title. */
export const titleFieldOf = (id: string) => `document-title-${id}`;

const titleOf = ({ title }: Document) => title;

export function DocumentDetails({
  item: { document, version },
  onChanged,
}: {
  item: VersionedDocument;
  onChanged: (item: VersionedDocument) => void;
}) {
  const { id, title } = document;

  const save = useCallback(
    async (text: string, baseVersion: VersionId) => {
      if (text.trim() === '') return TITLE_MISSING;
      const result = await documentApi.setTitle(id, text, baseVersion);
      if (result.outcome === 'done') onChanged(savedDocument(result));
      return toSavedText(result, titleOf);
    },
    [id, onChanged],
  );

  /** Reads the title again, and shows the other values of the document. */
  const load = useCallback(async (): Promise<CallResult<string>> => {
    const result = await documentApi.documents();
    if (result.outcome !== 'done') return result;
    const found = result.body.find((each) => each.id === id);
    if (!found) return DOCUMENT_DELETED;
    onChanged({ document: found, version: result.version });
    return { ...result, body: found.title };
  }, [id, onChanged]);

  return (
    <div className={styles.fields} role="group" aria-label={`Edit ${title}`}>
      <TextField
        section={SECTION}
        field={titleFieldOf(id)}
        label="Title"
        maxLength={DOCUMENT_TITLE_MAX_LENGTH}
        saved={title}
        version={version}
        subject={`document:${id}`}
        save={save}
        load={load}
        whenSignedOut="fail"
      />
      <DocumentReplacement document={document} version={version} onReplaced={onChanged} />
    </div>
  );
}

const TITLE_MISSING = { outcome: 'rejected', reason: 'Enter a title for this document.' } as const;
const DOCUMENT_DELETED = { outcome: 'rejected', reason: 'This document was deleted.' } as const;
