import { useCallback, useState } from 'react';
import { DELETED_IMAGE_DAYS } from '#contract/images.ts';
import { counted } from '#contract/text.ts';
import { useSite } from '#app/ui/site-context.ts';
import type { LastSave } from '#contract/last-saves.ts';
import { DeletedItems, type DeletedItem } from '#app/editor/field/deleted-items.tsx';
import { useEditor } from '#app/editor/field/editor-context.ts';
import { ListHistory } from '#app/editor/field/list-history.tsx';
import type { CallResult } from '#app/editor/frame/admin-api.ts';
import { EditorQueryView } from '#app/editor/frame/editor-query-view.tsx';
import { useEditorQuery } from '#app/editor/frame/use-editor-query.ts';
import { documentApi } from './document-api.ts';
import { DocumentIntake } from './document-intake.tsx';
import { savedDocument, type VersionedDocument } from './document-list.ts';
import { DocumentOrder, ORDER_ID } from './document-order.tsx';
import fileList from '#app/editor/field/file-list.module.css';
import styles from './document-section.module.css';

export function DocumentSection() {
  return (
    <div className={fileList.section}>
      <Documents />
    </div>
  );
}

function Documents() {
  const { username: author } = useEditor().admin;
  const { deletedImageDays = DELETED_IMAGE_DAYS } = useSite();
  const load = useEditorQuery(documentApi.documents);
  const [lastChange, setLastChange] = useState<LastSave>();
  const [changed, setChanged] = useState<readonly VersionedDocument[]>([]);
  const [deletedIds, setDeletedIds] = useState<ReadonlySet<string>>(new Set());
  const [deletions, setDeletions] = useState(0);
  const [status, setStatus] = useState('');
  const { state: loadState, reload } = load;

  const change = useCallback(
    (item: VersionedDocument) => {
      setChanged((before) => [...before, item]);
      setLastChange({ at: new Date().toISOString(), author });
    },
    [author],
  );

  const add = useCallback(
    (item: VersionedDocument, message: string) => {
      change(item);
      setDeletedIds((before) => new Set([...before].filter((id) => id !== item.document.id)));
      setStatus(message);
      if (loadState === 'failed') reload();
    },
    [change, loadState, reload],
  );

  const uploaded = useCallback(
    (item: VersionedDocument) => add(item, `${item.document.title} uploaded. Copy its link to share it.`),
    [add],
  );

  function remove({ document: { id, title } }: VersionedDocument) {
    setDeletedIds((before) => new Set(before).add(id));
    setDeletions((before) => before + 1);
    setLastChange({ at: new Date().toISOString(), author });
    setStatus(`${title} deleted. You can restore it for ${counted(deletedImageDays, 'day')}.`);
  }

  function restored(item: VersionedDocument) {
    // The focused button disappears, so focus the list.
    document.getElementById(ORDER_ID)?.focus();
    setDeletions((before) => before + 1);
    add(item, `${item.document.title} restored.`);
  }

  /** Shows the documents as they are now. What was typed stays on this device. */
  function reloadDocuments() {
    setChanged([]);
    setDeletedIds(new Set());
    setDeletions((before) => before + 1);
    reload();
  }

  return (
    <>
      <DocumentIntake onUploaded={uploaded} />
      <p className={styles.status} role="status">
        {status}
      </p>
      <EditorQueryView query={load} noun="documents">
        {(documents, version) => (
          <DocumentOrder
            version={version}
            loaded={documents}
            changed={changed}
            deletedIds={deletedIds}
            lastChange={lastChange}
            onChanged={change}
            onDeleted={remove}
            onRestored={restored}
          />
        )}
      </EditorQueryView>
      <DeletedItems
        noun="documents"
        load={deletedDocuments}
        deletions={deletions}
        restore={documentApi.restore}
        onRestored={(result) => add(savedDocument(result), `${result.body.content.title} restored.`)}
      />
      <ListHistory
        id={`${ORDER_ID}-history`}
        name="All documents"
        query={DOCUMENT_HISTORY}
        onRestored={reloadDocuments}
      />
    </>
  );
}

const DOCUMENT_HISTORY = { kind: 'document' } as const;

async function deletedDocuments(): Promise<CallResult<DeletedItem[]>> {
  const result = await documentApi.deletedDocuments();
  if (result.outcome !== 'done') return result;
  return { ...result, body: result.body.map(({ title, ...item }) => ({ ...item, name: title })) };
}
