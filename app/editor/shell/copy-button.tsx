import { useState } from 'react';
import { Button } from './button.tsx';
import controls from './controls.module.css';
import styles from './copy-button.module.css';

/** Renders a button that copies a text. Shows the text instead if the browser denies access to the clipboard. */
export function CopyButton({
  label,
  name,
  textOf,
  copied,
  what,
  shownLabel,
  isMultiline = false,
  onStatus,
}: {
  label: string;
  /** Accessible name of the button, if it is not the label. */
  name?: string;
  textOf: () => string;
  /** Message after the text is copied. */
  copied: string;
  /** What to copy by hand, such as "the link". */
  what: string;
  /** Accessible name of the text. Undefined if it shows beside the button anyway. */
  shownLabel?: string;
  isMultiline?: boolean;
  /** Shows the message; by default it is below the button. */
  onStatus?: (message: string) => void;
}) {
  const [message, setMessage] = useState('');
  const [shown, setShown] = useState<string>();
  const report = onStatus ?? setMessage;
  const Input = isMultiline ? 'textarea' : 'input';

  async function copy() {
    const text = textOf();
    try {
      await navigator.clipboard.writeText(text);
      setShown(undefined);
      report(copied);
    } catch {
      setShown(text);
      report(`Your browser blocked copying. Select ${what} and copy it.`);
    }
  }

  return (
    <>
      <Button aria-label={name} onClick={() => void copy()}>
        {label}
      </Button>
      <div className={styles.copied}>
        {!onStatus && <p role="status">{message}</p>}
        {shownLabel !== undefined && shown !== undefined && (
          <Input
            className={controls.input}
            aria-label={shownLabel}
            value={shown}
            readOnly
            onFocus={({ target }) => target.select()}
          />
        )}
      </div>
    </>
  );
}
