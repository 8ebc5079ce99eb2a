import { Fragment, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { useBlocker, useNavigate } from 'react-router';
import type { CurrentAdmin } from '#contract/accounts.ts';
import type { AllSiteTexts } from '#contract/site-text.ts';
import { useSite } from '#app/ui/site-context.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import { DashboardFrame } from './frame/dashboard-frame.tsx';
import { DemoNotice } from './demo/demo-notice.tsx';
import { adminApi, type CallResult } from './frame/admin-api.ts';
import { EditorQueryView } from './frame/editor-query-view.tsx';
import { EditorProvider, type EditorContext } from './field/editor-context.ts';
import { saveInterruptedDraft, takeInterruptedSave } from './field/interrupted-save.ts';
import { createDraftStore } from './field/drafts.ts';
import { ConfirmDialog } from './frame/confirm-dialog.tsx';
import { SECTIONS } from './sections.tsx';
import type { SignInState } from './frame/sign-in-again.tsx';
import { keepInView } from './frame/keep-in-view.ts';
import { leavingMessage, unsavedMessage } from './frame/unsaved-messages.ts';
import { useEditorQuery } from './frame/use-editor-query.ts';
import { useUnsavedFields } from './frame/use-unsaved-fields.ts';

const NO_SESSION: SignInState = { reason: 'no-session' };

/** Renders the editor. `initialRequest` is the pending request for the site texts, started before the first render. */
export function Dashboard({
  admin,
  initialRequest,
}: {
  admin: CurrentAdmin;
  initialRequest: Promise<CallResult<AllSiteTexts>>;
}) {
  const { timeZone } = useSite();
  const navigate = useNavigate();
  const load = useEditorQuery(adminApi.allSiteTexts, initialRequest);
  const [interrupted, setInterrupted] = useState(() => takeInterruptedSave(admin.id));
  const [drafts] = useState(() => createDraftStore(admin.id));
  const { unsaved, reportUnsaved } = useUnsavedFields();
  const [requestedLeave, setLeaving] = useState<SignInState>(null);

  const isSignedOut = load.state === 'failed' && load.outcome === 'signed-out';
  const leaving = requestedLeave ?? (isSignedOut ? NO_SESSION : null);
  const isLoaded = load.state === 'loaded';

  useEffect(() => {
    // The sections, and later their contents, load after the browser has handled the URL hash.
    const section = isLoaded && document.getElementById(window.location.hash.slice(1));
    return section ? keepInView(section) : undefined;
  }, [isLoaded]);

  /** Reloads all sections, because the demo content they show was removed. */
  function reloadSections() {
    setInterrupted(undefined);
    load.reload();
  }

  const editor = useMemo<EditorContext>(
    () => ({
      admin,
      timeZone,
      drafts,
      interrupted,
      reportUnsaved,
      leaveToSignIn(save) {
        drafts.saveAll();
        saveInterruptedDraft({ ...save, adminId: admin.id });
        setLeaving({ reason: 'interrupted', section: save.section });
      },
    }),
    [admin, timeZone, drafts, interrupted, reportUnsaved],
  );

  function removeDraftsAndLeave() {
    drafts.removeAll();
    setLeaving({ reason: 'signed-out' });
  }

  const mayWarn = unsaved.size > 0 && leaving === null;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => mayWarn && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    // Navigate after the render that removes the leave warning, so that ending the session does not trigger it.
    if (leaving) void navigate('/admin', { state: leaving });
  }, [leaving, navigate]);

  useLayoutEffect(() => {
    if (!mayWarn) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [mayWarn]);

  return (
    <EditorProvider value={editor}>
      <DashboardFrame admin={admin} sections={SECTIONS} unsaved={unsaved} onSignedOut={removeDraftsAndLeave}>
        <DemoNotice onRemoved={reloadSections} />
        {isSignedOut ? (
          <Spinner />
        ) : (
          <EditorQueryView query={load} noun="website text">
            {(texts, version) =>
              SECTIONS.map(({ id, render }) => <Fragment key={id}>{render({ texts, version })}</Fragment>)
            }
          </EditorQueryView>
        )}
      </DashboardFrame>
      {blocker.state === 'blocked' && (
        <ConfirmDialog
          heading={unsavedMessage(unsaved)}
          text={leavingMessage(unsaved, drafts.isPersistent())}
          cancelLabel="Stay"
          confirmLabel="Leave"
          onCancel={blocker.reset}
          onConfirm={blocker.proceed}
        />
      )}
    </EditorProvider>
  );
}
