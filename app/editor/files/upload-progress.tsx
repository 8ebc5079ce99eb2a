import { Spinner } from '#app/ui/spinner.tsx';
import type { QueuedFile } from './use-upload-queue.ts';
import controls from '#app/editor/shell/controls.module.css';
import styles from './upload-progress.module.css';

/** Renders the upload progress. At 100% the server is still processing the file. */
export function UploadProgress({ name, fraction }: { name: string; fraction: number }) {
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
      {item.fraction < 1 && (
        <button type="button" className={controls.button} onClick={() => item.cancel.abort()}>
          Cancel
        </button>
      )}
    </>
  );
}
