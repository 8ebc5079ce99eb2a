import type { ComponentProps } from 'react';
import { SQUARE_PX } from '#contract/image-formats.ts';
import type { ShownImage } from '#contract/images.ts';

const [SQUARE] = SQUARE_PX;

/** Renders the square crop of an image. `className` is that of the picture, and `sizes` that of its sources. */
export function SquareImage({
  image: { squareUrls, imageUrl, altText, imageName },
  sizes = `${SQUARE}px`,
  className,
  ...rest
}: { image: ShownImage } & ComponentProps<'img'>) {
  return (
    <picture className={className}>
      {squareUrls && <source type="image/avif" srcSet={squareUrls.avif} sizes={sizes} />}
      {squareUrls && <source type="image/webp" srcSet={squareUrls.webp} sizes={sizes} />}
      <img
        src={squareUrls?.fallback ?? imageUrl}
        alt={altText || imageName}
        width={SQUARE}
        height={SQUARE}
        decoding="async"
        {...rest}
      />
    </picture>
  );
}
