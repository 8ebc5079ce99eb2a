import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { SignedIn } from '#contract/accounts.ts';
import { Dashboard } from '#app/editor/dashboard.tsx';
import { editorCalls } from '#app/editor/editor-calls.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import type { SignInState } from './sign-in.tsx';

/** The editor, for whoever is signed in: a spinner until that is known, and the way to signing in for all others. */
export function Component() {
  const navigate = useNavigate();
  const [admin, setAdmin] = useState<SignedIn>();

  useEffect(() => {
    let isGone = false;
    async function verify() {
      const result = await editorCalls.verify();
      if (isGone) return;
      if (result.outcome === 'done') setAdmin(result.answer);
      else await navigate('/admin', { replace: true, state: { why: 'signed-out' } satisfies SignInState });
    }
    void verify();
    return () => {
      isGone = true;
    };
  }, [navigate]);

  if (admin) return <Dashboard admin={admin} />;
  return (
    <main id="main" tabIndex={-1}>
      <h1 className="visually-hidden">Editor</h1>
      <Spinner />
    </main>
  );
}
