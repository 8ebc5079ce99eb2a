import { useState } from 'react';
import type { ShownImage } from '#contract/images.ts';
import { GalleryDialog } from './gallery-dialog.tsx';
import { GalleryPicture } from './gallery-picture.tsx';
import styles from './gallery-grid.module.css';

/** The pictures as squares; each opens large over the page. One that cannot be loaded leaves no hole. */
export function GalleryGrid({ images }: { images: readonly ShownImage[] }) {
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<number>();
  const shown = images.filter(({ imageId }) => !failed.has(imageId));

  return (
    <>
      <ul className={styles.grid}>
        {images.map((image) => (
          <li key={image.imageId} hidden={failed.has(image.imageId)}>
            <GalleryPicture
              image={image}
              onOpen={() => setOpen(shown.indexOf(image))}
              onFail={() => setFailed((known) => new Set(known).add(image.imageId))}
            />
          </li>
        ))}
      </ul>
      {open !== undefined && shown.length > 0 && (
        <GalleryDialog
          images={shown}
          index={Math.min(open, shown.length - 1)}
          onMove={setOpen}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
