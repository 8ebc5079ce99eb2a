import styles from './upload-progress.module.css';

/** How much of a file has arrived, as a bar and in words; after the last of it the server is at work. */
export function UploadProgress({ name, part }: { name: string; part: number }) {
  const words = part < 1 ? `${Math.round(part * 100)} %` : 'Being worked on…';
  return (
    <div className={styles.progress}>
      <progress aria-label={`${name}, sent`} max={1} value={part} aria-valuetext={words} />
      <span aria-hidden="true">{words}</span>
    </div>
  );
}
