import { MESSAGES } from '#contract/messages.ts';
import { ErrorScreen } from '#app/ui/error-screen.tsx';
import { SiteFooter } from '#app/ui/site-footer.tsx';
import { SiteHeader } from '#app/ui/site-header.tsx';

export function UnsolvablePage() {
  return <ErrorScreen message={MESSAGES.unsolvable} />;
}

/** Replaces the whole page, including the shell, when rendering fails in the browser. */
export function CrashPage() {
  return (
    <>
      <SiteHeader />
      <main id="main" className="page-main">
        <UnsolvablePage />
      </main>
      <SiteFooter />
    </>
  );
}
