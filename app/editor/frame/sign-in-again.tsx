import { Link } from 'react-router';
import controls from './controls.module.css';

/** Router state that says why the sign-in page was opened, and the editor section to return to. */
export type SignInState = { reason: 'no-session' | 'interrupted' | 'signed-out'; section?: string } | null;

export function SignInAgain() {
  return (
    <>
      {' '}
      <Link className={controls.link} to="/admin" state={{ reason: 'no-session' } satisfies SignInState}>
        Sign in again
      </Link>
    </>
  );
}
