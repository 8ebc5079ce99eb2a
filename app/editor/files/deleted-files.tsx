import { useRef, useState } from 'react';
import { DELETED_IMAGE_DAYS } from '#contract/images.ts';
import { counted } from '#contract/text.ts';
import { useSite } from '#app/ui/site-context.ts';
import { formatDateTime } from '#shared/date-time.ts';
import { useEditor } from '#app/editor/field/editor-context.ts';
import { RequestButton } from '#app/editor/field/request-button.tsx';
import type { Failure } from '#app/editor/shell/admin-api.ts';
import { Loaded } from '#app/editor/shell/editor-query-view.tsx';
import type { FileListState } from './use-file-list.ts';
import controls from '#app/editor/shell/controls.module.css';
import styles from './deleted-files.module.css';

const RESTORE_LABELS = { idle: 'Restore', running: 'Restoring…', failed: 'Not restored' } as const;

/** Renders the deleted files that can still be restored. Loads them when it is opened, and after each deletion. */
export function DeletedFiles<Each>({ list: { record, deletions, ...list } }: { list: FileListState<Each> }) {
  const { deletedImageDays = DELETED_IMAGE_DAYS } = useSite();
  const { timeZone } = useEditor();
  const [isOpen, setIsOpen] = useState(false);
  const summary = useRef<HTMLElement>(null);
  const noun = `deleted ${record.words.noun}s`;

  async function restore(id: string): Promise<Failure | undefined> {
    const failure = await list.restore(id);
    // The focused button disappears with its row, so focus the summary.
    if (!failure) summary.current?.focus();
    return failure;
  }

  return (
    <details className={styles.deleted} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary ref={summary}>Deleted in the last {counted(deletedImageDays, 'day')}</summary>
      {isOpen && (
        <Loaded key={deletions} from={record.loadDeleted} noun={noun}>
          {(items) =>
            items.length === 0 ? (
              <p className={controls.hint}>{`No ${noun} to restore.`}</p>
            ) : (
              <ul className="plain-list" aria-label={`Deleted ${record.words.noun}s you can restore`}>
                {items.map(({ id, name, deletedAt }) => (
                  <li key={id} className={styles.row}>
                    <span className={styles.name}>{name}</span>
                    <time dateTime={deletedAt}>{formatDateTime(deletedAt, timeZone)}</time>
                    <RequestButton
                      labels={RESTORE_LABELS}
                      name={`Restore ${name}`}
                      onPress={() => restore(id)}
                    />
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      )}
    </details>
  );
}
