import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { DeletedPictures } from './deleted-pictures.tsx';
import { EditorLoaded } from '#app/editor/editor-loaded.tsx';
import { imageCalls } from './image-calls.ts';
import { filesIn } from './picture-file.ts';
import { PictureIntake } from './picture-intake.tsx';
import { knownPictures, type KnownPicture } from './picture-list.ts';
import { PictureOrder } from './picture-order.tsx';
import { useEditorLoad } from '#app/editor/use-editor-load.ts';
import styles from './picture-section.module.css';

export function PictureLists({ type, place, isShown }: { type: number; place: string; isShown: boolean }) {
  const load = useEditorLoad(useCallback(() => imageCalls.images(type), [type]));
  const [changed, setChanged] = useState<readonly KnownPicture[]>([]);
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [deletions, setDeletions] = useState(0);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [isOver, setIsOver] = useState(false);
  const [news, setNews] = useState('');
  const whole = useRef<HTMLDivElement>(null);
  const fileId = useId();
  const { state: loadState, reload } = load;

  const change = useCallback((picture: KnownPicture) => setChanged((before) => [...before, picture]), []);

  const add = useCallback(
    (picture: KnownPicture) => {
      change(picture);
      setGone((before) => new Set([...before].filter((id) => id !== picture.image.imageId)));
      setNews(`${picture.image.imageName} is ${place} now.`);
      if (loadState === 'failed') reload();
    },
    [change, place, loadState, reload],
  );

  function forget({ image: { imageId, imageName } }: KnownPicture) {
    setGone((before) => new Set(before).add(imageId));
    setDeletions((before) => before + 1);
    setNews(`${imageName} is no longer ${place}.`);
  }

  function choose(chosen: readonly File[]) {
    setFiles(chosen);
    setNews('');
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
      setNews(chosenInWords(pasted));
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
        setNews(chosenInWords(dropped));
      }}
    >
      <PictureIntake
        fileId={fileId}
        type={type}
        files={files}
        onChoose={choose}
        onStart={() => setNews('')}
        onUploaded={add}
      />
      <p className={styles.news} role="status">
        {news}
      </p>
      <EditorLoaded load={load} what="pictures">
        {(images, version) => (
          <PictureOrder
            type={type}
            place={place}
            version={version}
            loaded={images}
            pictures={knownPictures(
              images.map((image) => ({ image, version })),
              { changed, gone },
            )}
            onChanged={change}
            onDeleted={forget}
            onEmpty={() => document.getElementById(fileId)?.focus()}
          />
        )}
      </EditorLoaded>
      <DeletedPictures type={type} deletions={deletions} onBack={add} />
    </div>
  );
}

const chosenInWords = (files: readonly File[]) =>
  files.length === 1 ? `${files[0]?.name} is chosen.` : `${files.length} files are chosen.`;
