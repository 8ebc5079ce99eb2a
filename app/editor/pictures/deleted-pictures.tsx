import { useCallback, useState } from 'react';
import { DELETED_IMAGE_LIFE_DAYS } from '#contract/images.ts';
import { momentInWords } from '#contract/date-time.ts';
import type { Failure } from '#app/editor/editor-calls.ts';
import { useEditor } from '#app/editor/editor-context.ts';
import { EditorLoaded } from '#app/editor/editor-loaded.tsx';
import { SignInAgain } from '#app/editor/field-parts.tsx';
import { imageCalls } from './image-calls.ts';
import type { KnownPicture } from './picture-list.ts';
import { useEditorLoad } from '#app/editor/use-editor-load.ts';
import controls from '#app/editor/controls.module.css';
import styles from './deleted-pictures.module.css';

/** Renders the deleted images of a type that can still be undeleted. Loads them when it is opened. */
export function DeletedPictures({
  type,
  deletions,
  onBack,
}: {
  type: number;
  /** Number of images deleted since the page was opened; a change reloads the list. */
  deletions: number;
  onBack: (picture: KnownPicture) => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles.deleted} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>Taken out in the last {DELETED_IMAGE_LIFE_DAYS} days</summary>
      {isOpen && <DeletedList key={deletions} type={type} onBack={onBack} />}
    </details>
  );
}

function DeletedList({ type, onBack }: { type: number; onBack: (picture: KnownPicture) => void }) {
  const { timeZone } = useEditor();
  const load = useEditorLoad(useCallback(() => imageCalls.deletedImages(type), [type]));
  const [back, setBack] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState<{ imageId: string; of: Failure }>();

  async function bringBack(imageId: string, button: HTMLElement) {
    setFailure(undefined);
    const result = await imageCalls.bringBackImage(imageId);
    if (result.outcome !== 'done') return setFailure({ imageId, of: result });
    // The focused button disappears with its row, so focus the summary.
    button.closest('details')?.querySelector('summary')?.focus();
    setBack((before) => new Set(before).add(imageId));
    onBack({ image: result.answer.content, version: result.answer.version });
  }

  return (
    <EditorLoaded load={load} what="pictures">
      {(images) => {
        const left = images.filter(({ imageId }) => !back.has(imageId));
        if (left.length === 0) return <p className={styles.none}>There is none to bring back.</p>;
        return (
          <ul className={styles.list} aria-label="Pictures that can be brought back">
            {left.map(({ imageId, imageName, deletedAt }) => (
              <li key={imageId} className={styles.row}>
                <span className={styles.name}>{imageName}</span>
                <time dateTime={deletedAt}>{momentInWords(deletedAt, timeZone)}</time>
                <button
                  type="button"
                  className={controls.button}
                  aria-label={`Bring back ${imageName}`}
                  onClick={(event) => void bringBack(imageId, event.currentTarget)}
                >
                  Bring back
                </button>
                {failure?.imageId === imageId && (
                  <p className={`${controls.failure} ${styles.failure}`} role="alert">
                    {failure.of.reason}
                    {failure.of.outcome === 'signed-out' && <SignInAgain />}
                  </p>
                )}
              </li>
            ))}
          </ul>
        );
      }}
    </EditorLoaded>
  );
}
