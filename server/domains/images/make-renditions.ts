import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { IMAGE_MAX_PIXELS, LOGO_PX, SHARE_PX, SQUARE_PX } from '#contract/image-formats.ts';
import type { Focus } from '#contract/images.ts';
import type { ImageExtension } from '#contract/image-extension.ts';
import { squareCrop } from '#shared/square-crop.ts';
import { BRAND_FILES, extensionOf, fullSizeName, RENDITIONS, renditionName } from './image-files.ts';
import type { ImageResult, ImageJob, RejectionReason } from './image-worker.ts';

// Allow only the formats that browsers show, because a few bytes of SVG can occupy a loader for minutes.
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
// Encode on one thread, to leave a CPU to page requests. Disable the cache, because no operation repeats.
sharp.concurrency(1);
sharp.cache(false);

/** Limits of an animation: frames, and pixels of all frames. A larger one becomes a still image to save time. */
const ANIMATION_MAX = { pages: 200, pixels: 20_000_000 } as const;

/**
 * From this size on, an image that fails may be intact: AVIF or transparent images can exceed the memory limit, and the
 * decoders report that in the same ways as damage.
 */
const LARGE_PIXELS = 20_000_000;

class Rejected extends Error {
  readonly rejection: RejectionReason;
  constructor(rejection: RejectionReason) {
    super(rejection);
    this.rejection = rejection;
  }
}

/** Validates an image by decoding it, and writes its files. Detects the format from the content, not from the name. */
export async function makeRenditions({ input, folder, image, focus, make }: ImageJob): Promise<ImageResult> {
  const file = await readFile(input);
  const write = (name: string, data: Buffer) => writeFile(join(folder, name), data);
  let pixels = 0;
  try {
    const { bytes, metadata } = await validateUpload(file);
    const { width, height } = metadata.autoOrient;
    pixels = width * height;
    if (make === 'all') {
      await write(fullSizeName(image), await makeFullSize(bytes, metadata, image.fileName));
    }
    if (make === 'logo') await write('logo.webp', await makeLogo(bytes));
    if (make === 'share') await write('share.jpg', await makeShareImage(bytes));
    if (make === 'icons') for (const [name, data] of await makeIcons(bytes)) await write(name, data);
    const square = await cropSquare(bytes, { width, height }, focus);
    for (const rendition of RENDITIONS.filter(({ shape }) => make === 'all' || make === shape)) {
      const { shape, format } = rendition;
      const scaled = shape === 'square' ? square(rendition.px) : shrink(bytes, rendition);
      // Stronger compression is not visible at twice the pixel density.
      const isFine = shape === 'square' && rendition.px !== SQUARE_PX[0];
      const data = encode(scaled, format, isFine ? 'fine square' : shape);
      await write(renditionName(image, rendition), await decoding(data.toBuffer()));
    }
    return { made: { width, height, colors: await colorsOf(square(HALVES.height)) } };
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    const isLarge = error.rejection === 'broken' && pixels > LARGE_PIXELS;
    return { rejection: isLarge ? 'too-large-to-process' : error.rejection };
  }
}

/** Validates an image as far as possible before decoding. Decodes HEIC, which sharp cannot read. */
async function validateUpload(file: Buffer): Promise<{ bytes: Buffer; metadata: Metadata }> {
  if (file.length === 0) throw new Rejected('empty');
  const bytes = isHeic(file) ? await fromHeic(file) : file;
  let metadata: Metadata;
  try {
    metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch (error) {
    const isKnown = !(error as Error).message.includes('unsupported image format');
    throw new Rejected(isKnown ? 'broken' : 'not-a-picture');
  }
  if (metadata.format === 'heif' && metadata.compression !== 'av1') throw new Rejected('not-a-picture');
  if (metadata.width * metadata.height > IMAGE_MAX_PIXELS) throw new Rejected('too-many-pixels');
  return { bytes, metadata };
}

/** Brands of HEIC images, which phones create: the same container as AVIF, with another codec. */
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'];

const isHeic = (file: Buffer) =>
  file.toString('latin1', 4, 8) === 'ftyp' &&
  HEIC_BRANDS.some((brand) => file.toString('latin1', 8, FTYP_MAX_BYTES).includes(brand)) &&
  !file.toString('latin1', 8, 12).startsWith('avi');

const FTYP_MAX_BYTES = 64;

async function fromHeic(file: Buffer): Promise<Buffer> {
  // Import on demand: the decoder has two megabytes, and only HEIC files need it.
  const { decodeHeic } = await import('./decode-heic.ts');
  const bytes = await decoding(decodeHeic(file, { maxPixels: IMAGE_MAX_PIXELS }));
  if (!bytes) throw new Rejected('too-many-pixels');
  return bytes;
}

function decode(bytes: Buffer, { animated = false } = {}): Sharp {
  const image = sharp(bytes, { animated, failOn: 'error', limitInputPixels: IMAGE_MAX_PIXELS });
  return (animated ? image : image.autoOrient()).toColourspace('srgb');
}

const shrink = (bytes: Buffer, { width, height }: { width: number; height: number }): Sharp =>
  decode(bytes).resize({ width, height, fit: 'inside', withoutEnlargement: true });

async function makeFullSize(bytes: Buffer, metadata: Metadata, fileName: string): Promise<Buffer> {
  const extension = extensionOf(fileName) as ImageExtension;
  const image = decode(bytes, { animated: canStayAnimated(metadata, extension) });
  return decoding(encode(image, extension, 'full').toBuffer());
}

function canStayAnimated(
  { format, pages = 1, width, height, orientation = 1 }: Metadata,
  extension: ImageExtension,
): boolean {
  return (
    ['gif', 'webp'].includes(format) &&
    ['gif', 'webp'].includes(extension) &&
    pages > 1 &&
    pages <= ANIMATION_MAX.pages &&
    width * height * pages <= ANIMATION_MAX.pixels &&
    orientation === 1
  );
}

const LOGO_SCALE = 2;

function makeLogo(bytes: Buffer): Promise<Buffer> {
  const [width, height] = [LOGO_PX.width * LOGO_SCALE, LOGO_PX.height * LOGO_SCALE];
  return decoding(encode(shrink(bytes, { width, height }), 'webp', 'full').toBuffer());
}

const makeShareImage = (bytes: Buffer): Promise<Buffer> =>
  decoding(encode(decode(bytes).resize({ ...SHARE_PX, fit: 'cover' }), 'jpg', 'full').toBuffer());

/** Part of a maskable icon that no mask covers (https://www.w3.org/TR/appmanifest/#icon-masks). */
const SAFE_PART = 0.8;
const WHITE = { r: 255, g: 255, b: 255 };

/** Makes an icon of each size. A picture that is not square gets transparent edges. */
async function makeIcons(bytes: Buffer): Promise<[name: string, data: Buffer][]> {
  const largest = await fitSquare(bytes, BRAND_FILES.icons['icon-512.png']);
  const [r = 0, g = 0, b = 0, alpha = 0] = await decoding(
    sharp(largest).ensureAlpha().extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer(),
  );
  const background = alpha === 255 ? { r, g, b } : WHITE;
  const icons: [string, Buffer][] = [];
  for (const [name, px] of Object.entries(BRAND_FILES.icons)) {
    const inner = name.includes('maskable') ? Math.round(px * SAFE_PART) : px;
    const plain = sharp(await fitSquare(largest, inner));
    const [before, after] = [Math.floor((px - inner) / 2), Math.ceil((px - inner) / 2)];
    const edge = { top: before, bottom: after, left: before, right: after };
    // Home screens show transparent parts in black.
    const isFilled = name.includes('maskable') || name === 'icon-180.png';
    const icon = isFilled ? plain.flatten({ background }).extend({ ...edge, background }) : plain;
    icons.push([name, await decoding(icon.png({ palette: false, compressionLevel: 9 }).toBuffer())]);
  }
  return icons;
}

const fitSquare = (bytes: Buffer, px: number): Promise<Buffer> =>
  decoding(
    decode(bytes)
      .resize({ width: px, height: px, fit: 'contain', background: { ...WHITE, alpha: 0 } })
      .png()
      .toBuffer(),
  );

/** Crops the square in its largest useful size, and returns a function that scales it down, never up. */
async function cropSquare(
  bytes: Buffer,
  { width, height }: { width: number; height: number },
  focus: Focus,
): Promise<(px: number) => Sharp> {
  const edge = Math.min(width, height);
  const largest = Math.min(SQUARE_MAX_PX, edge);
  // Rotate, scale and then crop, because each step uses the result of the previous one.
  const scale = largest / edge;
  const scaled = (length: number) => Math.max(largest, Math.round(length * scale));
  const reducedSize = { width: scaled(width), height: scaled(height) };
  const reduced = decode(bytes).resize({ ...reducedSize, fit: 'fill' });
  const { left, top } = squareCrop(reducedSize, focus);
  const { data, info } = await decoding(
    reduced
      .extract({ left, top, width: largest, height: largest })
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  const { channels } = info;
  return (px) => {
    const size = Math.min(px, largest);
    return sharp(data, { raw: { width: largest, height: largest, channels } }).resize(size, size);
  };
}

const SQUARE_MAX_PX = Math.max(...SQUARE_PX);

/** Returns the colors of the upper and the lower half of a square, for a placeholder: `#rrggbb #rrggbb`. */
async function colorsOf(square: Sharp): Promise<string> {
  const pixels = await decoding(
    square
      .flatten({ background: '#fff' })
      .resize(HALVES.width, HALVES.height, { fit: 'fill' })
      .raw()
      .toBuffer(),
  );
  const channels = pixels.length / (HALVES.width * HALVES.height);
  return [0, 1]
    .map(
      (half) => `#${[0, 1, 2].map((c) => toHex(pixels[half * channels + (channels < 3 ? 0 : c)])).join('')}`,
    )
    .join(' ');
}

const HALVES = { width: 1, height: 2 } as const;

const toHex = (value = 0) => value.toString(16).padStart(2, '0');

const QUALITY = {
  full: { jpg: 90, webp: 90, avif: 65 },
  screen: { jpg: 80, webp: 80, avif: 55 },
  phone: { jpg: 75, webp: 75, avif: 48 },
  square: { jpg: 80, webp: 80, avif: 55 },
  'fine square': { jpg: 70, webp: 58, avif: 42 },
} as const;

function encode(image: Sharp, extension: ImageExtension, size: keyof typeof QUALITY): Sharp {
  const quality = QUALITY[size];
  switch (extension) {
    case 'jpg':
      // Fill transparent areas, which would otherwise turn black.
      return image.flatten({ background: '#fff' }).jpeg({ quality: quality.jpg });
    case 'png':
      return image.png();
    case 'webp':
      return image.webp({ quality: quality.webp, effort: 3 });
    case 'avif':
      // Higher effort is slower. That of the squares would take minutes for the full-size image.
      return image.avif({ quality: quality.avif, effort: size === 'full' ? 0 : 2 });
    case 'gif':
      return image.gif({ effort: 3 });
  }
}

/** Rejects the image if sharp fails, which can only be due to the image, because sharp does not write to the disk. */
async function decoding<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch {
    throw new Rejected('broken');
  }
}
