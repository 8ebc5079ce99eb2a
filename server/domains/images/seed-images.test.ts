import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { test } from 'node:test';
import gallery from '#content/demo/gallery/gallery.json' with { type: 'json' };
import { openDiskFiles } from '#server/platform/files/disk-file-store.ts';
import { seedContent } from '#server/domains/demo-content/seed-content.ts';
import { createStores } from '#tests/support/stores.ts';
import { readChangeLog } from '#tests/support/change-log.ts';
import { onBothDatabases } from '#tests/support/on-both-databases.ts';
import { storedFiles } from '#tests/support/test-images.ts';
import { seedFiles } from './seed-images.ts';

const FOLDER = resolve(import.meta.dirname, '../../../content/demo/gallery');
const FILES = gallery.map(({ file }) => file);

test('content/demo/gallery contains all renditions of its images', async () => {
  const found = (await readdir(FOLDER)).filter((name) => name !== 'gallery.json');
  assert.deepEqual(found.sort(), FILES.flatMap(seedFiles).sort());
});

onBothDatabases('seeds the gallery once, as demo content', async ({ database, options }) => {
  const given = { files: openDiskFiles(options.dataDir), folder: FOLDER };
  for (let start = 0; start < 2; start += 1) await seedContent(database, 'demo', new Date(), given);
  const images = await database.read((db) => createStores(db).images.list());
  assert.deepEqual(
    images.map(({ fileName, name, altText, width, height, colors }) => {
      return { file: fileName, name, altText, width, height, colors };
    }),
    gallery,
  );
  const changes = (await readChangeLog(database)).filter(({ subject }) => subject.startsWith('image:'));
  const shown = changes.map(({ origin, subject }) => [origin, subject]);
  assert.deepEqual(
    shown,
    images.map(({ id }) => ['demo', `image:${id}`]),
  );
  const stored = FILES.flatMap(seedFiles).map((file) => `images/${file}`);
  assert.deepEqual(await storedFiles(options.dataDir), stored.sort());
});

onBothDatabases('seeds no images without demo content', async ({ database, options }) => {
  const files = openDiskFiles(options.dataDir);
  await seedContent(database, 'none', new Date(), { files, folder: FOLDER });
  assert.deepEqual(await storedFiles(options.dataDir), []);
});
