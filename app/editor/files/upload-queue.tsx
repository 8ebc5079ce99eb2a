import { Spinner } from '#app/ui/spinner.tsx';
import { Button } from '#app/editor/shell/button.tsx';
import { FailureAlert } from '#app/editor/shell/failure-alert.tsx';
import type { QueuedFile, UploadQueue as Queue } from './use-upload-queue.ts';
import styles from './upload-queue.module.css';

/** Renders the files of a queue with their progress, or why they failed. `message` precedes the reason. */
export function UploadQueue({ queue: uploads, message }: { queue: Queue; message: string }) {
  const { queue, tryAgain, remove, reasonAgainst } = uploads;
  if (queue.length === 0) return null;
  return (
    <ul className={`${styles.queue} plain-list`} aria-label="Files uploading">
      {queue.map((item) => {
        const { name } = item.file;
        const removal = item.status === 'failed' ? 'Dismiss' : 'Cancel';
        return (
          <li key={item.key} className={styles.item}>
            <span className={styles.name}>{name}</span>
            <ItemState item={item} message={message} />
            <div className={styles.actions}>
              {/* A file that fails validation in the browser would fail again. */}
              {item.status === 'failed' && !reasonAgainst(item.file) && (
                <Button aria-label={`Try again: ${name}`} onClick={() => tryAgain(item)}>
                  Try again
                </Button>
              )}
              {/* A completed upload cannot be canceled. */}
              {!(item.status === 'sending' && item.fraction === 1) && (
                <Button aria-label={`${removal} ${name}`} onClick={() => remove(item)}>
                  {removal}
                </Button>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function ItemState({ item, message }: { item: QueuedFile; message: string }) {
  switch (item.status) {
    case 'waiting':
      return <span className={styles.waiting}>Waiting</span>;
    case 'sending':
      return <UploadProgress name={item.file.name} fraction={item.fraction} />;
    case 'failed':
      return <FailureAlert className={styles.failure} message={message} failure={item} />;
  }
}

/** Renders the upload progress. At 100% the server is still processing the file. */
function UploadProgress({ name, fraction }: { name: string; fraction: number }) {
  const label = fraction < 1 ? `${Math.round(fraction * 100)}%` : 'Processing…';
  return (
    <div className={styles.progress}>
      <progress aria-label={`Upload progress for ${name}`} max={1} value={fraction} aria-valuetext={label} />
      <span aria-hidden="true">{label}</span>
    </div>
  );
}

/** Renders a spinner and the progress of an upload, with a button that cancels it. */
export function SendingFile({ label, item }: { label: string; item: QueuedFile | undefined }) {
  if (item?.status !== 'sending') return null;
  return (
    <>
      <Spinner label={label} />
      <UploadProgress name={item.file.name} fraction={item.fraction} />
      {/* A completed upload cannot be canceled. */}
      {item.fraction < 1 && <Button onClick={() => item.cancel.abort()}>Cancel</Button>}
    </>
  );
}
