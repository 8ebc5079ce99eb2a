import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { IMAGE_MAX_PIXELS } from '#contract/images.ts';
import { endingOf, VERSIONS, type Ending } from './image-files.ts';
import type { ImageAnswer, ImageJob, Refusal } from './image-worker.ts';

// Only what browsers show is read, and only from memory. The other programs in the library are for files that an office
// does not put on its site, and a few bytes of SVG can keep one of them busy for minutes.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
});
// One processor is for the pages, and nothing is asked for twice.
sharp.concurrency(1);
sharp.cache(false);

/** An animation with more pictures, or more pixels in all of them, becomes a still: encoding it would take too long. */
const ANIMATION_MAX = { pages: 200, pixels: 20_000_000 } as const;

/** AVIF takes the more time the harder it tries; the large copy would take minutes with what does for the squares. */
const AVIF_EFFORT = { full: 0, square: 2 } as const;

class Refused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

/**
 * Judges a picture by decoding it, and makes its full copy and all versions in a folder. What is in the file counts, not
 * its name; the full copy is of the format that the name says.
 */
export async function makeVersions({ input, folder, fileName }: ImageJob): Promise<ImageAnswer> {
  const bytes = await readFile(input);
  try {
    const metadata = await judge(bytes);
    const full = await makeFullCopy(bytes, metadata, endingOf(fileName) as Ending);
    await writeFile(join(folder, fileName), full.data);
    const square = await makeSquare(bytes, Math.min(full.width, full.height));
    for (const version of VERSIONS) {
      const { format, px } = version;
      const image =
        version.shape === 'square'
          ? square(px)
          : decode(bytes).resize({ width: px, height: px, fit: 'inside', withoutEnlargement: true });
      const data = await decoding(encode(image, format, 'square').toBuffer());
      await writeFile(join(folder, `${fileName}${version.suffix}`), data);
    }
    return { made: { width: full.width, height: full.height } };
  } catch (error) {
    if (error instanceof Refused) return { refusal: error.refusal };
    throw error;
  }
}

/** What can be known of a picture before it is decoded. Throws Refused. */
async function judge(bytes: Buffer): Promise<Metadata> {
  if (bytes.length === 0) throw new Refused('empty');
  let metadata: Metadata;
  try {
    metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch (error) {
    if (isHeic(bytes)) throw new Refused('heic');
    const isKnown = !(error as Error).message.includes('unsupported image format');
    throw new Refused(isKnown ? 'broken' : 'not-a-picture');
  }
  if (metadata.format === 'heif' && metadata.compression !== 'av1') throw new Refused('heic');
  if (metadata.width * metadata.height > IMAGE_MAX_PIXELS) throw new Refused('too-many-pixels');
  return metadata;
}

/** Brands that iPhones give their pictures: the same kind of file as AVIF, with another codec in it. */
const isHeic = (bytes: Buffer) => /^ftyp(?:hei[cxms]|hev[cxms])/.test(bytes.toString('latin1', 4, 12));

/** The picture as its pixels stand, upright, in the colours of the web and without anything said about it. */
function decode(bytes: Buffer, { animated = false } = {}): Sharp {
  const image = sharp(bytes, { animated, failOn: 'error', limitInputPixels: IMAGE_MAX_PIXELS });
  return (animated ? image : image.autoOrient()).toColourspace('srgb');
}

async function makeFullCopy(
  bytes: Buffer,
  metadata: Metadata,
  ending: Ending,
): Promise<{ data: Buffer; width: number; height: number }> {
  const image = decode(bytes, { animated: staysAnimated(metadata, ending) });
  const { data, info } = await decoding(encode(image, ending, 'full').toBuffer({ resolveWithObject: true }));
  return { data, width: info.width, height: info.pageHeight ?? info.height };
}

function staysAnimated(
  { format, pages = 1, width, height, orientation = 1 }: Metadata,
  ending: Ending,
): boolean {
  return (
    ['gif', 'webp'].includes(format) &&
    ['gif', 'webp'].includes(ending) &&
    pages > 1 &&
    pages <= ANIMATION_MAX.pages &&
    width * height * pages <= ANIMATION_MAX.pixels &&
    orientation === 1
  );
}

/** The middle of a picture in its largest useful size, decoded once, to make squares of: no square is ever enlarged. */
async function makeSquare(bytes: Buffer, shorterEdge: number): Promise<(px: number) => Sharp> {
  const largest = Math.min(SQUARE_MAX_PX, shorterEdge);
  const { data, info } = await decoding(
    decode(bytes).resize(largest, largest, { fit: 'cover' }).raw().toBuffer({ resolveWithObject: true }),
  );
  const { width, height, channels } = info;
  return (px) => {
    const edge = Math.min(px, largest);
    return sharp(data, { raw: { width, height, channels } }).resize(edge, edge);
  };
}

const SQUARE_MAX_PX = Math.max(...VERSIONS.map(({ shape, px }) => (shape === 'square' ? px : 0)));

function encode(image: Sharp, ending: Ending, size: keyof typeof AVIF_EFFORT): Sharp {
  const quality = size === 'full' ? { jpg: 90, webp: 90, avif: 65 } : { jpg: 80, webp: 80, avif: 55 };
  switch (ending) {
    case 'jpg':
      // What can be seen through would become black.
      return image.flatten({ background: '#fff' }).jpeg({ quality: quality.jpg });
    case 'png':
      return image.png();
    case 'webp':
      return image.webp({ quality: quality.webp, effort: 3 });
    case 'avif':
      return image.avif({ quality: quality.avif, effort: AVIF_EFFORT[size] });
    case 'gif':
      return image.gif({ effort: 3 });
  }
}

/** What goes wrong in the library is the picture's fault: writing to the disk is not done by it. */
async function decoding<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch {
    throw new Refused('broken');
  }
}
