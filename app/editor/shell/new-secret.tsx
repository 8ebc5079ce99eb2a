import { useState, type ReactNode } from 'react';
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
  children,
}: {
  name: string;
  noun: string;
  hint: string;
  text: string;
  /** Message after it was copied. */
  copied: string;
  /** Further buttons. */
  children?: ReactNode;
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
      <textarea
        ref={focusText}
        className={controls.input}
        rows={text.split('\n').length}
        wrap="off"
        aria-label={noun}
        value={text}
        readOnly
        onFocus={(event) => event.target.select()}
      />
      <div className={styles.buttons}>
        <Button onClick={() => void copy()}>Copy {noun.toLowerCase()}</Button>
        {children}
      </div>
      <p role="status">{result}</p>
    </div>
  );
}

/** Focuses the text, which selects it and makes screen readers announce it. */
const focusText = (box: HTMLTextAreaElement | null) => box?.focus();
