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
