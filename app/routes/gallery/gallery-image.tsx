import { memo, useEffect, useRef, useState } from 'react';
import { SQUARE_PX } from '#contract/image-formats.ts';
import type { ShownImage } from '#contract/images.ts';
import { SquareImage } from '#app/ui/square-image.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import styles from './gallery-image.module.css';

const [SQUARE] = SQUARE_PX;

/** Renders a square image, with a placeholder until it has loaded. Without scripts it links to the large image. */
export const GalleryImage = memo(function GalleryImage({
  image,
  isFirst,
  isOnFirstScreen,
  onOpen,
  onFail,
}: {
  image: ShownImage;
  /** Whether to fetch the image first: on a phone it fills most of the window. */
  isFirst: boolean;
  /** Whether the first screen of a phone shows the image. */
  isOnFirstScreen: boolean;
  onOpen: (imageId: string) => void;
  onFail: (imageId: string) => void;
}) {
  const { imageId, imageName, imageUrl, screenUrl, colours = [] } = image;
  const [isPending, setIsPending] = useState(true);
  const img = useRef<HTMLImageElement>(null);

  // Handle images that loaded or failed before hydration, whose events were missed.
  useEffect(() => {
    if (!img.current?.complete) return;
    if (img.current.naturalWidth > 0) setIsPending(false);
    else onFail(imageId);
  }, [imageId, onFail]);

  return (
    <a
      className={`${styles.image} square`}
      href={screenUrl ?? imageUrl}
      aria-haspopup="dialog"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onOpen(imageId);
      }}
    >
      {isPending && <ColorPlaceholder id={`placeholder-${imageId}`} colours={colours} />}
      {isPending && (
        <span className={styles.pending}>
          <Spinner label={`${imageName} is loading`} />
        </span>
      )}
      <SquareImage
        ref={img}
        image={image}
        sizes={SIZES}
        // Fallback for browsers without AVIF and WebP; CSS crops it to a square.
        src={imageUrl}
        loading={isOnFirstScreen ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        data-below={isOnFirstScreen ? undefined : ''}
        onLoad={() => setIsPending(false)}
        onError={() => onFail(imageId)}
      />
    </a>
  );
});

/** Value of the `sizes` attribute. On phones, the image fills the window except the gutters. */
const SIZES = `(min-width: 700px) ${SQUARE}px, calc(100vw - 32px)`;

/** Renders a gradient of two colors of the image as its placeholder, usually sky and field. */
function ColorPlaceholder({ id, colours: [upper, lower] }: { id: string; colours: readonly string[] }) {
  if (!upper || !lower) return null;
  return (
    <svg className={styles.placeholder} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      <linearGradient id={id} x2="0" y2="1">
        <stop offset=".25" stopColor={upper} />
        <stop offset=".75" stopColor={lower} />
      </linearGradient>
      <rect width="1" height="1" fill={`url(#${id})`} />
    </svg>
  );
}
