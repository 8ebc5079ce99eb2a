import { useEffect, useRef, useState, type PointerEvent } from 'react';
import type { ShownImage } from '#contract/images.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import styles from './gallery-dialog.module.css';

/** Minimum horizontal distance of a swipe, in CSS pixels. */
const SWIPE_PX = 40;

/** Renders an image in a modal dialog with keyboard and swipe navigation. Closing it restores the focus. */
export function GalleryDialog({
  images,
  index,
  place,
  hasPrevious,
  hasNext,
  onMove,
  onClose,
}: {
  images: readonly ShownImage[];
  index: number;
  /** Place among all images, such as "2 of 12". */
  place: string;
  hasPrevious: boolean;
  hasNext: boolean;
  /** Receives the next index, which is out of range for an image on another page. */
  onMove: (index: number) => void;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const startX = useRef<number>(undefined);
  const wasSwiped = useRef(false);
  const image = images[index];
  // Close the element directly: it disappears immediately, and a second click fires no second `close` event.
  const close = () => dialog.current?.close();

  useEffect(() => {
    const opener = document.activeElement;
    const shown = dialog.current;
    shown?.showModal();
    lockScroll(true);
    return () => {
      shown?.close();
      lockScroll(false);
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);

  if (!image) return null;
  const move = (by: 1 | -1) => {
    if (by > 0 ? hasNext : hasPrevious) onMove(index + by);
  };

  function onPointerUp(event: PointerEvent) {
    const by = event.clientX - (startX.current ?? event.clientX);
    startX.current = undefined;
    wasSwiped.current = Math.abs(by) >= SWIPE_PX;
    if (wasSwiped.current) move(by < 0 ? 1 : -1);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape and the Close button do the same
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={image.imageName}
      onClose={() => {
        // Before the gallery renders.
        lockScroll(false);
        onClose();
      }}
      onClick={() => {
        if (!wasSwiped.current) close();
      }}
      onKeyDown={({ key }) => {
        // Do not mistake a click by the Enter key for the end of a swipe.
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
      <LargeImage key={image.imageId} image={image} />
      <p className={styles.caption} aria-live="polite">
        {/* Alone in its element, a text also changes after a browser's translation has replaced it. */}
        <span>{image.imageName}</span>
        <span>{place}</span>
      </p>
      <div className={styles.controls}>
        {/* First, because the dialog focuses its first button. */}
        <button type="button" className={styles.close}>
          Close
        </button>
        <ArrowButton direction="previous" isDisabled={!hasPrevious} onPress={() => move(-1)} />
        <ArrowButton direction="next" isDisabled={!hasNext} onPress={() => move(1)} />
      </div>
    </dialog>
  );
}

/** Sets an attribute, and not `:has()`, for which browsers would search every page without a dialog at each change. */
function lockScroll(isLocked: boolean): void {
  document.documentElement.toggleAttribute('data-gallery-dialog', isLocked);
}

function LargeImage({
  image: { imageName, altText, imageUrl, screenUrl, width, height },
}: {
  image: ShownImage;
}) {
  const [state, setState] = useState<'pending' | 'loaded' | 'failed'>('pending');
  return (
    <div className={styles.image}>
      {state === 'pending' && <Spinner label={`${imageName} is loading`} />}
      {state === 'failed' && <p>We can't show this image right now. Try again later.</p>}
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

/** Renders an arrow button. It stays focusable at either end, so that the focus remains in the dialog. */
function ArrowButton({
  direction,
  isDisabled,
  onPress,
}: {
  direction: 'previous' | 'next';
  isDisabled: boolean;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      aria-label={direction === 'next' ? 'Next image' : 'Previous image'}
      aria-disabled={isDisabled}
      onClick={(event) => {
        event.stopPropagation();
        onPress();
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
