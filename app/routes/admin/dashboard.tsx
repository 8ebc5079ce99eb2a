import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { SignedIn } from '#contract/accounts.ts';
import type { AllSiteTexts } from '#contract/site-text.ts';
import { Dashboard } from '#app/editor/dashboard.tsx';
import { editorCalls, type CallResult } from '#app/editor/editor-calls.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import type { SignInState } from './sign-in.tsx';

/** Renders the editor after the session check; without a session, redirects to the sign-in page. */
export function Component() {
  const navigate = useNavigate();
  const [opened, setOpened] = useState<{ admin: SignedIn; underWay: Promise<CallResult<AllSiteTexts>> }>();

  useEffect(() => {
    let isGone = false;
    async function verify() {
      // Start loading the texts now, in parallel with the session check.
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
