import type { ReactNode } from 'react';
import styles from './editor-section.module.css';

/** A part of the editor that can be closed. Its heading is the specified one, and its address is its id. */
export function EditorSection({
  id,
  heading,
  children,
}: {
  id: string;
  heading: string;
  children: ReactNode;
}) {
  return (
    <details id={id} className={styles.section} open>
      <summary>
        <h2>{heading}</h2>
      </summary>
      {children}
    </details>
  );
}
