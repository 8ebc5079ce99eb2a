import { USERNAME_MAX_LENGTH } from '#contract/account-limits.ts';
import { FORGOTTEN_PASSWORD_PAGE } from '#contract/paths.ts';
import { LINK_HOURS } from '#contract/people.ts';
import { Page } from '#app/ui/page.tsx';
import { useSite } from '#app/ui/site-context.ts';
import { Skyline } from '#app/ui/skyline.tsx';
import { UsernameInput } from '#app/editor/account/account-input.tsx';
import styles from './sign-in.module.css';

/** Renders the form for a link to a new password, which needs no scripts. The fragment of the redirect selects the sentence to show. */
export default function ForgottenPasswordPage() {
  const { sendsMail } = useSite();
  return (
    <>
      <Page heading="Forgot your password?">
        <p id="sent" className={`${styles.outcome} gold-note`} role="status">
          If that account has an email address, we've sent it a link to a new password. The link works once,
          for {LINK_HOURS} hours. Nothing in your inbox or spam folder? Ask an owner of your website for a
          link.
        </p>
        <p id="wait" className={`${styles.outcome} gold-note`} role="alert">
          Too many tries. Wait 15 minutes, then try again.
        </p>
        {sendsMail ? (
          <form className={styles.form} method="post" action={FORGOTTEN_PASSWORD_PAGE}>
            <UsernameInput maxLength={USERNAME_MAX_LENGTH} />
            <button type="submit">Email me a link</button>
          </form>
        ) : (
          <p>Ask an owner of your website for a link to a new one.</p>
        )}
      </Page>
      <Skyline />
    </>
  );
}
