import { setImmediate } from 'node:timers/promises';
import heif from 'libheif-js/wasm-bundle.js';
import sharp from 'sharp';
import { withProfile } from './png-profile.ts';

/** Decodes HEIC to an upright PNG, or returns undefined if it exceeds `maxPixels`. Throws if the file is broken. */
export async function decodeHeic(
  file: Buffer,
  { maxPixels }: { maxPixels: number },
): Promise<Buffer | undefined> {
  const context = heif.heif_context_alloc();
  const { code, message } = heif.heif_context_read_from_memory(context, file);
  if (code !== heif.heif_error_code.heif_error_Ok) throw new Error(message);
  const handle = heif.heif_js_context_get_primary_image_handle(context);
  if ('code' in handle) throw new Error(handle.message);
  const width = heif.heif_image_handle_get_width(handle);
  const height = heif.heif_image_handle_get_height(handle);
  if (width * height > maxPixels) return undefined;

  const { heif_colorspace_RGB } = heif.heif_colorspace;
  const { heif_chroma_interleaved_RGBA, heif_chroma_interleaved_RGB } = heif.heif_chroma;
  const hasAlpha = heif.heif_image_handle_has_alpha_channel(handle) !== 0;
  const decoded = heif.heif_js_decode_image2(
    handle,
    heif_colorspace_RGB,
    hasAlpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB,
  );
  if ('code' in decoded) throw new Error(decoded.message);
  const [plane] = decoded.channels;
  if (!plane) throw new Error('There are no pixels.');
  const channels = hasAlpha ? 4 : 3;
  const raw = { width: plane.width, height: plane.height, channels } as const;
  const pixels = withoutMargins(plane, channels);
  const png = await sharp(pixels, { raw }).png({ compressionLevel: 0 }).toBuffer();
  if (pixels !== plane.data) await free(pixels);
  heif.heif_image_release(decoded.image);
  heif.heif_image_handle_release(handle);
  heif.heif_context_free(context);
  const bytes = withProfile(png, await profileOf(file));
  if (bytes !== png) await free(png);
  return bytes;
}

/** Frees a copy of all pixels immediately, because two of them would exceed the worker's memory limit. */
async function free({ buffer }: Uint8Array): Promise<void> {
  (buffer as ArrayBuffer).transfer(0);
  // Node frees memory of libraries with the next immediate.
  await setImmediate();
}

type Plane = { data: Uint8Array; width: number; height: number; stride: number };

function withoutMargins({ data, width, height, stride }: Plane, channels: number): Uint8Array {
  const length = width * channels;
  if (stride === length) return data;
  const tight = new Uint8Array(length * height);
  for (let row = 0; row < height; row += 1) {
    tight.set(data.subarray(row * stride, row * stride + length), row * length);
  }
  return tight;
}

/** Returns the color profile from the `colr` box, or undefined if the colors are sRGB. */
async function profileOf(file: Buffer): Promise<Buffer | undefined> {
  for (let at = file.indexOf('colr'); at > 0; at = file.indexOf('colr', at + 4)) {
    const type = file.toString('latin1', at + 4, at + 8);
    const end = at - 4 + file.readUInt32BE(at - 4);
    if (['prof', 'rICC'].includes(type) && end <= file.length && end > at + 8)
      return file.subarray(at + 8, end);
    // Display P3 is identified by a number instead of an embedded profile.
    if (type === 'nclx' && file.readUInt16BE(at + 8) === PRIMARIES_P3) return p3Profile();
  }
  return undefined;
}

const PRIMARIES_P3 = 12;

async function p3Profile(): Promise<Buffer | undefined> {
  const dot = sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } });
  const { icc } = await sharp(await dot.withIccProfile('p3').png().toBuffer()).metadata();
  return icc;
}
