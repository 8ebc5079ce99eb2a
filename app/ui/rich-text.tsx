import styles from './rich-text.module.css';

/** Renders formatted text. The server has sanitized it to a fixed set of elements. */
export function RichText({ html, className = '' }: { html: string; className?: string | undefined }) {
  return <div className={`${styles.richText} ${className}`} dangerouslySetInnerHTML={{ __html: html }} />;
}
