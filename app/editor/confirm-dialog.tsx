import { useEffect, useId, useRef } from 'react';
import controls from './controls.module.css';
import styles from './confirm-dialog.module.css';

export function ConfirmDialog({
  heading,
  words,
  no,
  yes,
  onNo,
  onYes,
}: {
  heading: string;
  words: string;
  no: string;
  yes: string;
  onNo: () => void;
  onYes: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const headingId = useId();

  useEffect(() => dialog.current?.showModal(), []);

  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={headingId} onClose={onNo}>
      <h2 id={headingId}>{heading}</h2>
      <p>{words}</p>
      <div>
        <button type="button" className={controls.button} onClick={() => dialog.current?.close()}>
          {no}
        </button>
        <button type="button" className={controls.button} onClick={onYes}>
          {yes}
        </button>
      </div>
    </dialog>
  );
}
