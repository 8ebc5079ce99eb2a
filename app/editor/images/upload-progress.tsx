import styles from './upload-progress.module.css';

/** Renders the upload progress. At 100% the server is still processing the image. */
export function UploadProgress({ name, part }: { name: string; part: number }) {
  const words = part < 1 ? `${Math.round(part * 100)}%` : 'Processing…';
  return (
    <div className={styles.progress}>
      <progress aria-label={`Upload progress for ${name}`} max={1} value={part} aria-valuetext={words} />
      <span aria-hidden="true">{words}</span>
    </div>
  );
}
