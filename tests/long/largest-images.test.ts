import assert from 'node:assert/strict';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { IMAGE_MAX_PIXELS } from '#contract/image-formats.ts';
import { MIDDLE } from '#contract/images.ts';
import { createImageWorker } from '#server/domains/images/image-worker.ts';

const LARGEST = { width: 8660, height: 5773 };
assert.ok(LARGEST.width * LARGEST.height > IMAGE_MAX_PIXELS * 0.999);

/** Returns an image of noise, which compresses badly, in the largest accepted size. */
const noise = ({ width, height } = LARGEST) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 10 },
    },
  });

const CASES: readonly [description: string, name: string, image: () => Sharp][] = [
  [
    'progressive, rotated JPEG in full color resolution',
    'a.jpg',
    () => noise().jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).withMetadata({ orientation: 6 }),
  ],
  ['rotated PNG', 'a.png', () => noise().png({ compressionLevel: 1 }).withMetadata({ orientation: 6 })],
  ['WebP', 'a.webp', () => noise().webp({ quality: 20, effort: 1 })],
  ['GIF', 'a.gif', () => noise().gif({ effort: 1, colors: 8 })],
  ['AVIF of 20 million pixels', 'a.avif', () => noise({ width: 5476, height: 3650 }).avif({ effort: 0 })],
];

for (const [description, fileName, image] of CASES) {
  test(`processes the largest ${description} within the memory limit`, async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'scalehouse-test-'));
    const input = join(folder.path, 'upload');
    await writeFile(input, await image().toBuffer());
    const worker = createImageWorker({ limitMs: 600_000 });
    const result = await worker.work({
      input,
      folder: folder.path,
      image: { fileName, revision: '', crop: '' },
      focus: MIDDLE,
      make: 'all',
    });
    assert.ok('made' in result, JSON.stringify(result));
  });
}
