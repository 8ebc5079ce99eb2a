import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ShownImage } from '#contract/images.ts';
import { useBrowserValue } from '#app/browser/use-browser-value.ts';
import { GalleryDialog } from './gallery-dialog.tsx';
import { GalleryPicture } from './gallery-picture.tsx';
import styles from './gallery-grid.module.css';

/** What a desk shows in its first row, and a phone before anything is scrolled: asked for at once. */
const FIRST_ROW = 3;

/** What an entry of the history keeps that began with a picture being opened. */
const OPENED = { isOpened: true } as const;

/**
 * The pictures as squares; each opens large over the page, under an address that ends in its id: so Back takes it away.
 * One that cannot be loaded leaves no hole.
 */
export function GalleryGrid({ images }: { images: readonly ShownImage[] }) {
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const { search, hash, state } = useLocation();
  const navigate = useNavigate();
  // The server never sees which one is open.
  const openId = useBrowserValue(() => hash.slice(1), '');
  const fail = useCallback((imageId: string) => setFailed((known) => new Set(known).add(imageId)), []);
  const shown = images.filter(({ imageId }) => !failed.has(imageId));
  // By its id: others that fail meanwhile must not put another picture in its place.
  const open = shown.findIndex(({ imageId }) => imageId === openId);

  const isOpen = useRef(false);
  const next = useRef<string>(undefined);
  const show = useCallback(
    (imageId: string) => {
      // Where another is still being shut, its address goes from the history first: or that would take away this one.
      next.current = isOpen.current ? imageId : undefined;
      if (isOpen.current) return;
      void navigate({ search, hash: imageId }, { state: OPENED, preventScrollReset: true });
    },
    [navigate, search],
  );
  useEffect(() => {
    isOpen.current = open >= 0;
    if (next.current !== undefined && !isOpen.current) show(next.current);
  }, [open, show]);

  function move(index: number) {
    const to = { search, hash: shown[index]?.imageId ?? '' };
    void navigate(to, { state: state as unknown, replace: true, preventScrollReset: true });
  }

  function close() {
    const wasOpened = (state as Partial<typeof OPENED> | null)?.isOpened;
    // Whoever has come by the address of the picture has the gallery not behind it.
    if (wasOpened) void navigate(-1);
    else void navigate({ search }, { replace: true, preventScrollReset: true });
  }

  return (
    <>
      <ul className={styles.grid}>
        {images.map((image, index) => (
          <li key={image.imageId} hidden={failed.has(image.imageId)}>
            <GalleryPicture
              image={image}
              isFirst={index === 0}
              isInFirstRow={index < FIRST_ROW}
              onOpen={show}
              onFail={fail}
            />
          </li>
        ))}
      </ul>
      {open >= 0 && <GalleryDialog images={shown} index={open} onMove={move} onClose={close} />}
    </>
  );
}
