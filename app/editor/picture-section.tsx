import { useId, useRef, useState } from 'react';
import type { ShownImage } from '#contract/images.ts';
import { EditorLoaded } from './editor-loaded.tsx';
import { EditorSection } from './editor-section.tsx';
import { imageCalls } from './image-calls.ts';
import { PictureRow } from './picture-row.tsx';
import { PictureUpload } from './picture-upload.tsx';
import { useEditorLoad } from './use-editor-load.ts';
import styles from './picture-section.module.css';

/** The pictures of the gallery: new ones come in, and others go. */
export function PictureSection() {
  const load = useEditorLoad(imageCalls.galleryImages);
  const [added, setAdded] = useState<readonly ShownImage[]>([]);
  const [deleted, setDeleted] = useState<ReadonlySet<string>>(new Set());
  const [news, setNews] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const fileId = useId();

  const loaded = load.state === 'loaded' ? load.answer : [];
  const images = withAdded(loaded, added).filter(({ imageId }) => !deleted.has(imageId));

  function add(image: ShownImage) {
    setAdded((before) => [...before, image]);
    setNews(`${image.imageName} is in the gallery now.`);
    if (load.state === 'failed') load.reload();
  }

  function forget({ imageId, imageName }: ShownImage) {
    const rows = [...(list.current?.children ?? [])] as HTMLElement[];
    const index = images.findIndex((image) => image.imageId === imageId);
    // What had the focus goes: the keyboard goes on at the picture that takes its place, unless it has moved on.
    if (rows[index]?.contains(document.activeElement)) {
      (rows[index + 1] ?? rows[index - 1] ?? document.getElementById(fileId))?.focus();
    }
    setDeleted((before) => new Set(before).add(imageId));
    setNews(`${imageName} is no longer in the gallery.`);
  }

  return (
    <EditorSection id="image-uploading" heading="Image Uploading">
      <div className={styles.pictures}>
        <h3>Gallery Images</h3>
        <PictureUpload fileId={fileId} onStart={() => setNews('')} onUploaded={add} />
        <p className={styles.news} role="status">
          {news}
        </p>
        <EditorLoaded load={load} what="pictures">
          {() =>
            images.length === 0 ? (
              <p>There are no pictures in the gallery yet.</p>
            ) : (
              <ul ref={list} className={styles.list}>
                {images.map((image) => (
                  <PictureRow key={image.imageId} image={image} onDeleted={() => forget(image)} />
                ))}
              </ul>
            )
          }
        </EditorLoaded>
      </div>
    </EditorSection>
  );
}

/** A save that was repeated may have added what is loaded already. */
const withAdded = (loaded: readonly ShownImage[], added: readonly ShownImage[]): ShownImage[] => [
  ...new Map([...loaded, ...added].map((image) => [image.imageId, image])).values(),
];
