import { withTypedLinks } from '#shared/typed-link.ts';
import styles from './rich-text.module.css';

/** Renders formatted text, with links. The server has sanitized it to a fixed set of elements. */
export function RichText({ html, className = '' }: { html: string; className?: string | undefined }) {
  return (
    <div
      className={`${styles.richText} ${className}`}
      dangerouslySetInnerHTML={{ __html: withTypedLinks(html) }}
    />
  );
}
