import { useState } from 'react';
import { Button } from './button.tsx';
import controls from './controls.module.css';
import styles from './credential-list.module.css';

/** Renders a text that is shown only once, with a button to copy it. `noun` is what it is, such as a token. */
export function NewSecret({
  name,
  noun,
  hint,
  text,
  copied,
}: {
  name: string;
  noun: string;
  hint: string;
  text: string;
  /** Message after it was copied. */
  copied: string;
}) {
  const [result, setResult] = useState('');

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setResult(copied);
    } catch {
      setResult(`Your browser blocked copying. Select the ${noun.toLowerCase()} and copy it.`);
    }
  }

  return (
    <div className={styles.created} role="group" aria-label={name}>
      <p>{hint}</p>
      <input
        ref={focusInput}
        className={controls.input}
        aria-label={noun}
        value={text}
        readOnly
        onFocus={(event) => event.target.select()}
      />
      <Button onClick={() => void copy()}>Copy {noun.toLowerCase()}</Button>
      <p role="status">{result}</p>
    </div>
  );
}

/** Focuses the text, which selects it and makes screen readers announce it. */
const focusInput = (input: HTMLInputElement | null) => input?.focus();
