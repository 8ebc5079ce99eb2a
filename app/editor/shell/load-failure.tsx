import type { Failure } from './admin-api.ts';
import { Button } from './button.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import controls from './controls.module.css';

/** Renders the error shown instead of content that failed to load, so that nothing can be saved over it. */
export function LoadFailure({
  noun,
  failure: { outcome, reason },
  onRetry,
}: {
  noun: string;
  failure: Pick<Failure, 'outcome' | 'reason'>;
  onRetry: () => void;
}) {
  return (
    <div className={controls.failure} role="alert">
      <p>
        We couldn't load the {noun}. {reason}
        {outcome === 'signed-out' && <SignInAgain />}
      </p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
