import { SignInAgain } from '#app/editor/frame/sign-in-again.tsx';
import controls from '#app/editor/frame/controls.module.css';
import styles from './file-failure.module.css';

export function FileFailure({
  message,
  failure: { reason, isSignedOut },
  className = '',
}: {
  message: string;
  failure: { reason: string; isSignedOut: boolean };
  className?: string | undefined;
}) {
  return (
    <p className={`${controls.failure} ${styles.failure} ${className}`} role="alert">
      <strong>{message}</strong> <span>{reason}</span>
      {isSignedOut && <SignInAgain />}
    </p>
  );
}
