import assert from 'node:assert/strict';
import { mkdtempDisposable, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { openDiskFiles } from '#server/platform/files/disk-file-store.ts';
import { seedContent } from '#server/domains/demo-content/seed-content.ts';
import { createStores } from '#tests/support/stores.ts';
import { readChangeLog } from '#tests/support/change-log.ts';
import { startProgram } from '#tests/support/child-program.ts';
import { onBothDatabases } from '#tests/support/on-both-databases.ts';
import { aTestImage, storedFiles } from '#tests/support/test-images.ts';
import { seedFiles, type SeedImage } from './seed-images.ts';

const SCRIPT = resolve(import.meta.dirname, '../../../script/make-demo-gallery.ts');
const DEMO_GALLERY = resolve(import.meta.dirname, '../../../content/demo/gallery');
const FILES = Array.from({ length: 12 }, (_, n) => `image-${12 - n}.jpg`);

let gallery: Awaited<ReturnType<typeof mkdtempDisposable>>;

before(async () => {
  gallery = await mkdtempDisposable(join(tmpdir(), 'scalehouse-test-'));
  for (const [n, file] of FILES.entries()) {
    const left = `hsl(${n * 30}, 60%, 50%)`;
    await aTestImage({ width: 160, height: 120, left }).jpeg().toFile(join(gallery.path, file));
  }
  const list = FILES.map((file) => ({ file, name: `The ${file}`, altText: 'Two colours' }));
  await writeFile(join(gallery.path, 'gallery.json'), JSON.stringify(list));
});
after(() => gallery.remove());

async function runScript(): Promise<void> {
  await using program = startProgram(SCRIPT, {}, [gallery.path]);
  await program.ended;
}

test('make-demo-gallery creates all renditions beside the images, and leaves the images unchanged', async () => {
  const first = await readFile(join(gallery.path, FILES[0] ?? ''));
  await runScript();
  await runScript();
  assert.deepEqual(await readFile(join(gallery.path, FILES[0] ?? '')), first);
  assert.deepEqual(
    (await readdir(gallery.path)).sort(),
    ['gallery.json', ...FILES.flatMap(seedFiles)].sort(),
  );
  const list = JSON.parse(await readFile(join(gallery.path, 'gallery.json'), 'utf8')) as SeedImage[];
  assert.deepEqual(list[0], {
    file: 'image-12.jpg',
    name: 'The image-12.jpg',
    altText: 'Two colours',
    width: 160,
    height: 120,
    colors: list[0]?.colors,
  });
  assert.match(list[0]?.colors ?? '', /^#[0-9a-f]{6} #[0-9a-f]{6}$/);
});

onBothDatabases('seeds the gallery once, as demo content', async ({ database, options }) => {
  const files = openDiskFiles(options.dataDir);
  const given = { files, folder: gallery.path };
  await seedContent(database, 'demo', new Date(), given);
  await seedContent(database, 'demo', new Date(), given);
  const images = await database.read((db) => createStores(db).images.list());
  assert.deepEqual(
    images.map((image) => image.fileName),
    FILES,
  );
  assert.deepEqual(images[0], {
    id: 'image-12',
    fileName: 'image-12.jpg',
    name: 'The image-12.jpg',
    type: 0,
    width: 160,
    height: 120,
    deletedAt: null,
    altText: 'Two colours',
    focus: { x: 50, y: 50 },
    revision: '',
    crop: '',
    colors: images[0]?.colors,
  });
  assert.match(images[0]?.colors ?? '', /^#[0-9a-f]{6} #[0-9a-f]{6}$/);
  const changes = (await readChangeLog(database)).filter(({ subject }) => subject.startsWith('image:'));
  assert.deepEqual(
    changes.map(({ origin, subject }) => [origin, subject]),
    FILES.map((file) => ['demo', `image:${file.replace('.jpg', '')}`]),
  );
  assert.deepEqual(
    await storedFiles(options.dataDir),
    FILES.flatMap(seedFiles)
      .map((file) => `images/${file}`)
      .sort(),
  );
});

onBothDatabases('seeds no images without demo content', async ({ database, options }) => {
  const files = openDiskFiles(options.dataDir);
  await seedContent(database, 'none', new Date(), { files, folder: gallery.path });
  assert.deepEqual(await database.read((db) => createStores(db).images.list()), []);
  assert.deepEqual(await storedFiles(options.dataDir), []);
});

test('content/demo/gallery contains all renditions of its images', async () => {
  const list = JSON.parse(await readFile(join(DEMO_GALLERY, 'gallery.json'), 'utf8')) as SeedImage[];
  const found = (await readdir(DEMO_GALLERY)).filter((name) => name !== 'gallery.json');
  assert.deepEqual(found.sort(), list.flatMap(({ file }) => seedFiles(file)).sort());
  for (const { file, width, height } of list) {
    assert.match(file, /^[a-z0-9-]+\.(?:jpg|png|webp|avif|gif)$/);
    assert.ok(width > 0 && height > 0);
  }
});
