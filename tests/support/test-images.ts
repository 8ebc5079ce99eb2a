import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Image, ImageSave, Upload } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import type { HttpClient } from './http-client.ts';

/** Returns an image whose left and right halves differ, so that rotations are detectable. */
export function aTestImage({ width = 60, height = 40, left = '#c00000', right = '#0000c0' } = {}) {
  const half = { width: Math.ceil(width / 2), height, channels: 3 as const, background: left };
  return sharp({ create: { width, height, channels: 3, background: right } }).composite([
    { input: { create: half }, left: 0, top: 0 },
  ]);
}

/** Returns an animation of single-color frames, not encoded yet. */
export async function anAnimation(
  colors = ['#ff0000', '#00ff00', '#0000ff'],
  { width = 48, height = 32 } = {},
) {
  const frames = await Promise.all(
    colors.map((background) =>
      sharp({ create: { width, height, channels: 3, background } })
        .raw()
        .toBuffer(),
    ),
  );
  return sharp(Buffer.concat(frames), {
    raw: { width, height: height * colors.length, channels: 3, pageHeight: height },
  });
}

export async function requestUpload(editor: HttpClient, query: Record<string, string>): Promise<Upload> {
  const response = await editor.get(`${API.presignedUrl}?${new URLSearchParams(query)}`);
  assert.equal(response.statusCode, 200, response.body);
  return response.json<Upload>();
}

/** Uploads a file like the dashboard does, and returns the request body that saves the image. */
export async function upload(
  editor: HttpClient,
  bytes: Buffer,
  { fileName = 'Field.jpg', contentType = 'image/jpeg', name = 'The field', type = 0 } = {},
): Promise<ImageSave> {
  const { uploadUrl, fileUrl } = await requestUpload(editor, { fileName });
  const response = await editor.put(uploadUrl, bytes, { 'content-type': contentType });
  assert.equal(response.statusCode, 200, response.body);
  return { imageId: idIn(fileUrl), imageUrl: fileUrl, imageName: name, imageType: type };
}

export const idIn = (fileUrl: string) => /([^/]+)\.[^./]+$/.exec(fileUrl)?.[1] ?? '';

export async function addImage(
  editor: HttpClient,
  bytes: Buffer,
  options: Parameters<typeof upload>[2] = {},
): Promise<Image> {
  const response = await editor.post(API.saveImage, await upload(editor, bytes, options));
  assert.equal(response.statusCode, 200, response.body);
  return response.json<{ content: Image }>().content;
}

export const urlsOf = ({ imageUrl, screenUrl, phoneUrl, squareUrls }: Image): string[] => [
  imageUrl,
  screenUrl,
  phoneUrl,
  ...[squareUrls.avif, squareUrls.webp].flatMap((srcset) =>
    srcset.split(', ').map((part) => part.split(' ', 1)[0] ?? ''),
  ),
];

export async function storedFiles(dataDir: string): Promise<string[]> {
  const root = join(dataDir, 'files');
  if (!existsSync(root)) return [];
  const found = await readdir(root, { recursive: true, withFileTypes: true });
  return found
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
    .sort();
}
