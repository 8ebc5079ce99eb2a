import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { DELETED_IMAGE_LIFE_DAYS } from '#contract/images.ts';
import { DeletedImages } from './deleted-images.tsx';
import { EditorQueryView } from '#app/editor/editor-query-view.tsx';
import { imageApi } from './image-api.ts';
import { filesIn } from './image-file.ts';
import { ImageIntake } from './image-intake.tsx';
import { knownImages, type KnownImage, type ListWords } from './image-list.ts';
import { orderIdOf, ImageOrder } from './image-order.tsx';
import { RestoreButton } from './restore-button.tsx';
import { useEditorQuery } from '#app/editor/use-editor-query.ts';
import parts from '#app/editor/field-parts.module.css';
import styles from './image-section.module.css';

const NO_NEWS = { message: '' } as const;

export function ImageLists({ type, words, isShown }: { type: number; words: ListWords; isShown: boolean }) {
  const load = useEditorQuery(useCallback(() => imageApi.images(type), [type]));
  const [changed, setChanged] = useState<readonly KnownImage[]>([]);
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [deletions, setDeletions] = useState(0);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [isOver, setIsOver] = useState(false);
  const [news, setNews] = useState<{ message: string; deletedId?: string }>(NO_NEWS);
  const whole = useRef<HTMLDivElement>(null);
  const [fileId, newsId] = [useId(), useId()];
  const { state: loadState, reload } = load;

  const change = useCallback((item: KnownImage) => setChanged((before) => [...before, item]), []);

  const add = useCallback(
    (item: KnownImage) => {
      change(item);
      setGone((before) => new Set([...before].filter((id) => id !== item.image.imageId)));
      setNews({ message: `${item.image.imageName} is now ${words.position}.` });
      if (loadState === 'failed') reload();
    },
    [change, words, loadState, reload],
  );

  function forget({ image: { imageId, imageName } }: KnownImage) {
    setGone((before) => new Set(before).add(imageId));
    setDeletions((before) => before + 1);
    setNews({
      message: `${imageName} deleted. You can restore it for ${DELETED_IMAGE_LIFE_DAYS} days.`,
      deletedId: imageId,
    });
  }

  function restored(item: KnownImage) {
    // The focused button disappears, so focus the list.
    document.getElementById(orderIdOf(type))?.focus();
    setDeletions((before) => before + 1);
    add(item);
  }

  function choose(chosen: readonly File[]) {
    setFiles(chosen);
    setNews(NO_NEWS);
  }

  // Upload pasted images from anywhere on the page, except while another part of it has the focus.
  useEffect(() => {
    if (!isShown) return;
    function paste(event: ClipboardEvent) {
      const pasted = filesIn(event.clipboardData);
      const at = event.target as Element;
      const isHere = at === document.body || whole.current?.contains(at);
      if (pasted.length === 0 || !isHere) return;
      event.preventDefault();
      choose(pasted);
      setNews({ message: chosenMessage(pasted) });
    }
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [isShown]);

  return (
    <div
      ref={whole}
      hidden={!isShown}
      className={styles.lists}
      data-over={isOver}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
      }}
      onDrop={(event) => {
        const dropped = filesIn(event.dataTransfer);
        setIsOver(false);
        if (dropped.length === 0) return;
        event.preventDefault();
        choose(dropped);
        setNews({ message: chosenMessage(dropped) });
      }}
    >
      <ImageIntake
        fileId={fileId}
        type={type}
        files={files}
        onChoose={choose}
        onStart={() => setNews(NO_NEWS)}
        onUploaded={add}
      />
      <div className={styles.news}>
        <p id={newsId} role="status">
          {news.message}
        </p>
        {news.deletedId !== undefined && (
          <RestoreButton
            key={news.deletedId}
            imageId={news.deletedId}
            className={parts.link}
            aria-describedby={newsId}
            onRestored={restored}
          />
        )}
      </div>
      <EditorQueryView load={load} what="images">
        {(images, version) => (
          <ImageOrder
            type={type}
            words={words}
            version={version}
            loaded={images}
            items={knownImages(
              images.map((image) => ({ image, version })),
              { changed, gone },
            )}
            onChanged={change}
            onDeleted={forget}
            onEmpty={() => document.getElementById(fileId)?.focus()}
          />
        )}
      </EditorQueryView>
      <DeletedImages type={type} deletions={deletions} onBack={add} />
    </div>
  );
}

const chosenMessage = (files: readonly File[]) =>
  files.length === 1 ? `1 file chosen: ${files[0]?.name}` : `${files.length} files chosen`;
