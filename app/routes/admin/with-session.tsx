import { useEffect, useState, type ReactNode } from 'react';
import type { CurrentAdmin } from '#contract/accounts.ts';
import { IdentityCheck } from '#app/editor/account/identity-check.tsx';
import { adminApi, type CallResult } from '#app/editor/shell/admin-api.ts';
import type { SignInState } from '#app/editor/shell/sign-in-again.tsx';
import { useNavigate } from '#app/router/router-context.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

type Requests<Data> = { verified: Promise<CallResult<CurrentAdmin>>; data: Promise<Data> };

/** Sends only the session check. */
export const sendVerify = (): Requests<void> => ({ verified: adminApi.verify(), data: Promise.resolve() });

/** Renders `children` after the session check. Without a session, redirects to the sign-in page, which returns here. */
export function WithSession<Data>({
  heading,
  send,
  children,
}: {
  /** Heading of the page until then, for screen readers. */
  heading: string;
  send: () => Requests<Data>;
  children: (admin: CurrentAdmin, data: Data) => ReactNode;
}) {
  const navigate = useNavigate();
  const [session, setSession] = useState<{ admin: CurrentAdmin; data: Data }>();

  useEffect(() => {
    let isUnmounted = false;
    async function verify() {
      const { verified, data } = send();
      const result = await verified;
      const loaded = result.outcome === 'done' && { admin: result.body, data: await data };
      if (isUnmounted) return;
      if (loaded) return setSession(loaded);
      const reason = result.outcome === 'signed-out' ? 'no-session' : 'not-verified';
      const { pathname, search, hash } = window.location;
      const state: SignInState = { reason, returnTo: pathname + search + hash };
      await navigate('/admin', { replace: true, state });
    }
    void verify();
    return () => {
      isUnmounted = true;
    };
  }, [navigate, send]);

  if (session)
    return (
      <>
        {children(session.admin, session.data)}
        <IdentityCheck username={session.admin.username} />
      </>
    );
  return (
    <main id="main" tabIndex={-1}>
      <h1 className="visually-hidden">{heading}</h1>
      <noscript>
        <p className="wrap">
          The editor needs JavaScript. Turn it on in your browser settings, then reload this page.
        </p>
      </noscript>
      <Spinner />
    </main>
  );
}
