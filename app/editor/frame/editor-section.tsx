import type { ReactNode } from 'react';
import styles from './editor-section.module.css';

/** Renders a collapsible section whose `id` is also its URL hash. */
export function EditorSection({
  id,
  heading,
  hint,
  children,
}: {
  id: string;
  heading: string;
  hint?: string | undefined;
  children: ReactNode;
}) {
  return (
    <details id={id} className={styles.section} open>
      <summary>
        <h2>{heading}</h2>
      </summary>
      {hint && <p className={styles.hint}>{hint}</p>}
      {children}
    </details>
  );
}
