import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { MIDDLE, type Focus } from '#contract/images.ts';
import { withDeclaredSize, readHeic, rotatedHeic } from '#tests/support/heic.ts';
import { anAnimation, aTestImage } from '#tests/support/test-images.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { filesOf, renditionsOf } from './image-files.ts';
import { createImageWorker, type ImageJob } from './image-worker.ts';

const DRAWING = resolve(import.meta.dirname, '../../../content/demo/gallery/harvest-at-dusk.jpg');

const worker = createImageWorker();
after(() => worker.close());

async function make(
  bytes: Buffer,
  { name = 'a.jpg', ...job }: { name?: string; focus?: Focus; make?: ImageJob['make'] } = {},
) {
  await using folder = await temporaryFolder();
  const input = join(folder.path, 'upload');
  await writeFile(input, bytes);
  const image = { fileName: name, revision: '', crop: '' };
  const result = await worker.work({ input, folder: folder.path, image, focus: MIDDLE, make: 'all', ...job });
  const names = job.make === 'square' ? renditionsOf(image, 'square') : filesOf(image);
  const files =
    'made' in result ? await Promise.all(names.map((file) => readFile(join(folder.path, file)))) : [];
  return { result, files, full: files[0] ?? Buffer.alloc(0), image };
}

/** Returns the color of a pixel, one character for each channel. */
async function colorAt(bytes: Buffer, left: number, top: number): Promise<string> {
  const [r = 0, g = 0, b = 0] = await sharp(bytes)
    .removeAlpha()
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer();
  return `${r > 127 ? 'r' : '-'}${g > 127 ? 'g' : '-'}${b > 127 ? 'b' : '-'}`;
}

const PLACE = { IFD0: { Copyright: 'Dana' }, IFD3: { GPSLatitude: '39/1 55/1 0/1', GPSLatitudeRef: 'N' } };

const UPRIGHT = { topLeft: 'r--', topRight: '-g-', bottomLeft: '--b', bottomRight: 'rgb' };

/** Functions that convert an upright image to the pixels of each EXIF orientation, from 1 to 8. */
const TURNS: ((upright: Sharp) => Sharp)[] = [
  (upright) => upright,
  (upright) => upright.flop(),
  (upright) => upright.rotate(180),
  (upright) => upright.flip(),
  (upright) => upright.rotate(270).flop(),
  (upright) => upright.rotate(270),
  (upright) => upright.rotate(90).flop(),
  (upright) => upright.rotate(90),
];

const corner = (background: string, left: number, top: number) => ({
  input: { create: { width: 60, height: 40, channels: 3 as const, background } },
  left,
  top,
});

async function heldAs(orientation: number): Promise<Buffer> {
  const upright = await sharp({ create: { width: 120, height: 80, channels: 3, background: '#000' } })
    .composite([corner('#f00', 0, 0), corner('#0f0', 60, 0), corner('#00f', 0, 40), corner('#fff', 60, 40)])
    .png()
    .toBuffer();
  const turned = await TURNS[orientation - 1]?.(sharp(upright)).png().toBuffer();
  return sharp(turned)
    .withMetadata({ orientation })
    .withExif(PLACE)
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
  test(`turns an image of orientation ${orientation} upright in all renditions and removes its metadata`, async () => {
    const bytes = await heldAs(orientation);
    const given = await sharp(bytes).metadata();
    assert.equal(given.orientation ?? 1, orientation);
    assert.ok(given.exif?.includes('Dana'));
    const { result, files } = await make(bytes);
    assert.ok('made' in result);
    assert.deepEqual([result.made.width, result.made.height], [120, 80]);
    assert.equal(files.length, 7);
    for (const file of files) {
      const { width, height, exif, icc, xmp, iptc, orientation: left } = await sharp(file).metadata();
      assert.deepEqual([exif, icc, xmp, iptc, left], Array(5).fill(undefined));
      const png = await sharp(file).png().toBuffer();
      assert.deepEqual(
        {
          topLeft: await colorAt(png, 5, 5),
          topRight: await colorAt(png, width - 6, 5),
          bottomLeft: await colorAt(png, 5, height - 6),
          bottomRight: await colorAt(png, width - 6, height - 6),
        },
        UPRIGHT,
      );
    }
  });
}

/** Returns the mean difference of two images per color value, from 0 to 255. */
async function distance(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map((bytes) => sharp(bytes).resize(120, 90).removeAlpha().raw().toBuffer()),
  );
  return (
    (a ?? Buffer.alloc(1)).reduce((sum, value, at) => sum + Math.abs(value - (b?.[at] ?? 0)), 0) /
    (a?.length ?? 1)
  );
}

test('converts a HEIC image of any rotation to an upright JPEG with the same colors', async () => {
  const heic = await readHeic();
  assert.ok(heic.includes('Scalehouse'));
  const drawing = await readFile(DRAWING);
  for (const quarters of [0, 1, 2, 3]) {
    const { result, files, full } = await make(rotatedHeic(heic, quarters));
    assert.ok('made' in result, `${quarters}`);
    const size = quarters % 2 === 0 ? [480, 360] : [360, 480];
    assert.deepEqual([result.made.width, result.made.height], size);
    const { format, exif, icc } = await sharp(full).metadata();
    assert.deepEqual([format, exif, icc], ['jpeg', undefined, undefined]);
    for (const file of files) assert.ok(!file.includes('Scalehouse'));
    const turned = sharp(full).rotate(90 * quarters);
    const off = await distance(await turned.png().toBuffer(), drawing);
    // Its colors read as sRGB, without its profile, would be paler: twice the distance.
    assert.ok(off < 3, `${quarters}: ${off}`);
  }
});

test('rejects a HEIC image that is broken or declares too many pixels', async () => {
  const heic = await readHeic();
  for (const [bytes, rejection] of [
    [withDeclaredSize(heic, { width: 20_000, height: 10_000 }), 'too-many-pixels'],
    [heic.subarray(0, heic.length / 2), 'broken'],
    [heic.subarray(0, 300), 'broken'],
    [Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'broken'],
  ] as const) {
    assert.deepEqual((await make(bytes)).result, { rejection });
  }
});

test('converts colors of another profile to sRGB with the same appearance', async () => {
  const drawing = await readFile(DRAWING);
  const wide = await sharp(drawing).withIccProfile('p3').jpeg({ quality: 95 }).toBuffer();
  assert.ok((await sharp(wide).metadata()).icc);
  const unread = await sharp(wide, { ignoreIcc: true }).png().toBuffer();
  const { full } = await make(wide);
  assert.ok((await distance(full, drawing)) < 2);
  assert.ok((await distance(unread, drawing)) > 4, 'The image looks the same without its profile.');
});

test('crops all squares around the focal point', async () => {
  const wide = await aTestImage({ width: 900, height: 300 }).png().toBuffer();
  for (const [focus, left, right] of [
    [{ x: 0, y: 50 }, 'r--', 'r--'],
    [{ x: 100, y: 0 }, '--b', '--b'],
    [MIDDLE, 'r--', '--b'],
  ] as const) {
    const { result, files } = await make(wide, { focus, make: 'square' });
    assert.ok('made' in result);
    assert.equal(files.length, 4);
    for (const file of files) {
      const { width, height } = await sharp(file).metadata();
      assert.deepEqual([width, height], [300, 300]);
      const png = await sharp(file).png().toBuffer();
      assert.deepEqual([await colorAt(png, 10, 150), await colorAt(png, 289, 150)], [left, right]);
    }
  }
});

test('returns the colors of both halves of the square', async () => {
  const { result } = await make(await aTestImage({ left: '#204060', right: '#204060' }).png().toBuffer());
  assert.ok('made' in result);
  assert.equal(result.made.colors, '#204060 #204060');
});

test('converts an animation with too many frames to a still image', async () => {
  const many = Array.from({ length: 201 }, (_, n) => (n % 2 ? '#ff0000' : '#00ff00'));
  const long = await (await anAnimation(many, { width: 8, height: 8 })).gif().toBuffer();
  assert.equal((await sharp(long, { animated: true }).metadata()).pages, 201);
  const { full } = await make(long, { name: 'a.gif' });
  assert.equal((await sharp(full, { animated: true }).metadata()).pages ?? 1, 1);
});

const SCRIPT = '<script>alert("polyglot")</script>';

test('keeps only the image of a file that also contains other data', async () => {
  const jpeg = await aTestImage().jpeg().toBuffer();
  const png = await aTestImage().png().toBuffer();
  const gif = await aTestImage().gif().toBuffer();
  const comment = Buffer.from(`\xff\xfe\0${String.fromCharCode(SCRIPT.length + 2)}${SCRIPT}`, 'latin1');
  for (const bytes of [
    Buffer.concat([jpeg, Buffer.from(SCRIPT)]),
    Buffer.concat([jpeg, Buffer.from('PK\x03\x04 an archive behind it polyglot')]),
    Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]),
    Buffer.concat([png, Buffer.from(`<?php polyglot`)]),
    Buffer.concat([gif, Buffer.from(SCRIPT)]),
    await sharp(jpeg).withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${SCRIPT}</x:xmpmeta>`).jpeg().toBuffer(),
  ]) {
    assert.ok(bytes.includes('polyglot'));
    const { result, files } = await make(bytes);
    assert.ok('made' in result);
    for (const file of files) assert.ok(!file.includes('polyglot'));
  }
});

test('rejects a file that only starts like an image', async () => {
  for (const bytes of [
    Buffer.from(`GIF89a/*\0\0\0\0\0*/=1;${SCRIPT}`, 'latin1'),
    Buffer.from(`\xff\xd8\xff\xe0${SCRIPT}`, 'latin1'),
    Buffer.from(`\x89PNG\r\n\x1a\n${SCRIPT}`, 'latin1'),
    Buffer.from(`%PDF-1.7\n${SCRIPT}`),
    Buffer.from(`RIFF\0\0\0\0WEBP${SCRIPT}`),
  ]) {
    const { result } = await make(bytes);
    assert.ok(
      'rejection' in result && ['broken', 'not-a-picture'].includes(result.rejection),
      JSON.stringify(result),
    );
  }
});

test('suggests a smaller image instead of a complete upload when a large image fails', async () => {
  const large = await sharp({ create: { width: 5000, height: 4100, channels: 3, background: '#204060' } })
    .png()
    .toBuffer();
  assert.deepEqual((await make(large.subarray(0, large.length / 2))).result, {
    rejection: 'too-large-to-process',
  });
});
