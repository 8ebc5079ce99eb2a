import { useCallback, useEffect, useRef, useState } from 'react';
import { galleryPath } from '#contract/images.ts';
import { useClientValue } from '#app/browser/use-client-value.ts';
import { useLocation, useNavigate } from '#app/router/router-context.tsx';
import { GalleryDialog } from './gallery-dialog.tsx';
import { GalleryImage } from './gallery-image.tsx';
import type { GalleryPart } from './gallery-page.ts';
import styles from './gallery-grid.module.css';

/** Number of images that the first screen of a phone shows. */
const ON_FIRST_SCREEN = 2;

/** Hashes for the first and the last image of a page, whose ids other pages do not have. */
const FIRST = 'first';
const LAST = 'last';

/** State of a history entry that was created by opening an image. */
const OPENED = { isOpened: true } as const;

/** Renders the images. A click opens one in a dialog with its id as URL hash, so that Back closes it. */
export function GalleryGrid({ part: { images, page, pages, before, total } }: { part: GalleryPart }) {
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const { pathname, search, hash, state } = useLocation();
  const gallery = pathname + search;
  const navigate = useNavigate();
  // The server does not receive the hash.
  const openId = useClientValue(() => hash.slice(1), '');
  const markFailed = useCallback((imageId: string) => setFailed((known) => new Set(known).add(imageId)), []);
  const shown = images.filter(({ imageId }) => !failed.has(imageId));
  // Find the open image by id, because indexes change when other images fail to load.
  const isEdge = openId === FIRST || openId === LAST;
  const open = isEdge
    ? (openId === FIRST ? 1 : shown.length) - 1
    : shown.findIndex(({ imageId }) => imageId === openId);

  const isOpen = useRef(false);
  const pendingId = useRef<string>(undefined);
  const show = useCallback(
    (imageId: string) => {
      // While another image is closing, wait: the pending `navigate(-1)` would remove the new history entry.
      pendingId.current = isOpen.current ? imageId : undefined;
      if (isOpen.current) return;
      void navigate(`${gallery}#${imageId}`, { state: OPENED, preventScrollReset: true });
    },
    [navigate, gallery],
  );
  useEffect(() => {
    isOpen.current = open >= 0;
    if (pendingId.current !== undefined && !isOpen.current) show(pendingId.current);
  }, [open, show]);

  function move(index: number) {
    // The neighboring page takes the place of this image in the history, so that Back still leads to the gallery.
    if (index < 0) return location.replace(`${galleryPath(page - 1)}#${LAST}`);
    if (index >= shown.length) return location.replace(`${galleryPath(page + 1)}#${FIRST}`);
    const to = `${gallery}#${shown[index]?.imageId ?? ''}`;
    void navigate(to, { state, replace: true, preventScrollReset: true });
  }

  function close() {
    const wasOpened = (state as Partial<typeof OPENED> | null)?.isOpened;
    // Go back only if the gallery is the previous history entry, which it is not after opening the image URL directly.
    if (wasOpened) void navigate(-1);
    else void navigate(gallery, { replace: true, preventScrollReset: true });
  }

  return (
    <>
      <ul className={`${styles.grid} plain-list`}>
        {images.map((image, index) => (
          <li key={image.imageId} hidden={failed.has(image.imageId)}>
            <GalleryImage
              image={image}
              isFirst={index === 0}
              isOnFirstScreen={index < ON_FIRST_SCREEN}
              onOpen={show}
              onFail={markFailed}
            />
          </li>
        ))}
      </ul>
      {open >= 0 && (
        <GalleryDialog
          images={shown}
          index={open}
          place={
            pages > 1
              ? `${(before + open + 1).toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`
              : `${open + 1} of ${shown.length}`
          }
          hasPrevious={open > 0 || page > 1}
          hasNext={open < shown.length - 1 || page < pages}
          onMove={move}
          onClose={close}
        />
      )}
    </>
  );
}
