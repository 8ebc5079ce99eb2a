import { useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';
import styles from './confirm-dialog.module.css';

export function ConfirmDialog({
  heading,
  text,
  cancelLabel,
  confirmLabel,
  onCancel,
  onConfirm,
}: {
  heading: string;
  text: string;
  cancelLabel: string;
  confirmLabel: string;
  onCancel: () => void;
  onConfirm: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const headingId = useId();
  const textId = useId();

  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => {
      // The browser returns the focus when the dialog closes, but not when it is removed.
      if (opener instanceof HTMLElement && document.activeElement === document.body) {
        opener.focus({ preventScroll: true });
      }
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={headingId}
      aria-describedby={textId}
      onClose={onCancel}
    >
      <h2 id={headingId}>{heading}</h2>
      <p id={textId}>{text}</p>
      <div>
        <Button onClick={() => dialog.current?.close()}>{cancelLabel}</Button>
        <Button look="primary" onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </dialog>
  );
}
