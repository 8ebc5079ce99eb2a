import { Fragment, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { useBlocker, useNavigate } from 'react-router';
import type { SignedIn } from '#contract/accounts.ts';
import type { AllSiteTexts } from '#contract/site-text.ts';
import type { SignInState } from '#app/routes/admin/sign-in.tsx';
import { useSite } from '#app/site-context.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import { DashboardFrame } from './dashboard-frame.tsx';
import { DemoNotice } from './demo-notice.tsx';
import { editorCalls, type CallResult } from './editor-calls.ts';
import { EditorLoaded } from './editor-loaded.tsx';
import { EditorProvider, type Editor } from './editor-context.ts';
import { keepInterruptedSave, takeInterruptedSave } from './interrupted-save.ts';
import { createKeptTexts } from './kept-text.ts';
import { QuestionDialog } from './question-dialog.tsx';
import { SECTIONS } from './sections.tsx';
import { stayAt } from './stay-at.ts';
import { leavingInWords, unsavedInWords } from './unsaved-in-words.ts';
import { useEditorLoad } from './use-editor-load.ts';
import { useUnsavedFields } from './use-unsaved-fields.ts';

const SIGNED_OUT: SignInState = { why: 'signed-out' };

/** Renders the editor. `underWay` is the pending request for the site texts, started before the first render. */
export function Dashboard({
  admin,
  underWay,
}: {
  admin: SignedIn;
  underWay: Promise<CallResult<AllSiteTexts>>;
}) {
  const { timeZone } = useSite();
  const navigate = useNavigate();
  const load = useEditorLoad(editorCalls.allSiteTexts, underWay);
  const [interrupted, setInterrupted] = useState(() => takeInterruptedSave(admin.id));
  const [keptTexts] = useState(() => createKeptTexts(admin.id));
  const { unsaved, reportUnsaved } = useUnsavedFields();
  const [asked, setLeaving] = useState<SignInState>(null);

  const isSignedOut = load.state === 'failed' && load.outcome === 'signed-out';
  const leaving = asked ?? (isSignedOut ? SIGNED_OUT : null);
  const isLoaded = load.state === 'loaded';

  useEffect(() => {
    // The sections, and later their contents, load after the browser has handled the URL hash.
    const section = isLoaded && document.getElementById(window.location.hash.slice(1));
    return section ? stayAt(section) : undefined;
  }, [isLoaded]);

  /** Reloads all sections, because the demo content they show was removed. */
  function loadAgain() {
    setInterrupted(undefined);
    load.reload();
  }

  const editor = useMemo<Editor>(
    () => ({
      admin,
      timeZone,
      keptTexts,
      interrupted,
      reportUnsaved,
      leaveToSignIn(save) {
        keptTexts.saveAgain();
        keepInterruptedSave({ ...save, adminId: admin.id });
        setLeaving({ why: 'interrupted', section: save.section });
      },
    }),
    [admin, timeZone, keptTexts, interrupted, reportUnsaved],
  );

  function forget() {
    keptTexts.removeAll();
    setLeaving({ why: 'left' });
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
      <DashboardFrame admin={admin} sections={SECTIONS} unsaved={unsaved} onSignedOut={forget}>
        <DemoNotice onGone={loadAgain} />
        {isSignedOut ? (
          <Spinner />
        ) : (
          <EditorLoaded load={load} what="website text">
            {(texts, version) =>
              SECTIONS.map(({ id, render }) => <Fragment key={id}>{render({ texts, version })}</Fragment>)
            }
          </EditorLoaded>
        )}
      </DashboardFrame>
      {blocker.state === 'blocked' && (
        <QuestionDialog
          heading={unsavedInWords(unsaved)}
          words={leavingInWords(unsaved, keptTexts.isKeeping())}
          no="Stay"
          yes="Leave"
          onNo={blocker.reset}
          onYes={blocker.proceed}
        />
      )}
    </EditorProvider>
  );
}
