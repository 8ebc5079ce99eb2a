import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { CurrentAdmin } from '#contract/accounts.ts';
import type { AllSiteTexts } from '#contract/site-text.ts';
import { Dashboard } from '#app/editor/dashboard.tsx';
import { adminApi, type CallResult } from '#app/editor/frame/admin-api.ts';
import type { SignInState } from '#app/editor/frame/sign-in-again.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

/** Renders the editor after the session check; without a session, redirects to the sign-in page. */
export function Component() {
  const navigate = useNavigate();
  const [session, setSession] = useState<{
    admin: CurrentAdmin;
    initialRequest: Promise<CallResult<AllSiteTexts>>;
  }>();

  useEffect(() => {
    let isUnmounted = false;
    async function verify() {
      // Start loading the texts now, in parallel with the session check.
      const initialRequest = adminApi.allSiteTexts();
      const result = await adminApi.verify();
      if (isUnmounted) return;
      if (result.outcome === 'done') setSession({ admin: result.body, initialRequest });
      else await navigate('/admin', { replace: true, state: { reason: 'no-session' } satisfies SignInState });
    }
    void verify();
    return () => {
      isUnmounted = true;
    };
  }, [navigate]);

  if (session) return <Dashboard {...session} />;
  return (
    <main id="main" tabIndex={-1}>
      <h1 className="visually-hidden">Editor</h1>
      <Spinner />
    </main>
  );
}
