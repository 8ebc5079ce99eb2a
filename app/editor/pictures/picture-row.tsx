import { useId, useState } from 'react';
import { SQUARE_PX } from '#contract/images.ts';
import { MESSAGES } from '#contract/messages.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import type { Failure } from '#app/editor/editor-calls.ts';
import { useEditor } from '#app/editor/editor-context.ts';
import { PlaceControls } from '#app/editor/place-controls.tsx';
import { imageCalls } from './image-calls.ts';
import { fieldsOf, PictureDetails } from './picture-details.tsx';
import { PictureFailure } from './picture-failure.tsx';
import type { KnownPicture } from './picture-list.ts';
import controls from '#app/editor/controls.module.css';
import styles from './picture-row.module.css';

type RowState =
  | { status: 'idle' | 'deleting' }
  | { status: 'failed'; failure: Pick<Failure, 'outcome' | 'reason'> };

export function PictureRow({
  picture,
  place,
  count,
  onMove,
  onChanged,
  onDeleted,
}: {
  picture: KnownPicture;
  place: number;
  count: number;
  onMove: (to: number) => void;
  onChanged: (picture: KnownPicture) => void;
  onDeleted: () => void;
}) {
  const { imageId, imageName, imageUrl, squareUrls, altText } = picture.image;
  const { keptTexts } = useEditor();
  const [state, setState] = useState<RowState>({ status: 'idle' });
  const [isDragged, setIsDragged] = useState(false);
  // Open a row that has a draft, so that it is noticed.
  const [isOpen, setIsOpen] = useState(() =>
    Object.values(fieldsOf(imageId)).some((field) => keptTexts.find(field) !== undefined),
  );
  const [wasOpened, setWasOpened] = useState(isOpen);
  const detailsId = useId();
  const [square] = SQUARE_PX;

  async function deleteImage() {
    if (state.status === 'deleting') return;
    const isRepeated = state.status === 'failed' && state.failure.outcome === 'unreachable';
    setState({ status: 'deleting' });
    const result = await imageCalls.deleteImage(imageId);
    // The response of the previous attempt was lost, although the deletion succeeded.
    const isGone = isRepeated && result.outcome === 'refused' && result.status === 404;
    if (isGone || (result.outcome === 'done' && result.answer === true)) return onDeleted();
    setState({ status: 'failed', failure: result.outcome === 'done' ? NOT_CONFIRMED : result });
  }

  return (
    <li className={styles.row} tabIndex={-1} data-dragged={isDragged}>
      <img
        src={squareUrls?.fallback ?? imageUrl}
        alt=""
        width={square}
        height={square}
        loading="lazy"
        decoding="async"
      />
      <div className={styles.name}>
        <span>{imageName}</span>
        {altText !== undefined && (
          <span className={styles.words}>{altText || 'No description yet. Choose Edit to add one.'}</span>
        )}
      </div>
      <span className={styles.busy}>
        {state.status === 'deleting' && <Spinner label={`Deleting ${imageName}`} />}
      </span>
      <div className={styles.tools}>
        <PlaceControls place={place} count={count} of={imageName} onMove={onMove} onDrag={setIsDragged} />
        <button
          type="button"
          className={controls.button}
          aria-label={`Edit ${imageName}`}
          aria-expanded={isOpen}
          aria-controls={detailsId}
          onClick={() => {
            setIsOpen(!isOpen);
            setWasOpened(true);
          }}
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
        <PictureFailure
          className={styles.failure}
          message={MESSAGES.imageDeleteFailed}
          failure={{ ...state.failure, isSignedOut: state.failure.outcome === 'signed-out' }}
        />
      )}
      {/* Stays mounted when closed, to keep drafts and running saves. */}
      <div id={detailsId} className={styles.details} hidden={!isOpen}>
        {wasOpened && <PictureDetails picture={picture} onChanged={onChanged} />}
      </div>
    </li>
  );
}

const NOT_CONFIRMED = {
  outcome: 'refused',
  reason: "We're not sure it was deleted. Reload the page to check.",
} as const;
