import { useState } from 'react';
import { SQUARE_PX, type ShownImage } from '#contract/images.ts';
import { MESSAGES } from '#contract/messages.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import type { Failure } from './editor-calls.ts';
import { SignInAgain } from './field-parts.tsx';
import { imageCalls } from './image-calls.ts';
import controls from './controls.module.css';
import styles from './picture-row.module.css';

type RowState =
  | { status: 'idle' | 'deleting' }
  | { status: 'failed'; failure: Pick<Failure, 'outcome' | 'reason'> };

/** One picture of the list, with its square, its name and the way out. */
export function PictureRow({ image, onDeleted }: { image: ShownImage; onDeleted: () => void }) {
  const { imageId, imageName, imageUrl, squareUrls } = image;
  const [state, setState] = useState<RowState>({ status: 'idle' });
  const [square] = SQUARE_PX;

  async function deleteImage() {
    if (state.status === 'deleting') return;
    const isRepeated = state.status === 'failed' && state.failure.outcome === 'unreachable';
    setState({ status: 'deleting' });
    const result = await imageCalls.deleteImage(imageId);
    // Of the try before only the answer was lost.
    const isGone = isRepeated && result.outcome === 'refused' && result.status === 404;
    if (isGone || (result.outcome === 'done' && result.answer === true)) return onDeleted();
    setState({ status: 'failed', failure: result.outcome === 'done' ? NOT_CONFIRMED : result });
  }

  return (
    <li className={styles.row} tabIndex={-1}>
      <img
        src={squareUrls?.fallback ?? imageUrl}
        alt=""
        width={square}
        height={square}
        loading="lazy"
        decoding="async"
      />
      <span className={styles.name}>{imageName}</span>
      <span className={styles.busy}>
        {state.status === 'deleting' && <Spinner label={`Deleting ${imageName}`} />}
      </span>
      {/* Not disabled meanwhile: the keyboard would lose its place. */}
      <button
        type="button"
        className={controls.button}
        aria-label={`Delete ${imageName}`}
        aria-disabled={state.status === 'deleting'}
        onClick={() => void deleteImage()}
      >
        Delete
      </button>
      {state.status === 'failed' && (
        <p className={`${controls.failure} ${styles.failure}`} role="alert">
          <strong>{MESSAGES.imageDeleteFailed}</strong> <span>{state.failure.reason}</span>
          {state.failure.outcome === 'signed-out' && <SignInAgain />}
        </p>
      )}
    </li>
  );
}

const NOT_CONFIRMED = { outcome: 'refused', reason: 'The server did not confirm it.' } as const;
