import { useRef, useState } from 'react';
import { DELETED_IMAGE_DAYS } from '#contract/images.ts';
import { counted } from '#contract/text.ts';
import { useSite } from '#app/ui/site-context.ts';
import { formatDateTime } from '#shared/date-time.ts';
import { useEditor } from '#app/editor/field/editor-context.ts';
import { RequestButton } from '#app/editor/field/request-button.tsx';
import type { CallResult, Failure } from '#app/editor/frame/admin-api.ts';
import { EditorQueryView } from '#app/editor/frame/editor-query-view.tsx';
import { useEditorQuery } from '#app/editor/frame/use-editor-query.ts';
import styles from './deleted-items.module.css';

export type DeletedItem = { id: string; name: string; deletedAt: string };

const RESTORE_LABELS = { idle: 'Restore', running: 'Restoring…', failed: 'Not restored' } as const;

type Source = {
  /** Such as "images". */
  noun: string;
  /** Must keep its identity. */
  load: () => Promise<CallResult<DeletedItem[]>>;
  /** Restores an item, and shows it in its list. Returns the failure, if any. */
  restore: (id: string) => Promise<Failure | undefined>;
};

/** Renders the deleted items of a list that can still be undeleted. Loads them when it is opened. */
export function DeletedItems({
  deletions,
  restore,
  ...source
}: Source & {
  /** Number of deletions and restores since the page was opened, each of which loads the items again. */
  deletions: number;
}) {
  const { deletedImageDays = DELETED_IMAGE_DAYS } = useSite();
  const [isOpen, setIsOpen] = useState(false);
  const summary = useRef<HTMLElement>(null);

  async function undelete(id: string): Promise<Failure | undefined> {
    const failure = await restore(id);
    // The focused button disappears with its row, so focus the summary.
    if (!failure) summary.current?.focus();
    return failure;
  }

  return (
    <details className={styles.deleted} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary ref={summary}>Deleted in the last {counted(deletedImageDays, 'day')}</summary>
      {isOpen && <DeletedList key={deletions} {...source} restore={undelete} />}
    </details>
  );
}

function DeletedList({ noun, load, restore }: Source) {
  const { timeZone } = useEditor();
  const query = useEditorQuery(load);
  return (
    <EditorQueryView query={query} noun={`deleted ${noun}`}>
      {(items) =>
        items.length === 0 ? (
          <p className={styles.none}>{`No deleted ${noun} to restore.`}</p>
        ) : (
          <ul className="plain-list" aria-label={`Deleted ${noun} you can restore`}>
            {items.map(({ id, name, deletedAt }) => (
              <li key={id} className={styles.row}>
                <span className={styles.name}>{name}</span>
                <time dateTime={deletedAt}>{formatDateTime(deletedAt, timeZone)}</time>
                <RequestButton labels={RESTORE_LABELS} name={`Restore ${name}`} onPress={() => restore(id)} />
              </li>
            ))}
          </ul>
        )
      }
    </EditorQueryView>
  );
}
