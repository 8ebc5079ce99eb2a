import { useEffect, useState, type SubmitEvent } from 'react';
import { PASSWORD_LENGTH, USERNAME_MAX_LENGTH } from '#contract/account-limits.ts';
import { SIGN_IN_PAGE } from '#contract/paths.ts';
import type { LinkPurpose } from '#contract/people.ts';
import { formText } from '#app/editor/account/form-text.ts';
import { PasswordInput } from '#app/editor/account/password-input.tsx';
import { peopleApi } from '#app/editor/account/people-api.ts';
import { FailureAlert, useFailure } from '#app/editor/shell/failure-alert.tsx';
import { Link } from '#app/router/link.tsx';
import { Page } from '#app/ui/page.tsx';
import { Skyline } from '#app/ui/skyline.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { UsernameInput } from '#app/editor/account/account-input.tsx';
import styles from './sign-in.module.css';

/** Renders the page on which someone chooses a name and a password, with a link from an owner. */
export default function InvitationPage() {
  const [purpose, setPurpose] = useState<LinkPurpose>();
  const [name, setName] = useState<string>();
  const [failure, setFailure] = useFailure();
  const [isSending, setIsSending] = useState(false);
  const isNew = purpose?.username === null;

  useEffect(() => {
    async function find() {
      const result = await peopleApi.findLink(tokenOfLink());
      if (result.outcome === 'done') setPurpose(result.body);
      else setFailure(result);
    }
    void find();
  }, [setFailure]);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    setIsSending(true);
    setFailure(undefined);
    const form = event.currentTarget;
    const result = await peopleApi.acceptLink({
      token: tokenOfLink(),
      username: formText(form, 'username'),
      password: formText(form, 'password'),
    });
    setIsSending(false);
    if (result.outcome === 'done') setName(result.body.username);
    else setFailure(result);
  }

  return (
    <>
      <Page heading={isNew ? 'Join this website' : 'Your password'}>
        <noscript>
          <p>This page needs JavaScript. Turn it on in your browser settings, then reload this page.</p>
        </noscript>
        {name !== undefined && (
          <p role="status">
            {isNew ? 'Your account is ready.' : 'Your new password is saved.'}{' '}
            <Link to={SIGN_IN_PAGE}>Sign in as {name}</Link>
          </p>
        )}
        {name === undefined && !purpose && (failure ? <FailureAlert failure={failure} /> : <Spinner />)}
        {name === undefined && purpose && (
          <form className={styles.form} onSubmit={(event) => void submit(event)}>
            <UsernameInput
              maxLength={USERNAME_MAX_LENGTH}
              readOnly={!isNew}
              defaultValue={purpose.username ?? ''}
            />
            <PasswordInput
              id="password"
              label={`New password, at least ${PASSWORD_LENGTH.min} characters`}
              autoComplete="new-password"
              minLength={PASSWORD_LENGTH.min}
              maxLength={PASSWORD_LENGTH.max}
            />
            <FailureAlert failure={failure} />
            <button type="submit" aria-disabled={isSending}>
              {isNew ? 'Create account' : 'Save password'}
            </button>
          </form>
        )}
      </Page>
      <Skyline />
    </>
  );
}

/** Returns the token of the link, which browsers keep to themselves. */
const tokenOfLink = () => window.location.hash.slice(1);
