import { useEffect, useState } from 'react';
import type { CurrentAdmin } from '#contract/accounts.ts';
import { adminApi } from '#app/editor/frame/admin-api.ts';
import type { SignInState } from '#app/editor/frame/sign-in-again.tsx';
import { SiteHistory } from '#app/editor/history/site-history.tsx';
import { useNavigate } from '#app/router/router-context.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

/** Renders the history of the whole website after the session check; without a session, redirects to the sign-in page. */
export default function HistoryPage() {
  const navigate = useNavigate();
  const [admin, setAdmin] = useState<CurrentAdmin>();

  useEffect(() => {
    let isUnmounted = false;
    async function verify() {
      const result = await adminApi.verify();
      if (isUnmounted) return;
      if (result.outcome === 'done') return setAdmin(result.body);
      const reason = result.outcome === 'signed-out' ? 'no-session' : 'not-verified';
      const { pathname, search } = window.location;
      await navigate('/admin', {
        replace: true,
        state: { reason, returnTo: pathname + search } satisfies SignInState,
      });
    }
    void verify();
    return () => {
      isUnmounted = true;
    };
  }, [navigate]);

  if (admin) return <SiteHistory admin={admin} />;
  return (
    <main id="main" tabIndex={-1}>
      <h1 className="visually-hidden">History</h1>
      <Spinner />
    </main>
  );
}
