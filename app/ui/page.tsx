import type { ReactNode } from 'react';
import styles from './page.module.css';

/** Length of a heading that needs smaller letters, so that no word is alone on a line of a phone. */
const LONG = 20;

export function Page({
  heading,
  className = '',
  children,
}: {
  heading: string;
  className?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <div className={`wrap ${styles.page} ${className}`}>
      <h1 data-long={heading.length > LONG || undefined}>{heading}</h1>
      {children}
    </div>
  );
}
