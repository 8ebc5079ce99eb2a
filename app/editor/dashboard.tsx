import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { CurrentAdmin } from '#contract/accounts.ts';
import type { DemoContent } from '#contract/demo-content.ts';
import { IMAGE_TYPE } from '#contract/images.ts';
import { API, DASHBOARD_PAGE } from '#contract/paths.ts';
import type { AllSiteTexts } from '#contract/site-text.ts';
import { useLocation, useNavigate } from '#app/router/router-context.tsx';
import { useSite } from '#app/ui/site-context.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import { DashboardFrame } from './shell/dashboard-frame.tsx';
import { PasswordNotice } from './account/password-notice.tsx';
import { DemoNotice } from './setup/demo-notice.tsx';
import { adminApi, preload, type CallResult } from './shell/admin-api.ts';
import { EditorQueryView, Loaded } from './shell/editor-query-view.tsx';
import { findFields } from './find-fields.ts';
import { EditorProvider, type EditorContext, type Previewed } from './field/editor-context.ts';
import { saveInterruptedDraft, takeInterruptedSave } from './field/interrupted-save.ts';
import { useEditorState } from './field/use-editor-state.ts';
import { LINK_GROUPS, Sections, SECTIONS } from './sections.tsx';
import type { SectionLink } from './shell/section-list.tsx';
import { isForPerson, rightsText } from './shown-sections.ts';
import { Setup } from './setup/setup.tsx';
import { sessionHint } from './shell/session-hint.ts';
import type { SignInState } from './shell/sign-in-again.tsx';
import type { SignOutScope } from './shell/sign-out.ts';
import styles from './shell/dashboard-frame.module.css';
import { FailureAlert } from './shell/failure-alert.tsx';
import { focusField, keepInView, type Target } from './shell/keep-in-view.ts';
import { LeaveWarning } from './shell/leave-warning.tsx';
import { importResult, useEditorQuery } from './shell/use-editor-query.ts';
import { PresenceContext } from './shell/use-presence.ts';
import { SectionsProvider, useSectionStates } from './shell/use-section-states.ts';
import type { UnsavedFields } from './shell/use-unsaved-fields.ts';

const loadPreview = () => importResult(import('./preview/preview-pane.tsx'));

const NO_SESSION: SignInState = { reason: 'no-session' };

/** Returns the ids of the sections that are for a person, and the links to them. */
function sectionsFor(admin: CurrentAdmin) {
  const isShown = ({ section }: { section: string }) => isForPerson(admin, section);
  const { newSessions } = admin;
  const withNews = (link: SectionLink) =>
    link.section === 'your-account' && newSessions ? { ...link, news: `${newSessions} new` } : link;
  return {
    ids: SECTIONS.map(({ id }) => id).filter((id) => isForPerson(admin, id)),
    list: {
      groups: LINK_GROUPS.map((links) => links.filter(isShown).map(withNews)),
      find: (query: string) => findFields(query).filter(isShown),
      hasPages: isForPerson(admin, 'pages'),
    },
  };
}

/** What the sections of the specification show first, and the cash bids. */
const contentOf = (pioneerCategory: number) => [
  ...[1, 2, 3, 4].map((type) => `${API.priceTable}/${type}`),
  `${API.images}/${IMAGE_TYPE.gallery}`,
  API.employees,
  `${API.pioneerItems}/${pioneerCategory}`,
  API.bidList,
];

/** Renders the editor. `texts` is the result of the first request for the site texts. */
export function Dashboard({
  admin,
  demo,
  texts: firstTexts,
}: {
  admin: CurrentAdmin;
  /** Undefined if it could not be loaded. */
  demo: DemoContent | undefined;
  texts: CallResult<AllSiteTexts>;
}) {
  const { pioneer } = useSite();
  const navigate = useNavigate();
  const load = useEditorQuery(adminApi.allSiteTexts, { first: firstTexts });
  const { hash, state } = useLocation();
  const [target] = useState(() => state as Target | null);
  const [interrupted, setInterrupted] = useState(() => takeInterruptedSave(admin.id));
  const { shared, unsaved, problem, attention, others } = useEditorState(admin);
  const { drafts } = shared;
  const latestUnsaved = useRef(unsaved);
  const { ids, list } = useMemo(() => sectionsFor(admin), [admin]);
  const [preview, setPreview] = useState<Previewed>();
  const sections = useSectionStates({
    ids,
    hash: hash.slice(1),
    needed: () => ids.filter((id) => interrupted?.section === id || drafts.isInSection(id)),
    unsaved,
    preview: setPreview,
  });
  const [passwordExpiresAt, setPasswordExpiresAt] = useState(admin.passwordExpiresAt);
  const [progress, setProgress] = useState(demo);
  const [requestedLeave, setLeaving] = useState<SignInState>(null);

  const isSignedOut = load.state === 'failed' && load.outcome === 'signed-out';
  const leaving = requestedLeave ?? (isSignedOut ? NO_SESSION : null);
  const isLoaded = load.state === 'loaded';
  const isOwner = admin.role === 'owner';

  useEffect(() => {
    // The sections, and later their contents, load after the browser has handled the URL hash.
    const section = isLoaded && document.getElementById(window.location.hash.slice(1));
    if (!section) return undefined;
    return target?.field || target?.row ? focusField(section, target) : keepInView(section);
  }, [isLoaded, target]);

  const firstCategory = pioneer.categories[0]?.category ?? 0;
  useEffect(() => preload(contentOf(firstCategory)), [firstCategory]);

  const refreshProgress = useCallback(async () => {
    const result = await adminApi.demoContent();
    if (result.outcome === 'done') setProgress(result.body);
  }, []);

  /** Reloads all sections, because the demo content that they show was removed or restored. */
  function reloadSections() {
    setInterrupted(undefined);
    load.reload();
    shared.refreshLastSaves();
    void refreshProgress();
  }

  const editor = useMemo<EditorContext>(
    () => ({
      ...shared,
      interrupted,
      showPreview: setPreview,
      onPasswordChanged: () => setPasswordExpiresAt(undefined),
      leaveToSignIn(save) {
        shared.drafts.saveAll();
        saveInterruptedDraft({ ...save, adminId: shared.admin.id });
        setLeaving({ reason: 'interrupted', returnTo: `${DASHBOARD_PAGE}#${save.section}` });
      },
    }),
    [shared, interrupted],
  );

  function leaveSignedOut(scope: SignOutScope, confirmed: UnsavedFields) {
    // Keep the drafts if a change was made while the request was pending: its loss was not confirmed.
    if ([...latestUnsaved.current.keys()].every((field) => confirmed.has(field))) drafts.removeAll();
    setLeaving({ reason: scope === 'here' ? 'signed-out' : 'signed-out-everywhere' });
  }

  useEffect(() => {
    latestUnsaved.current = unsaved;
  }, [unsaved]);

  useEffect(() => {
    // Navigate after the render that removes the leave warning, so that ending the session does not trigger it.
    if (!leaving) return;
    sessionHint.remove();
    void navigate('/admin', { state: leaving });
  }, [leaving, navigate]);

  return (
    <EditorProvider value={editor}>
      <PresenceContext value={others}>
        <SectionsProvider value={sections}>
          <DashboardFrame
            admin={admin}
            list={list}
            attention={attention.items.length}
            unsaved={unsaved}
            onSignedOut={leaveSignedOut}
          >
            <FailureAlert failure={problem === undefined ? undefined : { reason: problem }} />
            {passwordExpiresAt && <PasswordNotice expiresAt={passwordExpiresAt} />}
            {!isOwner && <p className={styles.rights}>{rightsText(admin)}</p>}
            {progress && isOwner && (
              <Setup progress={progress} unsavedCount={unsaved.size} onProgress={refreshProgress} />
            )}
            {demo?.isStanding && isOwner && <DemoNotice onChanged={reloadSections} />}
            {isSignedOut ? (
              <Spinner />
            ) : (
              <EditorQueryView query={load} noun="website text">
                {(texts, version) => <Sections ids={ids} texts={texts} version={version} />}
              </EditorQueryView>
            )}
          </DashboardFrame>
          {preview && (
            <Loaded from={loadPreview} noun="preview">
              {({ PreviewPane }) => (
                <PreviewPane
                  key={JSON.stringify(preview)}
                  shown={preview}
                  unsaved={unsaved}
                  onClose={() => setPreview(undefined)}
                />
              )}
            </Loaded>
          )}
        </SectionsProvider>
      </PresenceContext>
      {leaving === null && <LeaveWarning unsaved={unsaved} isPersistent={drafts.isPersistent} />}
    </EditorProvider>
  );
}
