import { useEffect, useState, type ReactNode } from 'react';
import type { CurrentAdmin } from '#contract/accounts.ts';
import { adminApi } from '#app/editor/shell/admin-api.ts';
import type { SignInState } from '#app/editor/shell/sign-in-again.tsx';
import { useNavigate } from '#app/router/router-context.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

/** Renders `children` after the session check. Without a session, redirects to the sign-in page, which returns here. */
export function WithSession({
  heading,
  children,
}: {
  /** Heading of the page until then, for screen readers. */
  heading: string;
  children: (admin: CurrentAdmin) => ReactNode;
}) {
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
      const state: SignInState = { reason, returnTo: pathname + search };
      await navigate('/admin', { replace: true, state });
    }
    void verify();
    return () => {
      isUnmounted = true;
    };
  }, [navigate]);

  if (admin) return children(admin);
  return (
    <main id="main" tabIndex={-1}>
      <h1 className="visually-hidden">{heading}</h1>
      <Spinner />
    </main>
  );
}
