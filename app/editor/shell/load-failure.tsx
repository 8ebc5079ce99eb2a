import { Button } from './button.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import styles from './load-failure.module.css';

/** Renders the error shown instead of content that failed to load, so that nothing can be saved over it. */
export function LoadFailure({
  noun,
  reason,
  isSignedOut,
  onRetry,
}: {
  noun: string;
  reason: string;
  isSignedOut: boolean;
  onRetry: () => void;
}) {
  return (
    <div className={styles.failure} role="alert">
      <p>
        We couldn't load the {noun}. {reason}
        {isSignedOut && <SignInAgain />}
      </p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
