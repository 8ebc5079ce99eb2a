import { useState, type ComponentProps } from 'react';
import type { CallResult, Failure } from '#app/editor/frame/admin-api.ts';
import { SignInAgain } from '#app/editor/frame/sign-in-again.tsx';
import controls from '#app/editor/frame/controls.module.css';

export type Restored<Saved> = Extract<CallResult<Saved>, { outcome: 'done' }>;

/** Renders a button that undeletes an item of a list, and the reason if that fails. */
export function RestoreButton<Saved>({
  restore,
  className = controls.button,
  failureClassName = '',
  onRestored,
  ...button
}: {
  restore: () => Promise<CallResult<Saved>>;
  failureClassName?: string | undefined;
  /** Called before the button disappears, with the button, so that the focus can be moved. */
  onRestored: (result: Restored<Saved>, button: HTMLElement) => void;
} & Pick<ComponentProps<'button'>, 'id' | 'className' | 'aria-label' | 'aria-describedby'>) {
  const [failure, setFailure] = useState<Failure>();

  async function send(pressed: HTMLElement) {
    setFailure(undefined);
    const result = await restore();
    if (result.outcome !== 'done') return setFailure(result);
    onRestored(result, pressed);
  }

  return (
    <>
      <button
        type="button"
        className={className}
        {...button}
        onClick={(event) => void send(event.currentTarget)}
      >
        Restore
      </button>
      {failure && (
        <p className={`${controls.failure} ${failureClassName}`} role="alert">
          {failure.reason}
          {failure.outcome === 'signed-out' && <SignInAgain />}
        </p>
      )}
    </>
  );
}
