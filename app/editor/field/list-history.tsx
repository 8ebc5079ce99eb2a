import type { VersionId } from '#contract/content-version.ts';
import { useState } from 'react';
import type { HistoryQuery } from '#contract/history.ts';
import { adminApi } from '#app/editor/shell/admin-api.ts';
import { useEditor } from './editor-context.ts';
import { HistoryPanel } from '#app/editor/history/history-panel.tsx';
import controls from '#app/editor/shell/controls.module.css';
import styles from './file-form.module.css';

/** Renders a button that opens the history of a list's items in place. */
export function ListHistory({
  id,
  name,
  query,
  onRestored,
}: {
  id: string;
  name: string;
  query: HistoryQuery;
  /** Called after a restore, to load the list again. */
  onRestored: () => void;
}) {
  const { admin, timeZone, today } = useEditor();
  const [isShown, setIsShown] = useState(false);

  async function restore(changes: string, baseVersion: VersionId) {
    const result = await adminApi.restoreChanges(changes, baseVersion);
    if (result.outcome === 'done') onRestored();
    return result;
  }

  return (
    <div className={styles.history}>
      <button
        id={`${id}-button`}
        type="button"
        className={controls.link}
        aria-expanded={isShown}
        aria-controls={isShown ? id : undefined}
        onClick={() => setIsShown(!isShown)}
      >
        {`History: ${name}`}
      </button>
      {isShown && (
        <HistoryPanel
          id={id}
          heading={`History: ${name}`}
          query={query}
          reader={{ username: admin.username, timeZone, today }}
          baseVersionOf={(entry) => entry.id}
          nameOf={({ item }) => item.id !== query.item && item.name}
          onRestore={restore}
          onKeep={onRestored}
          onClose={() => {
            setIsShown(false);
            document.getElementById(`${id}-button`)?.focus();
          }}
        />
      )}
    </div>
  );
}
