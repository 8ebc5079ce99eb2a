import { SignInAgain } from '#app/editor/shell/sign-in-again.tsx';
import controls from '#app/editor/shell/controls.module.css';
import styles from './file-failure.module.css';

/** Renders why a request has failed, after a message if there is one. */
export function FileFailure({
  message,
  failure: { reason, isSignedOut },
  className = '',
}: {
  message?: string | undefined;
  failure: { reason: string; isSignedOut: boolean };
  className?: string | undefined;
}) {
  return (
    <p className={`${controls.failure} ${styles.failure} ${className}`} role="alert">
      {message && <strong>{message} </strong>}
      <span>{reason}</span>
      {isSignedOut && <SignInAgain />}
    </p>
  );
}
