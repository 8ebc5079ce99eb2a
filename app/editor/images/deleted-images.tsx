import { useCallback, useState } from 'react';
import { DELETED_IMAGES_HEADING } from '#contract/images.ts';
import { formatDateTime } from '#shared/date-time.ts';
import { useEditor } from '#app/editor/field/editor-context.ts';
import { EditorQueryView } from '#app/editor/frame/editor-query-view.tsx';
import { imageApi } from './image-api.ts';
import type { VersionedImage } from './image-list.ts';
import { RestoreButton } from './restore-button.tsx';
import { useEditorQuery } from '#app/editor/frame/use-editor-query.ts';
import styles from './deleted-images.module.css';

/** Renders the deleted images of a type that can still be undeleted. Loads them when it is opened. */
export function DeletedImages({
  type,
  deletions,
  onRestored,
}: {
  type: number;
  /** Number of changes to the list since the page was opened; a change reloads it. */
  deletions: number;
  onRestored: (item: VersionedImage) => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles.deleted} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{DELETED_IMAGES_HEADING}</summary>
      {isOpen && <DeletedList key={deletions} type={type} onRestored={onRestored} />}
    </details>
  );
}

function DeletedList({ type, onRestored }: { type: number; onRestored: (item: VersionedImage) => void }) {
  const { timeZone } = useEditor();
  const load = useEditorQuery(useCallback(() => imageApi.deletedImages(type), [type]));
  const [restoredIds, setRestoredIds] = useState<ReadonlySet<string>>(new Set());

  function undelete(item: VersionedImage, button: HTMLElement) {
    // The focused button disappears with its row, so focus the summary.
    button.closest('details')?.querySelector('summary')?.focus();
    setRestoredIds((before) => new Set(before).add(item.image.imageId));
    onRestored(item);
  }

  return (
    <EditorQueryView query={load} noun="deleted images">
      {(images) => {
        const remaining = images.filter(({ imageId }) => !restoredIds.has(imageId));
        if (remaining.length === 0) return <p className={styles.none}>No deleted images to restore.</p>;
        return (
          <ul className={styles.list} aria-label="Deleted images you can restore">
            {remaining.map(({ imageId, imageName, deletedAt }) => (
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
