import styles from './rich-text.module.css';

/** Text that an editor has formatted. The server has cleaned it to the few elements that the editor can make. */
export function RichText({ html, className = '' }: { html: string; className?: string | undefined }) {
  return <div className={`${styles.richText} ${className}`} dangerouslySetInnerHTML={{ __html: html }} />;
}
