import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ShownImage } from '#contract/images.ts';
import { useClientValue } from '#app/browser/use-client-value.ts';
import { GalleryDialog } from './gallery-dialog.tsx';
import { GalleryImage } from './gallery-image.tsx';
import styles from './gallery-grid.module.css';

/** Number of images loaded eagerly: the first row on a desktop, or the first screen of a phone. */
const FIRST_ROW = 3;

/** State of a history entry that was created by opening an image. */
const OPENED = { isOpened: true } as const;

/** Renders the images. A click opens one in a dialog with its id as URL hash, so that Back closes it. */
export function GalleryGrid({ images }: { images: readonly ShownImage[] }) {
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const { search, hash, state } = useLocation();
  const navigate = useNavigate();
  // The server does not receive the hash.
  const openId = useClientValue(() => hash.slice(1), '');
  const markFailed = useCallback((imageId: string) => setFailed((known) => new Set(known).add(imageId)), []);
  const shown = images.filter(({ imageId }) => !failed.has(imageId));
  // Find the open image by id, because indexes change when other images fail to load.
  const open = shown.findIndex(({ imageId }) => imageId === openId);

  const isOpen = useRef(false);
  const pendingId = useRef<string>(undefined);
  const show = useCallback(
    (imageId: string) => {
      // While another image is closing, wait: the pending `navigate(-1)` would remove the new history entry.
      pendingId.current = isOpen.current ? imageId : undefined;
      if (isOpen.current) return;
      void navigate({ search, hash: imageId }, { state: OPENED, preventScrollReset: true });
    },
    [navigate, search],
  );
  useEffect(() => {
    isOpen.current = open >= 0;
    if (pendingId.current !== undefined && !isOpen.current) show(pendingId.current);
  }, [open, show]);

  function move(index: number) {
    const to = { search, hash: shown[index]?.imageId ?? '' };
    void navigate(to, { state: state as unknown, replace: true, preventScrollReset: true });
  }

  function close() {
    const wasOpened = (state as Partial<typeof OPENED> | null)?.isOpened;
    // Go back only if the gallery is the previous history entry, which it is not after opening the image URL directly.
    if (wasOpened) void navigate(-1);
    else void navigate({ search }, { replace: true, preventScrollReset: true });
  }

  return (
    <>
      <ul className={styles.grid}>
        {images.map((image, index) => (
          <li key={image.imageId} hidden={failed.has(image.imageId)}>
            <GalleryImage
              image={image}
              isFirst={index === 0}
              isInFirstRow={index < FIRST_ROW}
              onOpen={show}
              onFail={markFailed}
            />
          </li>
        ))}
      </ul>
      {open >= 0 && <GalleryDialog images={shown} index={open} onMove={move} onClose={close} />}
    </>
  );
}
