import { useMemo } from 'react';
import type { CurrentAdmin } from '#contract/accounts.ts';
import { DASHBOARD_PAGE, withoutLastSlash } from '#contract/paths.ts';
import { mayChange, refusal } from '#contract/rights.ts';
import { Link } from '#app/router/link.tsx';
import { useLocation } from '#app/router/router-context.tsx';
import { EditorProvider, WITHOUT_DASHBOARD } from '#app/editor/field/editor-context.ts';
import { FailureAlert } from '#app/editor/shell/failure-alert.tsx';
import { LeaveWarning } from '#app/editor/shell/leave-warning.tsx';
import { useEditorState } from '#app/editor/field/use-editor-state.ts';
import frame from '#app/editor/shell/dashboard-frame.module.css';
import { PageEditor } from './page-editor.tsx';
import { PageList } from './page-list.tsx';
import { LIST_PATH } from './page-draft.ts';
import styles from './pages-editor.module.css';

/** Renders the list of pages or, by the path, the editor of one. */
export function PagesEditor({ admin }: { admin: CurrentAdmin }) {
  const path = withoutLastSlash(useLocation().pathname);
  const id = path.startsWith(`${LIST_PATH}/`) ? path.slice(LIST_PATH.length + 1) : undefined;
  const { shared, unsaved, problem } = useEditorState(admin);
  const editor = useMemo(() => ({ ...shared, ...WITHOUT_DASHBOARD }), [shared]);

  return (
    <EditorProvider value={editor}>
      <header className={frame.strip}>
        <p className={frame.name}>Scalehouse editor</p>
        <p className={frame.username}>{admin.username}</p>
        {id === undefined ? (
          <Link to={DASHBOARD_PAGE}>Back to editor</Link>
        ) : (
          <Link to={LIST_PATH}>All pages</Link>
        )}
      </header>
      <main id="main" className={styles.main} tabIndex={-1}>
        <FailureAlert failure={problem === undefined ? undefined : { reason: problem }} />
        {!mayChange(admin.role, ['content']) ? (
          <>
            <h1>Custom pages</h1>
            <p>{refusal('content')}</p>
          </>
        ) : id === undefined ? (
          <PageList />
        ) : (
          <PageEditor key={id} id={id} />
        )}
      </main>
      <LeaveWarning unsaved={unsaved} isPersistent={shared.drafts.isPersistent} />
    </EditorProvider>
  );
}
