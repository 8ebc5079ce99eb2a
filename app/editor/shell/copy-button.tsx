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
}) {
  const [result, setResult] = useState<{ message: string; text?: string }>({ message: '' });
  const Input = isMultiline ? 'textarea' : 'input';

  async function copy() {
    const text = textOf();
    try {
      await navigator.clipboard.writeText(text);
      setResult({ message: copied });
    } catch {
      setResult({ message: `Your browser blocked copying. Select ${what} and copy it.`, text });
    }
  }

  return (
    <>
      <Button aria-label={name} onClick={() => void copy()}>
        {label}
      </Button>
      <div className={styles.copied}>
        <p role="status">{result.message}</p>
        {shownLabel !== undefined && result.text !== undefined && (
          <Input
            className={controls.input}
            aria-label={shownLabel}
            value={result.text}
            readOnly
            onFocus={({ target }) => target.select()}
          />
        )}
      </div>
    </>
  );
}
