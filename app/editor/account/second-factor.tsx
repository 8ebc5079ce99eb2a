import { useRef, useState } from 'react';
import {
  PASSKEY_NAME_MAX_LENGTH,
  type Factors,
  type NewRecoveryCodes,
  type NewTotp,
} from '#contract/factors.ts';
import { formatDateTime } from '#shared/date-time.ts';
import type { CallResult } from '#app/editor/shell/admin-api.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { useQuestion } from '#app/editor/shell/confirm-dialog.tsx';
import { Loaded } from '#app/editor/shell/editor-query-view.tsx';
import { NewSecret } from '#app/editor/shell/new-secret.tsx';
import { useReloading } from '#app/editor/shell/use-reloading.tsx';
import { useSite } from '#app/ui/site-context.ts';
import { AuthenticatorApp } from './authenticator-app.tsx';
import { factorsApi } from './factors-api.ts';
import styles from '#app/editor/shell/credential-list.module.css';

const APP = 'Authenticator app';

type Props = {
  /** Called when the administrator has saved new recovery codes. */
  onSaved?: () => void;
};

/** Renders the passkeys and the authenticator app of the administrator, and what adds and removes them. */
export const SecondFactor = (props: Props) => (
  <Loaded from={factorsApi.list} noun="second factor">
    {(factors) => <FactorList initial={factors} {...props} />}
  </Loaded>
);

function FactorList({ initial, onSaved }: Props & { initial: Factors }) {
  const { timeZone } = useSite();
  const { content, send, outcome } = useReloading(initial, factorsApi.list);
  const { totp, passkeys, recoveryCodes } = content;
  const [newTotp, setNewTotp] = useState<NewTotp>();
  const [codes, setCodes] = useState<readonly string[]>();
  const { ask, dialog } = useQuestion();
  const list = useRef<HTMLUListElement>(null);

  async function add(request: Promise<CallResult<NewRecoveryCodes>>, message?: string) {
    const added = await send(request, message);
    if (added?.recoveryCodes) setCodes(added.recoveryCodes);
    return added;
  }

  async function addApp(code: string) {
    const added = await add(factorsApi.confirmTotp(code), 'Authenticator app added.');
    if (added) setNewTotp(undefined);
    return added;
  }

  /** Asks for the name of a passkey, which has none yet if it is new. */
  const askName = (name: string | undefined, act: (name: string) => Promise<unknown>) =>
    ask({
      heading: name === undefined ? 'Add a passkey' : `Rename ${name}`,
      text: 'It signs you in with your fingerprint, face, or PIN.',
      confirmLabel: name === undefined ? 'Add passkey' : 'Rename',
      box: { label: 'Name, such as Office computer', maxLength: PASSKEY_NAME_MAX_LENGTH, defaultValue: name },
      act,
    });

  const addPasskey = (name: string) => add(factorsApi.addPasskey(name), 'Passkey added.');
  const renamePasskey = (id: string) => (name: string) =>
    send(factorsApi.renamePasskey(id, name), 'Passkey renamed.');

  function finish() {
    setCodes(undefined);
    onSaved?.();
  }

  const askToRemove = (name: string, remove: () => Promise<CallResult<object>>) =>
    ask({
      heading: `Remove ${name}?`,
      text: "You won't be able to sign in with it.",
      confirmLabel: 'Remove',
      async act() {
        await send(remove(), `${name} removed.`);
        // The dialog and the row that had the focus are gone.
        list.current?.focus({ preventScroll: true });
      },
    });

  const askForCodes = () =>
    ask({
      heading: 'Make new recovery codes?',
      text: 'The codes that you have now will stop working.',
      confirmLabel: 'Make new codes',
      act: () => add(factorsApi.createRecoveryCodes()),
    });

  const time = (at: string) => formatDateTime(at, timeZone);
  const hasFactor = totp || passkeys.length > 0;
  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label="Second factor" className={`${styles.list} plain-list`}>
        {totp && (
          <li>
            <span>
              <b>{APP}</b>
            </span>
            <Button aria-label={`Remove ${APP}`} onClick={() => askToRemove(APP, factorsApi.removeTotp)}>
              Remove
            </Button>
          </li>
        )}
        {passkeys.map(({ id, name, createdAt, usedAt }) => (
          <li key={id}>
            <span>
              <b>{name}</b>
              <small>
                Passkey · Added {time(createdAt)} · {usedAt ? `Last used ${time(usedAt)}` : 'Not used yet'}
              </small>
            </span>
            <div className={styles.buttons}>
              <Button aria-label={`Rename ${name}`} onClick={() => askName(name, renamePasskey(id))}>
                Rename
              </Button>
              <Button
                aria-label={`Remove ${name}`}
                onClick={() => askToRemove(name, () => factorsApi.removePasskey(id))}
              >
                Remove
              </Button>
            </div>
          </li>
        ))}
        {hasFactor && (
          <li>
            <span>
              <b>Recovery codes</b>
              <small>{recoveryCodes} left</small>
            </span>
            <Button onClick={askForCodes}>Make new codes</Button>
          </li>
        )}
      </ul>
      {codes ? (
        <NewSecret
          key={codes[0]}
          name="New recovery codes"
          noun="Recovery codes"
          hint="Keep these codes in a safe place. If you lose your phone, each of them signs you in once. You won't see them again."
          text={codes.join('\n')}
          copied="Recovery codes copied."
        >
          <a className="touch" download="recovery-codes.txt" href={fileOf(codes)}>
            Download
          </a>
          <Button look="primary" onClick={finish}>
            I have saved them
          </Button>
        </NewSecret>
      ) : (
        <>
          <div className={`${styles.buttons} ${styles.create}`}>
            <Button onClick={() => askName(undefined, addPasskey)}>Add passkey</Button>
            {!totp && !newTotp && (
              <Button onClick={() => void send(factorsApi.startTotp()).then(setNewTotp)}>
                Add authenticator app
              </Button>
            )}
          </div>
          {newTotp && <AuthenticatorApp totp={newTotp} onCode={addApp} />}
        </>
      )}
      {outcome}
      {dialog}
    </>
  );
}

const fileOf = (lines: readonly string[]) => `data:text/plain,${encodeURIComponent(lines.join('\r\n'))}`;
