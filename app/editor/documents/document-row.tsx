import { useId, useState } from 'react';
import { Spinner } from '#app/ui/spinner.tsx';
import type { Failure } from '#app/editor/frame/admin-api.ts';
import { useEditor } from '#app/editor/field/editor-context.ts';
import { FileFailure } from '#app/editor/field/file-failure.tsx';
import { ReorderControls } from '#app/editor/field/reorder-controls.tsx';
import { RowToggle } from '#app/editor/field/row-toggle.tsx';
import { CopyLink } from './copy-link.tsx';
import { documentApi } from './document-api.ts';
import { DocumentDetails, titleFieldOf } from './document-details.tsx';
import { fileText, uploadedText, type VersionedDocument } from './document-list.ts';
import controls from '#app/editor/frame/controls.module.css';
import fileList from '#app/editor/field/file-list.module.css';
import styles from './document-row.module.css';

type RowState =
  | { status: 'idle' | 'deleting' }
  | { status: 'failed'; failure: Pick<Failure, 'outcome' | 'reason'> };

export function DocumentRow({
  item,
  position,
  count,
  onMove,
  onChanged,
  onDeleted,
}: {
  item: VersionedDocument;
  position: number;
  count: number;
  onMove: (to: number) => void;
  onChanged: (item: VersionedDocument) => void;
  onDeleted: () => void;
}) {
  const { id, title, name, url, changed } = item.document;
  const { drafts, timeZone } = useEditor();
  const [state, setState] = useState<RowState>({ status: 'idle' });
  const [isDragged, setIsDragged] = useState(false);
  // Open a row that has a draft, so that the draft is noticed.
  const [isOpen, setIsOpen] = useState(() => drafts.find(titleFieldOf(id)) !== undefined);
  const [wasOpened, setWasOpened] = useState(isOpen);
  const detailsId = useId();
  const isDeleting = state.status === 'deleting';

  function toggle() {
    setIsOpen(!isOpen);
    setWasOpened(true);
  }

  async function remove() {
    if (isDeleting) return;
    const isRepeated = state.status === 'failed' && state.failure.outcome === 'unreachable';
    setState({ status: 'deleting' });
    const result = await documentApi.remove(id);
    // A 404 after a lost response means that the previous attempt deleted the document.
    const isAlreadyDeleted = isRepeated && result.outcome === 'rejected' && result.status === 404;
    if (isAlreadyDeleted || (result.outcome === 'done' && result.body === true)) return onDeleted();
    setState({ status: 'failed', failure: result.outcome === 'done' ? NOT_CONFIRMED : result });
  }

  return (
    <li className={styles.row} data-dragged={isDragged} data-open={isOpen}>
      <RowToggle
        label={`Document ${position + 1}`}
        name={title}
        value={fileText(item.document)}
        isOpen={isOpen}
        onToggle={toggle}
      />
      <div className={styles.text}>
        {/* `download` keeps the page, and what was typed on it, if the file is missing. */}
        <a className={styles.title} href={url} download={name}>
          {title}
        </a>
        <span className={styles.file}>
          {fileText(item.document)} · <time dateTime={changed}>{uploadedText(item.document, timeZone)}</time>
        </span>
      </div>
      <span className={`${fileList.busy} ${styles.busy}`}>
        {isDeleting && <Spinner label={`Deleting ${title}`} />}
      </span>
      <div className={styles.tools}>
        <ReorderControls
          position={position}
          count={count}
          itemName={title}
          onMove={onMove}
          onDrag={setIsDragged}
        />
        <CopyLink document={item.document} />
        <button
          type="button"
          className={controls.button}
          aria-label={`Edit ${title}`}
          aria-expanded={isOpen}
          aria-controls={detailsId}
          data-edit
          onClick={toggle}
        >
          Edit
        </button>
        {/* `aria-disabled` instead of `disabled`, which would drop the focus. */}
        <button
          type="button"
          className={controls.button}
          aria-label={`Delete ${title}`}
          aria-disabled={isDeleting}
          onClick={() => void remove()}
        >
          Delete
        </button>
      </div>
      {state.status === 'failed' && (
        <FileFailure
          className={styles.failure}
          message="Not deleted."
          failure={{ ...state.failure, isSignedOut: state.failure.outcome === 'signed-out' }}
        />
      )}
      {/* Stays mounted when closed, to keep drafts and running saves. */}
      <div id={detailsId} className={styles.details} hidden={!isOpen}>
        {wasOpened && <DocumentDetails item={item} onChanged={onChanged} />}
      </div>
    </li>
  );
}

const NOT_CONFIRMED = {
  outcome: 'rejected',
  reason: "We're not sure it was deleted. Reload the page to check.",
} as const;
