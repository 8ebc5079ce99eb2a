import { useEffect, useState } from 'react';
import type { CurrentAdmin } from '#contract/accounts.ts';
import type { DemoContent } from '#contract/demo-content.ts';
import { DASHBOARD_PAGE } from '#contract/paths.ts';
import type { AllSiteTexts } from '#contract/site-text.ts';
import { Dashboard } from '#app/editor/dashboard.tsx';
import { adminApi, type CallResult } from '#app/editor/shell/admin-api.ts';
import type { SignInState } from '#app/editor/shell/sign-in-again.tsx';
import { useNavigate } from '#app/router/router-context.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

/** Starts all requests in parallel with the session check. */
function sendRequests() {
  return { texts: adminApi.allSiteTexts(), verified: adminApi.verify(), demo: loadDemo() };
}

/**
 * Loads whether the site has demo content. The setup and the notice of demo content are above all sections, so that these
 * would move if it came later. If the request fails, there are none.
 */
async function loadDemo() {
  const result = await adminApi.demoContent();
  return result.outcome === 'done' ? result.body : undefined;
}

/** The requests of an editor that the browser opens in full. They are sent before React hydrates the page. */
let sent =
  typeof window !== 'undefined' && window.location.pathname === DASHBOARD_PAGE ? sendRequests() : undefined;

/** Renders the editor after the session check; without a session, redirects to the sign-in page. */
export function DashboardPage() {
  const navigate = useNavigate();
  const [session, setSession] = useState<{
    admin: CurrentAdmin;
    demo: DemoContent | undefined;
    texts: CallResult<AllSiteTexts>;
  }>();

  useEffect(() => {
    let isUnmounted = false;
    async function verify() {
      const { verified, demo, texts } = sent ?? sendRequests();
      sent = undefined;
      const [result, loadedDemo] = await Promise.all([verified, demo]);
      if (isUnmounted) return;
      if (result.outcome === 'done') {
        // Wait for the texts too: a frame of the editor without them would delay the one with them.
        setSession({ admin: result.body, demo: loadedDemo, texts: await texts });
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
