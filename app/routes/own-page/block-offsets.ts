import type { ShownBlock } from '#shared/own-page-content.ts';

/** Estimated size of squares and lines on a phone, in CSS pixels, and letters in a line. */
const PHONE = { width: 360, square: 180, line: 27, letters: 42 };

/** Distance from the first block, in CSS pixels, up to which the first screen of a phone shows an image. */
const FIRST_SCREEN = 600;
/** Distance from which no first screen of a phone shows an image, even if the estimate is twice too large. */
const FAR_BELOW = 2000;

/** Attributes that say when to load an image. */
export type ImageLoading = ReturnType<ReturnType<typeof imageLoadings>[number]>;

/**
 * Returns when to load each block's image, or images in rows of two, of which `row` is the number. On phones, `data-after`
 * images wait until the first one of the page is painted, and `data-below` images until the first scroll (`base.css`).
 */
export function imageLoadings(blocks: readonly ShownBlock[]) {
  let offset = 0;
  const tops = blocks.map((block) => {
    const top = offset;
    offset += heightOf(block);
    return top;
  });
  const first = blocks.findIndex(hasImages);
  const isFirstShown = (tops[first] ?? Infinity) < FIRST_SCREEN;
  return tops.map((top, index) => (row: number) => {
    const rowTop = top + row * PHONE.square;
    const isFirst = isFirstShown && index === first && row === 0;
    const isAfterFirst = isFirstShown && index >= first && !isFirst;
    return {
      loading: rowTop < FIRST_SCREEN && !isAfterFirst ? 'eager' : 'lazy',
      fetchPriority: isFirst ? 'high' : 'auto',
      decoding: 'async',
      'data-after': isAfterFirst ? '' : undefined,
      'data-below': rowTop > FAR_BELOW ? '' : undefined,
    } as const;
  });
}

const hasImages = ({ kind }: ShownBlock) => kind === 'picture' || kind === 'gallery';

/** Estimates the height of a block on a phone, in CSS pixels. */
function heightOf(block: ShownBlock): number {
  switch (block.kind) {
    case 'heading':
      return 90;
    case 'text': {
      const texts = block.html.split(/<[^>]*>/).filter((text) => text.trim() !== '');
      return 20 + texts.reduce((sum, text) => sum + Math.ceil(text.length / PHONE.letters) * PHONE.line, 0);
    }
    case 'picture': {
      const { width, height } = block.image;
      return 50 + (width && height ? (PHONE.width * height) / width : PHONE.width);
    }
    case 'gallery':
      return 20 + Math.ceil(block.images.length / 2) * PHONE.square;
    case 'table':
      return 50 + block.rows.length * 45;
    case 'people':
      return block.employees.length * 120;
    case 'documents':
      return block.documents.length * 60;
    case 'phone':
      return 100;
    case 'frame':
      return 60 + (block.isAllowed ? block.height : 0);
  }
}
