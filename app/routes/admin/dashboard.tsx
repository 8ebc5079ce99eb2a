import { useEffect, useState } from 'react';
import type { CurrentAdmin } from '#contract/accounts.ts';
import type { DemoContent } from '#contract/demo-content.ts';
import type { AllSiteTexts } from '#contract/site-text.ts';
import { Dashboard, loadSetup, type SetupComponent } from '#app/editor/dashboard.tsx';
import { adminApi, type CallResult } from '#app/editor/frame/admin-api.ts';
import type { SignInState } from '#app/editor/frame/sign-in-again.tsx';
import { useNavigate } from '#app/router/router-context.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

/** Renders the editor after the session check; without a session, redirects to the sign-in page. */
export function DashboardPage() {
  const navigate = useNavigate();
  const [session, setSession] = useState<{
    admin: CurrentAdmin;
    demo: DemoContent | undefined;
    Setup: SetupComponent | undefined;
    initialRequest: Promise<CallResult<AllSiteTexts>>;
  }>();

  useEffect(() => {
    let isUnmounted = false;
    async function verify() {
      // Start loading now, in parallel with the session check. The setup and the notice of demo content are above all
      // texts, so that they would move if these came later. If their request fails, there are none.
      const initialRequest = adminApi.allSiteTexts();
      const [result, demoResult] = await Promise.all([adminApi.verify(), adminApi.demoContent()]);
      if (isUnmounted) return;
      if (result.outcome === 'done') {
        const demo = demoResult.outcome === 'done' ? demoResult.body : undefined;
        const Setup = demo?.isSetupShown ? await loadSetup().catch(() => undefined) : undefined;
        if (!isUnmounted) setSession({ admin: result.body, demo, Setup, initialRequest });
      } else {
        const reason = result.outcome === 'signed-out' ? 'no-session' : 'not-verified';
        const section = window.location.hash.slice(1);
        const state: SignInState = { reason, ...(section && { section }) };
        await navigate('/admin', { replace: true, state });
      }
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
      <noscript>
        <p className="wrap">
          The editor needs JavaScript. Turn it on in your browser settings, then reload this page.
        </p>
      </noscript>
      <Spinner />
    </main>
  );
}
