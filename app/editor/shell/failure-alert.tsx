import { useCallback, useState, type ReactNode } from 'react';
import type { Failure } from './admin-api.ts';
import { SignInAgain } from './sign-in-again.tsx';
import controls from './controls.module.css';

type ShownFailure = {
  reason: ReactNode;
  isSignedOut?: boolean;
  /** Number of failures so far, with which screen readers announce a repeated one again. */
  count?: number;
};

/** Keeps why the last request has failed; undefined once one succeeds. */
export function useFailure(first?: ShownFailure) {
  const [failure, setFailure] = useState(first);
  const set = useCallback(
    (of: { outcome: Failure['outcome']; reason: ReactNode } | undefined) =>
      setFailure(
        (before) =>
          of && {
            reason: of.reason,
            isSignedOut: of.outcome === 'signed-out',
            count: (before?.count ?? 0) + 1,
          },
      ),
    [],
  );
  return [failure, set] as const;
}

/** Renders why a request has failed, after a message if there is one. */
export function FailureAlert({
  message,
  failure,
  className = '',
}: {
  message?: string | undefined;
  failure: ShownFailure | undefined;
  className?: string | undefined;
}) {
  if (!failure) return null;
  return (
    <p key={failure.count} className={`${controls.failure} ${className}`} role="alert">
      {message && <strong>{message} </strong>}
      <span>{failure.reason}</span>
      {failure.isSignedOut && <SignInAgain />}
    </p>
  );
}
