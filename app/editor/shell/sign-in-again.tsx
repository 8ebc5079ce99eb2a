import { Link } from '#app/router/link.tsx';
import { useLocation } from '#app/router/router-context.tsx';
import controls from './controls.module.css';

/** Router state that says why the sign-in page was opened, and the page to return to, if it is not the editor. */
export type SignInState = {
  reason: 'no-session' | 'interrupted' | 'not-verified' | 'ended' | 'signed-out' | 'signed-out-everywhere';
  returnTo?: string;
} | null;

export function SignInAgain() {
  const { pathname, search, hash } = useLocation();
  const state: SignInState = { reason: 'no-session', returnTo: pathname + search + hash };
  return (
    <>
      {' '}
      <Link className={controls.link} to="/admin" state={state}>
        Sign in again
      </Link>
    </>
  );
}
