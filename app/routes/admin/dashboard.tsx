import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { SignedIn } from '#contract/accounts.ts';
import type { AllSiteTexts } from '#contract/site-text.ts';
import { Dashboard } from '#app/editor/dashboard.tsx';
import { editorCalls, type CallResult } from '#app/editor/editor-calls.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import type { SignInState } from './sign-in.tsx';

/** The editor, for whoever is signed in: a spinner until that is known, and the way to signing in for all others. */
export function Component() {
  const navigate = useNavigate();
  const [opened, setOpened] = useState<{ admin: SignedIn; underWay: Promise<CallResult<AllSiteTexts>> }>();

  useEffect(() => {
    let isGone = false;
    async function verify() {
      // What the editor begins with is asked for meanwhile: a line with a long way to it is waited for once.
      const underWay = editorCalls.allSiteTexts();
      const result = await editorCalls.verify();
      if (isGone) return;
      if (result.outcome === 'done') setOpened({ admin: result.answer, underWay });
      else await navigate('/admin', { replace: true, state: { why: 'signed-out' } satisfies SignInState });
    }
    void verify();
    return () => {
      isGone = true;
    };
  }, [navigate]);

  if (opened) return <Dashboard {...opened} />;
  return (
    <main id="main" tabIndex={-1}>
      <h1 className="visually-hidden">Editor</h1>
      <Spinner />
    </main>
  );
}
