import { useEffect, useId, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './confirm-dialog.module.css';
import controls from './controls.module.css';

export function ConfirmDialog({
  heading,
  text,
  cancelLabel = 'Cancel',
  confirmLabel,
  onCancel,
  onConfirm,
  children,
}: {
  heading: string;
  text: string;
  cancelLabel?: string;
  confirmLabel: string;
  onCancel: () => void;
  onConfirm: (form: HTMLFormElement) => void;
  /** What to fill in. */
  children?: ReactNode;
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
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onConfirm(event.currentTarget);
        }}
      >
        <h2 id={headingId}>{heading}</h2>
        <p id={textId}>{text}</p>
        {children}
        <div className={styles.buttons}>
          <Button onClick={() => dialog.current?.close()}>{cancelLabel}</Button>
          <Button type="submit">{confirmLabel}</Button>
        </div>
      </form>
    </dialog>
  );
}

type Question = {
  heading: string;
  text: string;
  confirmLabel: string;
  /** A text to type. */
  box?: ComponentProps<'input'> & { label: string };
  /** Gets that text, without spaces at its ends. */
  act: (typed: string) => Promise<unknown>;
};

/** Returns a function that asks before something is done, and the dialog. */
export function useQuestion(): { ask: (question: Question) => void; dialog: ReactNode } {
  const [question, ask] = useState<Question>();
  if (!question) return { ask, dialog: null };
  const { act, box, ...texts } = question;
  const onConfirm = (form: HTMLFormElement) => {
    ask(undefined);
    void act(form.querySelector('input')?.value.trim() ?? '');
  };
  const dialog = (
    <ConfirmDialog {...texts} onCancel={() => ask(undefined)} onConfirm={onConfirm}>
      {box && (
        <label className={controls.label}>
          {box.label}
          <input className={controls.input} required autoComplete="off" {...box} />
        </label>
      )}
    </ConfirmDialog>
  );
  return { ask, dialog };
}
