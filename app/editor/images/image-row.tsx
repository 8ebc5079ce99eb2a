import { useId, useState } from 'react';
import { SQUARE_PX } from '#contract/image-formats.ts';
import { MESSAGES } from '#contract/messages.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import type { Failure } from '#app/editor/frame/admin-api.ts';
import { useEditor } from '#app/editor/field/editor-context.ts';
import { RowToggle } from '#app/editor/field/row-toggle.tsx';
import { ReorderControls } from '#app/editor/field/reorder-controls.tsx';
import { imageApi } from '#app/editor/field/image-api.ts';
import { hasDraft, ImageDetails } from './image-details.tsx';
import { FileFailure } from '#app/editor/field/file-failure.tsx';
import type { VersionedImage } from './image-list.ts';
import { PAGE_ROWS } from './image-pages.ts';
import { ImagePosition } from './image-position.tsx';
import controls from '#app/editor/frame/controls.module.css';
import fileList from '#app/editor/field/file-list.module.css';
import styles from './image-row.module.css';

type RowState =
  | { status: 'idle' | 'deleting' }
  | { status: 'failed'; failure: Pick<Failure, 'outcome' | 'reason'> };

export function ImageRow({
  item,
  position,
  count,
  isShown,
  onKeep,
  onMove,
  onChanged,
  onDeleted,
}: {
  item: VersionedImage;
  position: number;
  count: number;
  /** False for a row of another page that stays mounted. */
  isShown: boolean;
  /** Called when the row gets a state that must not be lost. */
  onKeep: () => void;
  onMove: (to: number) => void;
  onChanged: (item: VersionedImage) => void;
  onDeleted: () => void;
}) {
  const { imageId, imageName, imageUrl, squareUrls, altText } = item.image;
  const { drafts } = useEditor();
  const [state, setState] = useState<RowState>({ status: 'idle' });
  const [isDragged, setIsDragged] = useState(false);
  // Open a row that has a draft, so that the draft is noticed.
  const [isOpen, setIsOpen] = useState(() => hasDraft(drafts, imageId));
  const [wasOpened, setWasOpened] = useState(isOpen);
  const detailsId = useId();
  const [square] = SQUARE_PX;

  function toggle() {
    onKeep();
    setIsOpen(!isOpen);
    setWasOpened(true);
  }

  async function deleteImage() {
    if (state.status === 'deleting') return;
    onKeep();
    const isRepeated = state.status === 'failed' && state.failure.outcome === 'unreachable';
    setState({ status: 'deleting' });
    const result = await imageApi.deleteImage(imageId);
    // A 404 after a lost response means that the previous attempt deleted the image.
    const isAlreadyDeleted = isRepeated && result.outcome === 'rejected' && result.status === 404;
    if (isAlreadyDeleted || (result.outcome === 'done' && result.body === true)) return onDeleted();
    setState({ status: 'failed', failure: result.outcome === 'done' ? NOT_CONFIRMED : result });
  }

  return (
    <li
      className={styles.row}
      tabIndex={-1}
      hidden={!isShown}
      data-dragged={isDragged}
      data-open={isOpen}
      data-position={position}
    >
      <img
        src={squareUrls?.fallback ?? imageUrl}
        alt=""
        width={square}
        height={square}
        loading="lazy"
        decoding="async"
      />
      <RowToggle
        label={`Image ${position + 1}`}
        name={imageName}
        note={altText === '' ? 'No description yet.' : undefined}
        isOpen={isOpen}
        onToggle={toggle}
      />
      <div className={styles.name}>
        <span>{imageName}</span>
        {altText !== undefined && (
          <span className={styles.description}>
            {altText || 'No description yet. Choose Edit to add one.'}
          </span>
        )}
      </div>
      <span className={`${fileList.busy} ${styles.busy}`}>
        {state.status === 'deleting' && <Spinner label={`Deleting ${imageName}`} />}
      </span>
      <div className={styles.tools}>
        <ReorderControls
          position={position}
          count={count}
          itemName={imageName}
          onMove={onMove}
          onDrag={setIsDragged}
        />
        <button
          type="button"
          className={controls.button}
          aria-label={`Edit ${imageName}`}
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
          aria-label={`Delete ${imageName}`}
          aria-disabled={state.status === 'deleting'}
          onClick={() => void deleteImage()}
        >
          Delete
        </button>
      </div>
      {state.status === 'failed' && (
        <FileFailure
          className={styles.failure}
          message={MESSAGES.imageDeleteFailed}
          failure={{ ...state.failure, isSignedOut: state.failure.outcome === 'signed-out' }}
        />
      )}
      {/* Stays mounted when closed, to keep drafts and running saves. */}
      <div id={detailsId} className={styles.details} hidden={!isOpen}>
        {wasOpened && count > PAGE_ROWS && (
          <ImagePosition position={position} count={count} onMove={onMove} />
        )}
        {wasOpened && <ImageDetails item={item} onChanged={onChanged} />}
      </div>
    </li>
  );
}

const NOT_CONFIRMED = {
  outcome: 'rejected',
  reason: "We're not sure it was deleted. Reload the page to check.",
} as const;
