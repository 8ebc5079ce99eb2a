import { useState } from 'react';
import { Button } from '#app/editor/shell/button.tsx';
import type { Grid } from './grid.ts';
import { serializeBlock } from './block-text.ts';
import styles from './grid-field.module.css';

/** Renders the button that copies a table for spreadsheets. Shows the text instead if clipboard access is denied. */
export function CopyTable({
  name,
  grid: { headers, rows },
  onStatus,
}: {
  name: string;
  grid: Grid;
  onStatus: (message: string) => void;
}) {
  const [shown, setShown] = useState<string>();

  async function copy() {
    const text = serializeBlock([headers, ...rows]);
    try {
      await navigator.clipboard.writeText(text);
      setShown(undefined);
      onStatus('Copied. Now paste it into a spreadsheet.');
    } catch {
      setShown(text);
      onStatus('Your browser blocked copying. Select the text below and copy it.');
    }
  }

  return (
    <>
      <Button onClick={() => void copy()}>Copy table</Button>
      {shown !== undefined && (
        <textarea
          className={styles.copy}
          aria-label={`${name} table as text`}
          value={shown}
          readOnly
          rows={5}
          onFocus={(event) => event.target.select()}
        />
      )}
    </>
  );
}
