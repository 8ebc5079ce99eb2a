import { useEffect, useState } from 'react';
import type { CallResult } from '#app/editor/shell/admin-api.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { ConfirmDialog } from '#app/editor/shell/confirm-dialog.tsx';
import { FailureAlert, useFailure } from '#app/editor/shell/failure-alert.tsx';
import { setIdentityCheck } from '#app/editor/shell/identity-check.ts';
import { useEditorQuery } from '#app/editor/shell/use-editor-query.ts';
import { factorsApi } from './factors-api.ts';
import { formText } from './form-text.ts';
import { PasswordInput } from './password-input.tsx';

type Answer = (isConfirmed: boolean) => void;

/** Asks for the password or a passkey when a request needs a proof of who sends it. */
export function IdentityCheck({ username }: { username: string }) {
  const [settle, setSettle] = useState<Answer>();

  useEffect(
    () =>
      setIdentityCheck(async () => {
        const { promise, resolve } = Promise.withResolvers<boolean>();
        setSettle(() => resolve);
        const isConfirmed = await promise;
        setSettle(undefined);
        return isConfirmed;
      }),
    [],
  );
  return settle && <IdentityDialog username={username} answer={settle} />;
}

function IdentityDialog({ username, answer }: { username: string; answer: Answer }) {
  const factors = useEditorQuery(factorsApi.list);
  const [failure, setFailure] = useFailure();
  const hasPasskeys = factors.state === 'loaded' && factors.body.passkeys.length > 0;

  async function confirm(request: Promise<CallResult<object>>) {
    const result = await request;
    if (result.outcome === 'done') answer(true);
    else setFailure(result);
  }

  return (
    <ConfirmDialog
      heading="Confirm that it's you"
      text={`To make this change, type your password${hasPasskeys ? ' or use a passkey' : ''}.`}
      confirmLabel="Confirm"
      onCancel={() => answer(false)}
      onConfirm={(form) => void confirm(factorsApi.confirm({ password: formText(form, 'own-password') }))}
    >
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordInput id="own-password" label="Your password" autoComplete="current-password" />
      {hasPasskeys && (
        <Button onClick={() => void confirm(factorsApi.confirmWithPasskey())}>Use a passkey</Button>
      )}
      <FailureAlert failure={failure} />
    </ConfirmDialog>
  );
}
