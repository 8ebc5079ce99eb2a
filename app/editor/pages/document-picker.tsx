import { Button } from '#app/editor/shell/button.tsx';
import { useRef, useState } from 'react';
import { DOCUMENT_FILE_TYPES } from '#contract/documents.ts';
import { DOCUMENTS_BLOCK_MAX } from '#contract/own-pages.ts';
import { counted } from '#contract/text.ts';
import { moved } from '#app/editor/field/list-order.ts';
import { keepFocus } from '#app/editor/field/keep-focus.ts';
import { removedMessage } from '#app/editor/field/removed-line.tsx';
import { ReorderControls } from '#app/editor/field/reorder-controls.tsx';
import { FileChoices, FilePicker } from '#app/editor/files/file-picker.tsx';
import { rejectionReason, uploadDocument } from '#app/editor/files/upload-document.ts';
import { UploadInput } from '#app/editor/files/upload-input.tsx';
import { useLibrary } from './library.ts';
import styles from './pages-editor.module.css';

/** Renders the chosen documents in order and, once it is opened, a list to choose from. */
export function DocumentPicker({
  chosen,
  onChoose,
}: {
  chosen: readonly string[];
  onChoose: (ids: string[]) => void;
}) {
  const [{ documents, deletedDocuments }, setLibrary] = useLibrary();
  const [status, setStatus] = useState('');
  const opener = useRef<HTMLButtonElement>(null);
  const titles = new Map([...documents, ...deletedDocuments].map((each) => [each.id, each.title]));
  const titleOf = (documentId: string) => titles.get(documentId) ?? 'Deleted document';

  function move(documentId: string, to: number) {
    keepFocus(() => {
      onChoose(moved(chosen, (each) => each === documentId, to));
      setStatus(`${titleOf(documentId)} moved to position ${to + 1} of ${chosen.length}.`);
    });
  }

  function remove(documentId: string) {
    onChoose(chosen.filter((each) => each !== documentId));
    setStatus(removedMessage(titleOf(documentId)));
    opener.current?.focus();
  }

  function toggle(documentId: string, isChosen: boolean) {
    if (!isChosen) return onChoose(chosen.filter((each) => each !== documentId));
    if (chosen.length < DOCUMENTS_BLOCK_MAX) return onChoose([...chosen, documentId]);
    return setStatus(FULL);
  }

  return (
    <div>
      <p className="visually-hidden" role="status">
        {status}
      </p>
      {chosen.length > 0 && (
        <ol className={`${styles.list} plain-list`} aria-label="Chosen documents">
          {chosen.map((documentId, position) => (
            <li key={documentId} className={styles.row}>
              <div className={styles.what}>
                <span>{titleOf(documentId)}</span>
                {problemOf(documentId) && <span className={styles.problem}>{problemOf(documentId)}</span>}
              </div>
              <div className={styles.controls}>
                <ReorderControls
                  position={position}
                  count={chosen.length}
                  itemName={titleOf(documentId)}
                  onMove={(to) => move(documentId, to)}
                />
                <Button onClick={() => remove(documentId)}>
                  Remove<span className="visually-hidden"> {titleOf(documentId)}</span>
                </Button>
              </div>
            </li>
          ))}
        </ol>
      )}
      {chosen.length >= DOCUMENTS_BLOCK_MAX && <p className={styles.hint}>{FULL}</p>}
      <FilePicker noun="document" isMultiple opener={opener}>
        {() => (
          <FileChoices
            noun="document"
            control="checkbox"
            choices={documents.map(({ id, title }) => ({ id, name: title, searchText: title }))}
            chosen={chosen}
            onChoose={toggle}
          />
        )}
      </FilePicker>
      <UploadInput
        section="pages"
        label="Upload documents"
        accept={DOCUMENT_FILE_TYPES}
        isMultiple
        upload={uploadDocument}
        reasonAgainst={rejectionReason}
        onUploaded={(document) => {
          setLibrary((before) => ({ ...before, documents: [document, ...before.documents] }));
          toggle(document.id, true);
        }}
      />
    </div>
  );

  /** Returns why visitors do not see a chosen document. */
  function problemOf(documentId: string): string | undefined {
    if (documents.some((each) => each.id === documentId)) return undefined;
    return deletedDocuments.some((each) => each.id === documentId)
      ? "Deleted, so it won't show. Restore it under Documents, or remove it here."
      : "Deleted for good, so it won't show. Remove it here.";
  }
}

const FULL = `Choose at most ${counted(DOCUMENTS_BLOCK_MAX, 'document')}. Remove one first.`;
