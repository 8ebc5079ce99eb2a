import { useEffect, useRef, useState, type PointerEvent } from 'react';
import type { ShownImage } from '#contract/images.ts';
import { Spinner } from './spinner.tsx';
import styles from './gallery-dialog.module.css';

/** A finger that goes this far sideways turns to the next picture, in CSS pixels. */
export const SWIPE_PX = 40;

/**
 * A picture over the page, as large as it goes. A click on it, Escape and Close take it away, and the focus returns to
 * where it was; arrow keys, the two arrows and a swipe go on to its neighbours.
 */
export function GalleryDialog({
  images,
  index,
  onMove,
  onClose,
}: {
  images: readonly ShownImage[];
  index: number;
  onMove: (index: number) => void;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const startX = useRef<number>(undefined);
  const wasSwiped = useRef(false);
  const image = images[index];
  // At once, and once, however long the page takes to do without it.
  const close = () => dialog.current?.close();

  useEffect(() => {
    const opener = document.activeElement;
    const shown = dialog.current;
    shown?.showModal();
    return () => {
      shown?.close();
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);

  if (!image) return null;
  const move = (by: number) => {
    const next = index + by;
    if (next >= 0 && next < images.length) onMove(next);
  };

  function onPointerUp(event: PointerEvent) {
    const by = event.clientX - (startX.current ?? event.clientX);
    startX.current = undefined;
    wasSwiped.current = Math.abs(by) >= SWIPE_PX;
    if (wasSwiped.current) move(by < 0 ? 1 : -1);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape and Close do the same
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={image.imageName}
      onClose={onClose}
      onClick={() => {
        if (!wasSwiped.current) close();
      }}
      onKeyDown={({ key }) => {
        // The click that Enter makes is no end of a swipe.
        wasSwiped.current = false;
        if (key === 'ArrowRight') move(1);
        if (key === 'ArrowLeft') move(-1);
      }}
      onPointerDown={({ clientX }) => {
        startX.current = clientX;
        wasSwiped.current = false;
      }}
      onPointerUp={onPointerUp}
      onPointerCancel={() => {
        startX.current = undefined;
      }}
    >
      <LargePicture key={image.imageId} image={image} />
      <p className={styles.caption} aria-live="polite">
        {image.imageName}
        <span>
          {index + 1} of {images.length}
        </span>
      </p>
      <div className={styles.controls}>
        {/* First, so that it has the focus when the picture opens. */}
        <button type="button" className={styles.close}>
          Close
        </button>
        <Turn label="Previous picture" isLast={index === 0} onTurn={() => move(-1)} direction="previous" />
        <Turn
          label="Next picture"
          isLast={index === images.length - 1}
          onTurn={() => move(1)}
          direction="next"
        />
      </div>
    </dialog>
  );
}

function LargePicture({
  image: { imageName, altText, imageUrl, screenUrl, width, height },
}: {
  image: ShownImage;
}) {
  const [state, setState] = useState<'pending' | 'loaded' | 'failed'>('pending');
  return (
    <div className={styles.picture}>
      {state === 'pending' && <Spinner label={`${imageName} is loading`} />}
      {state === 'failed' && <p>This picture cannot be shown right now.</p>}
      <picture>
        {screenUrl && <source type="image/webp" srcSet={screenUrl} />}
        <img
          src={imageUrl}
          alt={altText || imageName}
          width={width}
          height={height}
          hidden={state === 'failed'}
          draggable={false}
          onLoad={() => setState('loaded')}
          onError={() => setState('failed')}
        />
      </picture>
    </div>
  );
}

/** Stays where it is at either end, so that the focus does not fall out of the dialog. */
function Turn({
  label,
  isLast,
  onTurn,
  direction,
}: {
  label: string;
  isLast: boolean;
  onTurn: () => void;
  direction: 'previous' | 'next';
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isLast}
      onClick={(event) => {
        event.stopPropagation();
        onTurn();
      }}
    >
      <svg viewBox="0 0 12 20" width="12" height="20" aria-hidden="true">
        <path
          d={direction === 'next' ? 'M2 2l8 8-8 8' : 'M10 2l-8 8 8 8'}
          fill="none"
          stroke="currentColor"
          strokeWidth="3"
        />
      </svg>
    </button>
  );
}
