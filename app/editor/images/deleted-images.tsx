import { useCallback, useState } from 'react';
import { DELETED_IMAGES_HEADING } from '#contract/images.ts';
import { formatDateTime } from '#contract/date-time.ts';
import { useEditor } from '#app/editor/editor-context.ts';
import { EditorQueryView } from '#app/editor/editor-query-view.tsx';
import { imageApi } from './image-api.ts';
import type { KnownImage } from './image-list.ts';
import { RestoreButton } from './restore-button.tsx';
import { useEditorQuery } from '#app/editor/use-editor-query.ts';
import styles from './deleted-images.module.css';

/** Renders the deleted images of a type that can still be undeleted. Loads them when it is opened. */
export function DeletedImages({
  type,
  deletions,
  onBack,
}: {
  type: number;
  /** Number of changes to the list since the page was opened; a change reloads it. */
  deletions: number;
  onBack: (item: KnownImage) => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles.deleted} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{DELETED_IMAGES_HEADING}</summary>
      {isOpen && <DeletedList key={deletions} type={type} onBack={onBack} />}
    </details>
  );
}

function DeletedList({ type, onBack }: { type: number; onBack: (item: KnownImage) => void }) {
  const { timeZone } = useEditor();
  const load = useEditorQuery(useCallback(() => imageApi.deletedImages(type), [type]));
  const [back, setBack] = useState<ReadonlySet<string>>(new Set());

  function undelete(item: KnownImage, button: HTMLElement) {
    // The focused button disappears with its row, so focus the summary.
    button.closest('details')?.querySelector('summary')?.focus();
    setBack((before) => new Set(before).add(item.image.imageId));
    onBack(item);
  }

  return (
    <EditorQueryView load={load} what="deleted images">
      {(images) => {
        const left = images.filter(({ imageId }) => !back.has(imageId));
        if (left.length === 0) return <p className={styles.none}>No deleted images to restore.</p>;
        return (
          <ul className={styles.list} aria-label="Deleted images you can restore">
            {left.map(({ imageId, imageName, deletedAt }) => (
              <li key={imageId} className={styles.row}>
                <span className={styles.name}>{imageName}</span>
                <time dateTime={deletedAt}>{formatDateTime(deletedAt, timeZone)}</time>
                <RestoreButton
                  imageId={imageId}
                  aria-label={`Restore ${imageName}`}
                  failureClassName={styles.failure}
                  onRestored={undelete}
                />
              </li>
            ))}
          </ul>
        );
      }}
    </EditorQueryView>
  );
}
