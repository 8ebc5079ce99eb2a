import { formatDateTime } from '#shared/date-time.ts';
import { useEditor } from '#app/editor/field/editor-context.ts';
import { useSections } from '#app/editor/shell/use-section-states.ts';
import { Link } from '#app/router/link.tsx';
import styles from './password-notice.module.css';

/** Shown until the administrator replaces a generated password. */
export function PasswordNotice({ expiresAt }: { expiresAt: string }) {
  const { timeZone } = useEditor();
  const { open } = useSections();
  return (
    <section className={`${styles.notice} gold-note`} aria-label="Generated password">
      <p>
        You're using a generated password. It stops working on {formatDateTime(expiresAt, timeZone)}. Change
        it before then.
      </p>
      <Link className="touch" to="#your-account" preventScrollReset onClick={() => open('your-account')}>
        Choose your own password
      </Link>
    </section>
  );
}
