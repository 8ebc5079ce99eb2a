import { useState, type SubmitEvent } from 'react';
import type { NewTotp } from '#contract/factors.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { QrCode } from '#app/ui/qr-code.tsx';
import { AccountInput } from './account-input.tsx';
import { formText } from './form-text.ts';
import list from '#app/editor/shell/credential-list.module.css';

/** Renders the steps that connect an authenticator app. `onCode` gets the code that it shows. */
export function AuthenticatorApp({
  totp: { uri, secret },
  onCode,
}: {
  totp: NewTotp;
  onCode: (code: string) => Promise<unknown>;
}) {
  const [isSending, setIsSending] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    setIsSending(true);
    await onCode(formText(event.currentTarget, 'totp-code').replace(/\s/g, ''));
    setIsSending(false);
  }

  return (
    <form ref={focus} tabIndex={-1} className={list.create} onSubmit={(event) => void submit(event)}>
      <QrCode text={uri} label="QR code for your authenticator app" width={208} />
      <p>
        Scan this with the authenticator app on your phone. Is the app on this device?{' '}
        <a className="in-text" href={uri}>
          Open it
        </a>
      </p>
      <p>
        Or type this key in the app: <b>{secret.match(/.{1,4}/g)?.join(' ')}</b>
      </p>
      <AccountInput
        id="totp-code"
        label="The 6 digits that your app shows"
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <Button type="submit">Add authenticator app</Button>
    </form>
  );
}

/** Focuses what has taken the place of the pressed button. */
const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true });
