import sharp from 'sharp';
import type { Upload } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import { startServer } from '#tests/support/server-process.ts';
import { figure, type Section } from './report.ts';
import { signIn, WITH_ADMIN } from './sign-in.ts';
import { median, timeEach } from './timing.ts';

const LIMIT_MS = 3000;
/** Size of a photo from a phone (12 megapixels), in pixels. */
const SIZE = { width: 4000, height: 3000 };

/** Measures how long a photo takes to upload and save, and how long a page takes during this time. */
export async function measureImage({ images }: { images: number }): Promise<Section> {
  await using site = await startServer(WITH_ADMIN);
  const editor = await signIn(site.url);
  const photo = await makePhoto();

  async function uploadAndSave(): Promise<void> {
    const { uploadUrl, fileUrl } = (await editor.get(`${API.presignedUrl}?fileName=field.jpg`)) as Upload;
    await editor.put(uploadUrl, photo, 'image/jpeg');
    const imageId = /([^/]+)\.jpg$/.exec(fileUrl)?.[1];
    await editor.post(API.saveImage, { imageId, imageUrl: fileUrl, imageName: 'A field', imageType: 0 });
  }

  const done = new AbortController();
  const saving = timeEach(images, uploadAndSave).finally(() => done.abort());
  let slowestPageMs = 0;
  while (!done.signal.aborted) {
    const began = performance.now();
    await (await fetch(site.url)).arrayBuffer();
    slowestPageMs = Math.max(slowestPageMs, performance.now() - began);
  }
  const ms = median(await saving);
  return {
    title: 'Image',
    text: [
      `A JPEG of ${SIZE.width} by ${SIZE.height} pixels and ${figure(photo.length / 1e6, 1)} MB, from the request for an upload URL to the saved image with all`,
      `renditions, while a client requests the home page repeatedly. The median of ${images}, and the slowest home page.`,
    ].join('\n'),
    columns: ['', 'ms'],
    rows: [
      {
        cells: ['Upload, validation, and save', figure(ms)],
        target: { limit: `< ${figure(LIMIT_MS)} ms`, isMet: ms < LIMIT_MS },
      },
      { cells: ['Slowest home page', figure(slowestPageMs)] },
    ],
  };
}

/** Creates blurred noise, about as hard to encode as a field in the sun. */
async function makePhoto(): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  const { data, info } = await sharp({ create: { ...SIZE, channels: 3, background: '#888', noise } })
    .blur(1.2)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return new Uint8Array(await sharp(data, { raw: info }).jpeg({ quality: 88 }).toBuffer());
}
