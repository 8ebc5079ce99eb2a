import { Spinner } from '#app/ui/spinner.tsx';
import type { UploadState } from './use-upload.ts';
import controls from '#app/editor/frame/controls.module.css';
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
export function SendingFile({
  label,
  name,
  state: { fraction, cancel },
}: {
  label: string;
  name: string;
  state: Extract<UploadState, { status: 'sending' }>;
}) {
  return (
    <>
      <Spinner label={label} />
      <UploadProgress name={name} fraction={fraction} />
      {/* A completed upload cannot be canceled. */}
      {fraction < 1 && (
        <button type="button" className={controls.button} onClick={() => cancel.abort()}>
          Cancel
        </button>
      )}
    </>
  );
}
