import { useCallback, useState } from 'react';
import type { ShownImage } from '#contract/images.ts';
import { GalleryDialog } from './gallery-dialog.tsx';
import { GalleryPicture } from './gallery-picture.tsx';
import styles from './gallery-grid.module.css';

/** What a desk shows in its first row, and a phone before anything is scrolled: asked for at once. */
const FIRST_ROW = 3;

/** The pictures as squares; each opens large over the page. One that cannot be loaded leaves no hole. */
export function GalleryGrid({ images }: { images: readonly ShownImage[] }) {
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const [openId, setOpenId] = useState<string>();
  const fail = useCallback((imageId: string) => setFailed((known) => new Set(known).add(imageId)), []);
  const shown = images.filter(({ imageId }) => !failed.has(imageId));
  // By its id: others that fail meanwhile must not put another picture in its place.
  const open = shown.findIndex(({ imageId }) => imageId === openId);

  return (
    <>
      <ul className={styles.grid}>
        {images.map((image, index) => (
          <li key={image.imageId} hidden={failed.has(image.imageId)}>
            <GalleryPicture
              image={image}
              isFirst={index === 0}
              isInFirstRow={index < FIRST_ROW}
              onOpen={setOpenId}
              onFail={fail}
            />
          </li>
        ))}
      </ul>
      {open >= 0 && (
        <GalleryDialog
          images={shown}
          index={open}
          onMove={(index) => setOpenId(shown[index]?.imageId)}
          onClose={() => setOpenId(undefined)}
        />
      )}
    </>
  );
}
