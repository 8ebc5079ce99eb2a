import { MESSAGES } from '#contract/messages.ts';
import { ImageFailure } from './image-failure.tsx';
import { rejectionReason } from './image-file.ts';
import { UploadProgress } from './upload-progress.tsx';
import type { QueuedImage, UploadQueue } from './use-upload-queue.ts';
import controls from '#app/editor/frame/controls.module.css';
import styles from './image-queue.module.css';

export function ImageQueue({ queue: { queue, tryAgain, remove: drop } }: { queue: UploadQueue }) {
  if (queue.length === 0) return null;
  return (
    <ul className={styles.queue} aria-label="Files uploading">
      {queue.map((item) => (
        <li key={item.key} className={styles.item}>
          <span className={styles.name}>{item.file.name}</span>
          <ItemState item={item} />
          <div className={styles.actions}>
            {/* A file that fails validation in the browser would fail again. */}
            {item.status === 'failed' && !rejectionReason(item.file) && (
              <button
                type="button"
                className={controls.button}
                aria-label={`Try again: ${item.file.name}`}
                onClick={() => tryAgain(item.key)}
              >
                Try again
              </button>
            )}
            {/* A completed upload cannot be canceled. */}
            {!(item.status === 'sending' && item.fraction === 1) && (
              <button
                type="button"
                className={controls.button}
                aria-label={`${item.status === 'failed' ? 'Dismiss' : 'Cancel'} ${item.file.name}`}
                onClick={() => drop(item)}
              >
                {item.status === 'failed' ? 'Dismiss' : 'Cancel'}
              </button>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

function ItemState({ item }: { item: QueuedImage }) {
  switch (item.status) {
    case 'waiting':
      return <span className={styles.waiting}>Waiting</span>;
    case 'sending':
      return <UploadProgress name={item.file.name} fraction={item.fraction} />;
    case 'failed':
      return <ImageFailure className={styles.failure} message={MESSAGES.imageUploadFailed} failure={item} />;
  }
}
