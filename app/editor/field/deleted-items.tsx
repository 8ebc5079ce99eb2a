import { useState } from 'react';
import { DELETED_IMAGE_DAYS } from '#contract/images.ts';
import { counted } from '#contract/text.ts';
import { useSite } from '#app/ui/site-context.ts';
import { formatDateTime } from '#shared/date-time.ts';
import type { CallResult } from '#app/editor/frame/admin-api.ts';
import { EditorQueryView } from '#app/editor/frame/editor-query-view.tsx';
import { useEditorQuery } from '#app/editor/frame/use-editor-query.ts';
import { useEditor } from './editor-context.ts';
import { RestoreButton, type Restored } from './restore-button.tsx';
import styles from './deleted-items.module.css';

export type DeletedItem = { id: string; name: string; deletedAt: string };

type Source<Saved> = {
  /** Such as "images". */
  noun: string;
  /** Must keep its identity. */
  load: () => Promise<CallResult<DeletedItem[]>>;
  restore: (id: string) => Promise<CallResult<Saved>>;
  onRestored: (result: Restored<Saved>) => void;
};

/** Renders the deleted items of a list that can still be undeleted. Loads them when it is opened. */
export function DeletedItems<Saved>({
  deletions,
  ...source
}: Source<Saved> & {
  /** Number of changes to the list since the page was opened; a change reloads it. */
  deletions: number;
}) {
  const { deletedImageDays = DELETED_IMAGE_DAYS } = useSite();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles.deleted} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>Deleted in the last {counted(deletedImageDays, 'day')}</summary>
      {isOpen && <DeletedList key={deletions} {...source} />}
    </details>
  );
}

function DeletedList<Saved>({ noun, load, restore, onRestored }: Source<Saved>) {
  const { timeZone } = useEditor();
  const query = useEditorQuery(load);
  const [restoredIds, setRestoredIds] = useState<ReadonlySet<string>>(new Set());

  function undelete(id: string, result: Restored<Saved>, button: HTMLElement) {
    // The focused button disappears with its row, so focus the summary.
    button.closest('details')?.querySelector('summary')?.focus();
    setRestoredIds((before) => new Set(before).add(id));
    onRestored(result);
  }

  return (
    <EditorQueryView query={query} noun={`deleted ${noun}`}>
      {(items) => {
        const remaining = items.filter(({ id }) => !restoredIds.has(id));
        if (remaining.length === 0) return <p className={styles.none}>{`No deleted ${noun} to restore.`}</p>;
        return (
          <ul className="plain-list" aria-label={`Deleted ${noun} you can restore`}>
            {remaining.map(({ id, name, deletedAt }) => (
              <li key={id} className={styles.row}>
                <span className={styles.name}>{name}</span>
                <time dateTime={deletedAt}>{formatDateTime(deletedAt, timeZone)}</time>
                <RestoreButton
                  restore={() => restore(id)}
                  aria-label={`Restore ${name}`}
                  failureClassName={styles.failure}
                  onRestored={(result, button) => undelete(id, result, button)}
                />
              </li>
            ))}
          </ul>
        );
      }}
    </EditorQueryView>
  );
}
