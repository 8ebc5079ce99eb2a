import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { DELETED_IMAGE_LIFE_DAYS } from '#contract/images.ts';
import { DeletedImages } from './deleted-images.tsx';
import { EditorQueryView } from '#app/editor/frame/editor-query-view.tsx';
import { imageApi } from './image-api.ts';
import { filesIn } from './image-file.ts';
import { ImageIntake } from './image-intake.tsx';
import { currentImages, type VersionedImage, type ListTexts } from './image-list.ts';
import { orderIdOf, ImageOrder } from './image-order.tsx';
import { RestoreButton } from './restore-button.tsx';
import { useEditorQuery } from '#app/editor/frame/use-editor-query.ts';
import parts from '#app/editor/field/field-parts.module.css';
import styles from './image-section.module.css';

const NO_STATUS = { message: '' } as const;

export function ImageLists({ type, texts, isShown }: { type: number; texts: ListTexts; isShown: boolean }) {
  const load = useEditorQuery(useCallback(() => imageApi.images(type), [type]));
  const [changed, setChanged] = useState<readonly VersionedImage[]>([]);
  const [deletedIds, setDeletedIds] = useState<ReadonlySet<string>>(new Set());
  const [deletions, setDeletions] = useState(0);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const [status, setStatus] = useState<{ message: string; deletedId?: string }>(NO_STATUS);
  const container = useRef<HTMLDivElement>(null);
  const [fileId, statusId] = [useId(), useId()];
  const { state: loadState, reload } = load;

  const change = useCallback((item: VersionedImage) => setChanged((before) => [...before, item]), []);

  const add = useCallback(
    (item: VersionedImage) => {
      change(item);
      setDeletedIds((before) => new Set([...before].filter((id) => id !== item.image.imageId)));
      setStatus({ message: `${item.image.imageName} is now ${texts.position}.` });
      if (loadState === 'failed') reload();
    },
    [change, texts, loadState, reload],
  );

  function removeImage({ image: { imageId, imageName } }: VersionedImage) {
    setDeletedIds((before) => new Set(before).add(imageId));
    setDeletions((before) => before + 1);
    setStatus({
      message: `${imageName} deleted. You can restore it for ${DELETED_IMAGE_LIFE_DAYS} days.`,
      deletedId: imageId,
    });
  }

  function restored(item: VersionedImage) {
    // The focused button disappears, so focus the list.
    document.getElementById(orderIdOf(type))?.focus();
    setDeletions((before) => before + 1);
    add(item);
  }

  function choose(chosen: readonly File[]) {
    setFiles(chosen);
    setStatus(NO_STATUS);
  }

  // Select images pasted anywhere on the page, except while another part of it has the focus.
  useEffect(() => {
    if (!isShown) return;
    function paste(event: ClipboardEvent) {
      const pasted = filesIn(event.clipboardData);
      const target = event.target as Element;
      const isInside = target === document.body || container.current?.contains(target);
      if (pasted.length === 0 || !isInside) return;
      event.preventDefault();
      choose(pasted);
      setStatus({ message: chosenMessage(pasted) });
    }
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [isShown]);

  return (
    <div
      ref={container}
      hidden={!isShown}
      className={styles.lists}
      data-dragged-over={isDraggedOver}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setIsDraggedOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsDraggedOver(false);
      }}
      onDrop={(event) => {
        const dropped = filesIn(event.dataTransfer);
        setIsDraggedOver(false);
        if (dropped.length === 0) return;
        event.preventDefault();
        choose(dropped);
        setStatus({ message: chosenMessage(dropped) });
      }}
    >
      <ImageIntake
        fileId={fileId}
        type={type}
        files={files}
        onChoose={choose}
        onStart={() => setStatus(NO_STATUS)}
        onUploaded={add}
      />
      <div className={styles.status}>
        <p id={statusId} role="status">
          {status.message}
        </p>
        {status.deletedId !== undefined && (
          <RestoreButton
            key={status.deletedId}
            imageId={status.deletedId}
            className={parts.link}
            aria-describedby={statusId}
            onRestored={restored}
          />
        )}
      </div>
      <EditorQueryView query={load} noun="images">
        {(images, version) => (
          <ImageOrder
            type={type}
            texts={texts}
            version={version}
            loaded={images}
            items={currentImages(
              images.map((image) => ({ image, version })),
              { changed, deletedIds },
            )}
            onChanged={change}
            onDeleted={removeImage}
            onEmpty={() => document.getElementById(fileId)?.focus()}
          />
        )}
      </EditorQueryView>
      <DeletedImages type={type} deletions={deletions} onRestored={add} />
    </div>
  );
}

const chosenMessage = (files: readonly File[]) =>
  files.length === 1 ? `1 file chosen: ${files[0]?.name}` : `${files.length} files chosen`;
