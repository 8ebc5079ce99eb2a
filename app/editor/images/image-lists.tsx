import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { isNewer, numberOf, type VersionId } from '#contract/content-version.ts';
import { DELETED_IMAGE_DAYS, type Images } from '#contract/images.ts';
import { counted } from '#contract/text.ts';
import type { LastSave } from '#contract/last-saves.ts';
import { useEditor } from '#app/editor/field/editor-context.ts';
import { DeletedItems, type DeletedItem } from '#app/editor/field/deleted-items.tsx';
import { ListHistory } from '#app/editor/field/list-history.tsx';
import type { CallResult } from '#app/editor/frame/admin-api.ts';
import { EditorQueryView } from '#app/editor/frame/editor-query-view.tsx';
import { imageApi } from '#app/editor/field/image-api.ts';
import { filesIn } from '#app/editor/field/image-file.ts';
import { ImageIntake } from './image-intake.tsx';
import { hasDraft } from './image-details.tsx';
import { currentImages, savedImage, type ListTexts, type VersionedImage } from './image-list.ts';
import { whenUntouched } from '#app/browser/when-untouched.ts';
import { orderIdOf, ImageOrder } from './image-order.tsx';
import { useSite } from '#app/ui/site-context.ts';
import { useEditorQuery } from '#app/editor/frame/use-editor-query.ts';
import styles from './image-section.module.css';

export function ImageLists({ type, texts, isShown }: { type: number; texts: ListTexts; isShown: boolean }) {
  const { admin, drafts, lastSaves } = useEditor();
  const { username: author } = admin;
  const { deletedImageDays = DELETED_IMAGE_DAYS } = useSite();
  const [lastChange, setLastChange] = useState<LastSave>();
  const load = useEditorQuery(useCallback(() => imageApi.images(type), [type]));
  const loadDeleted = useCallback(() => deletedImages(type), [type]);
  const [changed, setChanged] = useState<readonly VersionedImage[]>([]);
  const [deletedIds, setDeletedIds] = useState<ReadonlySet<string>>(new Set());
  const [deletions, setDeletions] = useState(0);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const [status, setStatus] = useState('');
  const container = useRef<HTMLDivElement>(null);
  const fileId = useId();
  const { state: loadState, reload, replace } = load;
  const loadedVersion = load.state === 'loaded' ? load.version : undefined;
  const newest = lastSaves[`image-order:${type}`]?.version ?? 0;

  const noteChange = useCallback(() => setLastChange({ at: new Date().toISOString(), author }), [author]);

  const change = useCallback(
    (item: VersionedImage) => {
      setChanged((before) => [...before, item]);
      noteChange();
    },
    [noteChange],
  );

  const add = useCallback(
    (item: VersionedImage) => {
      change(item);
      setDeletedIds((before) => new Set([...before].filter((id) => id !== item.image.imageId)));
      setStatus(`${item.image.imageName} is now ${texts.position}.`);
      if (loadState === 'failed') reload();
    },
    [change, texts, loadState, reload],
  );

  const latest = useRef({ images: [] as readonly VersionedImage[], deletedIds });
  useEffect(() => {
    const loaded =
      load.state === 'loaded' ? load.body.map((image) => ({ image, version: load.version })) : [];
    latest.current = { images: currentImages(loaded, { changed, deletedIds }), deletedIds };
  });

  /** Shows what others have changed, uploaded, and deleted. What was typed about a deleted image stays. */
  const showNewer = useCallback(
    (images: Images, read: VersionId, before: ReadonlySet<string>) => {
      const listed = new Set(images.map(({ imageId }) => imageId));
      const isKept = ({ image: { imageId }, version: of }: VersionedImage) =>
        isNewer(numberOf(of), read) || (!listed.has(imageId) && hasDraft(drafts, imageId));
      replace(images, read);
      setChanged(latest.current.images.filter(isKept));
      setDeletedIds((now) => new Set([...now].filter((id) => !before.has(id))));
    },
    [replace, drafts],
  );

  useEffect(() => {
    if (loadedVersion === undefined || !isNewer(newest, loadedVersion)) return;
    let stop = () => {};
    let isCurrent = true;
    async function read() {
      const before = latest.current.deletedIds;
      const result = await imageApi.images(type);
      if (!isCurrent || result.outcome !== 'done') return;
      stop = whenUntouched(
        () => document.getElementById(orderIdOf(type)),
        () => showNewer(result.body, result.version, before),
      );
    }
    void read();
    return () => {
      isCurrent = false;
      stop();
    };
  }, [type, newest, loadedVersion, showNewer]);

  function removeImage({ image: { imageId, imageName } }: VersionedImage) {
    setDeletedIds((before) => new Set(before).add(imageId));
    setDeletions((before) => before + 1);
    noteChange();
    setStatus(`${imageName} deleted. You can restore it for ${counted(deletedImageDays, 'day')}.`);
  }

  function restored(item: VersionedImage) {
    // The focused button disappears, so focus the list.
    document.getElementById(orderIdOf(type))?.focus();
    setDeletions((before) => before + 1);
    add(item);
  }

  /** Shows the images as they are now. What was typed stays on this device. */
  function reloadImages() {
    setChanged([]);
    setDeletedIds(new Set());
    setDeletions((before) => before + 1);
    reload();
  }

  function choose(chosen: readonly File[]) {
    setFiles(chosen);
    setStatus('');
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
      setStatus(chosenMessage(pasted));
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
        setStatus(chosenMessage(dropped));
      }}
    >
      <ImageIntake
        fileId={fileId}
        type={type}
        files={files}
        onChoose={choose}
        onStart={() => setStatus('')}
        onUploaded={add}
      />
      <div className={styles.status}>
        <p role="status">{status}</p>
      </div>
      <EditorQueryView query={load} noun="images">
        {(images, version) => (
          <ImageOrder
            type={type}
            texts={texts}
            version={version}
            loaded={images}
            changed={changed}
            deletedIds={deletedIds}
            lastChange={lastChange}
            onChanged={change}
            onDeleted={removeImage}
            onRestored={restored}
          />
        )}
      </EditorQueryView>
      <DeletedItems
        noun="images"
        load={loadDeleted}
        deletions={deletions}
        restore={imageApi.restoreImage}
        onRestored={(result) => add(savedImage(result))}
      />
      <ListHistory
        id={`${orderIdOf(type)}-history`}
        name="All images"
        query={IMAGE_HISTORY}
        onRestored={reloadImages}
      />
    </div>
  );
}

async function deletedImages(type: number): Promise<CallResult<DeletedItem[]>> {
  const result = await imageApi.deletedImages(type);
  if (result.outcome !== 'done') return result;
  const items = result.body.map(({ imageId, imageName, deletedAt }) => ({
    id: imageId,
    name: imageName,
    deletedAt,
  }));
  return { ...result, body: items };
}

const IMAGE_HISTORY = { kind: 'image' } as const;

const chosenMessage = (files: readonly File[]) =>
  files.length === 1 ? `1 file chosen: ${files[0]?.name}` : `${files.length} files chosen`;
