import { memo, useEffect, useRef, useState } from 'react';
import { SQUARE_PX, type ShownImage } from '#contract/images.ts';
import { Spinner } from './spinner.tsx';
import styles from './gallery-picture.module.css';

const [SQUARE] = SQUARE_PX;

/**
 * One square of the gallery, in its colours and with a spinner until it has loaded. Without scripts it is a link to the
 * large picture.
 */
export const GalleryPicture = memo(function GalleryPicture({
  image,
  isFirst,
  isInFirstRow,
  onOpen,
  onFail,
}: {
  image: ShownImage;
  /** It fills most of a phone's window: on a slow line it comes before the others. */
  isFirst: boolean;
  isInFirstRow: boolean;
  onOpen: (imageId: string) => void;
  onFail: (imageId: string) => void;
}) {
  const { imageId, imageName, imageUrl, screenUrl, squareUrls, altText, colours = [] } = image;
  const [isPending, setIsPending] = useState(true);
  const img = useRef<HTMLImageElement>(null);

  // What came or failed before the scripts did told nobody.
  useEffect(() => {
    if (!img.current?.complete) return;
    if (img.current.naturalWidth > 0) setIsPending(false);
    else onFail(imageId);
  }, [imageId, onFail]);

  return (
    <a
      className={styles.picture}
      href={screenUrl ?? imageUrl}
      aria-haspopup="dialog"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onOpen(imageId);
      }}
    >
      {isPending && <Colours id={`colours-${imageId}`} colours={colours} />}
      {isPending && (
        <span className={styles.pending}>
          <Spinner label={`${imageName} is loading`} />
        </span>
      )}
      <picture>
        {squareUrls && <source type="image/avif" srcSet={squareUrls.avif} sizes={SIZES} />}
        {squareUrls && <source type="image/webp" srcSet={squareUrls.webp} sizes={SIZES} />}
        <img
          ref={img}
          // For whoever knows none of the above: it is cut to the square by its box.
          src={imageUrl}
          alt={altText || imageName}
          width={SQUARE}
          height={SQUARE}
          loading={isInFirstRow ? 'eager' : 'lazy'}
          fetchPriority={isFirst ? 'high' : 'auto'}
          decoding="async"
          onLoad={() => setIsPending(false)}
          onError={() => onFail(imageId)}
        />
      </picture>
    </a>
  );
});

/** The width of the page there is that of the window without its gutters. */
const SIZES = `(min-width: 700px) ${SQUARE}px, calc(100vw - 32px)`;

/** A sky and a field, as a rule: what is there before the picture is, in a few bytes of the page itself. */
function Colours({ id, colours: [upper, lower] }: { id: string; colours: readonly string[] }) {
  if (!upper || !lower) return null;
  return (
    <svg className={styles.colours} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      <linearGradient id={id} x2="0" y2="1">
        <stop offset=".25" stopColor={upper} />
        <stop offset=".75" stopColor={lower} />
      </linearGradient>
      <rect width="1" height="1" fill={`url(#${id})`} />
    </svg>
  );
}
