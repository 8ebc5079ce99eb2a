import { useState } from 'react';
import type { Document } from '#contract/documents.ts';
import { Button } from '#app/editor/shell/button.tsx';
import controls from '#app/editor/shell/controls.module.css';
import styles from './copy-link.module.css';

/** Renders the button that copies a document's link. Shows the link instead if clipboard access is denied. */
export function CopyLink({ document: { title, url, audience } }: { document: Document }) {
  const [result, setResult] = useState<{ message: string; link?: string }>({ message: '' });

  async function copy() {
    const link = new URL(url, window.location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      setResult({ message: audience === 'link' ? COPIED : COPIED_FOR_PAGES });
    } catch {
      setResult({ message: 'Your browser blocked copying. Select the link and copy it.', link });
    }
  }

  return (
    <>
      <Button aria-label={`Copy link to ${title}`} onClick={() => void copy()}>
        Copy link
      </Button>
      <div className={styles.copied}>
        <p role="status">{result.message}</p>
        {result.link !== undefined && (
          <input
            className={controls.input}
            aria-label={`Link to ${title}`}
            value={result.link}
            readOnly
            onFocus={(event) => event.target.select()}
          />
        )}
      </div>
    </>
  );
}

const COPIED = 'Link copied. Now paste it where you need it.';
const COPIED_FOR_PAGES =
  'Link copied. Visitors can open it only while a page shows it. To share it, choose Edit, then “Anyone with the link.”';
