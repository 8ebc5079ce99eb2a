import { CONTENT_PARTS, type Content } from '#server/domains/domains.ts';
import assert from 'node:assert/strict';
import { copyFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { openContentCache } from '#server/records/content/content-cache.ts';
import { createTempFiles } from '#server/platform/files/temp-files.ts';
import { openDiskFiles } from '#server/platform/files/disk-file-store.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import { StorageFullError, UnavailableError } from '#server/platform/errors.ts';
import { freshTestDatabase } from '#tests/support/on-both-databases.ts';
import { storedFiles } from '#tests/support/test-images.ts';
import { DANA } from '#tests/support/stores.ts';
import { filesOf } from './image-files.ts';
import { createImageService } from './image-service.ts';
import type { ImageWorker } from './image-worker.ts';

const SAVE = { imageId: 'a', imageUrl: '/images/a.jpg', imageName: 'A', imageType: 0 };
const MADE = { made: { width: 4, height: 3, colors: '' } };
const FILES_OF_A = filesOf({ fileName: 'a.jpg', revision: '', crop: '' })
  .map((file) => `images/${file}`)
  .sort();

/** A fake worker, which copies the upload to every rendition without a process. */
const worker: ImageWorker = {
  async work({ input, folder, image }) {
    for (const file of filesOf(image)) await copyFile(input, join(folder, file));
    return MADE;
  },
  close: () => undefined,
};

async function openService(change: Change = {}) {
  await using cleanup = new AsyncDisposableStack();
  const testDatabase = cleanup.use(await freshTestDatabase('SQLite', { migrated: true }));
  const { dataDir } = testDatabase.options;
  const database = await testDatabase.open();
  const content = cleanup.adopt(
    await openContentCache<Content>(database, CONTENT_PARTS, () => undefined),
    (each) => each.close(),
  );
  const files = openDiskFiles(dataDir);
  await files.save('uploads/a.jpg', Readable.from([Buffer.from('any bytes')]));
  const openServer = ({ imageWorker = worker, wrap }: Change) =>
    createImageService({
      content,
      database,
      files: { ...files, ...wrap?.(files) },
      tempFiles: createTempFiles(dataDir),
      imageWorker,
      site: () => ({ brand: {} }),
      deletedImageDays: 30,
      shownFiles: () => new Set(),
      now: () => new Date(),
    });
  const everything = cleanup.move();
  return {
    images: openServer(change),
    /** Creates the service of another server on the same database and disk. */
    openServer,
    dataDir,
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

type Change = { imageWorker?: ImageWorker; wrap?: (files: FileStore) => Partial<FileStore> };

const DISK_FULL = new StorageFullError({ cause: undefined });

test('can repeat a save that the worker did not finish', async () => {
  let tries = 0;
  await using service = await openService({
    imageWorker: {
      ...worker,
      async work(job) {
        tries += 1;
        if (tries === 1) throw new UnavailableError('picture-not-finished', 'no', 5);
        return worker.work(job);
      },
    },
  });
  await assert.rejects(service.images.save(DANA, SAVE), {
    name: 'UnavailableError',
    code: 'picture-not-finished',
  });
  assert.deepEqual(await storedFiles(service.dataDir), ['uploads/a.jpg']);
  assert.equal((await service.images.save(DANA, SAVE)).changed, true);
});

test('publishes no file outside of its folder when the worker links to one', async () => {
  await using service = await openService({
    imageWorker: {
      ...worker,
      async work({ folder, image }) {
        for (const file of filesOf(image)) {
          await symlink(join(service.dataDir, 'secrets', 'upload-signing'), join(folder, file));
        }
        return MADE;
      },
    },
  });
  await assert.rejects(service.images.save(DANA, SAVE), { code: 'ELOOP' });
  assert.deepEqual(await storedFiles(service.dataDir), ['uploads/a.jpg']);
});

test("keeps the files of another server's save of the same upload when the disk is full", async () => {
  const begun = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  await using service = await openService({
    wrap: ({ save }) => ({
      async save(key, bytes) {
        await save(key, bytes);
        begun.resolve();
        await over.promise;
        throw DISK_FULL;
      },
    }),
  });
  const failing = service.images.save(DANA, SAVE);
  await begun.promise;
  await service.openServer({}).save(DANA, SAVE);
  over.resolve();
  await assert.rejects(failing, { name: 'StorageFullError', code: 'disk-full' });
  assert.deepEqual(await storedFiles(service.dataDir), FILES_OF_A);
});

test('deletes an upload left by an interrupted save when the save is repeated', async () => {
  let failing = true;
  await using service = await openService({
    wrap: ({ remove }) => ({
      async remove(key) {
        if (failing) throw new Error('killed just then');
        await remove(key);
      },
    }),
  });
  await assert.rejects(service.images.save(DANA, SAVE), /killed just then/);
  assert.deepEqual(await storedFiles(service.dataDir), [...FILES_OF_A, 'uploads/a.jpg']);
  assert.equal(service.images.list(0).length, 1);
  failing = false;
  assert.equal((await service.images.save(DANA, SAVE)).changed, false);
  assert.deepEqual(await storedFiles(service.dataDir), FILES_OF_A);
  assert.equal(service.images.list(0).length, 1);
});

test('runs one save at a time, throws UnavailableError when the queue is full, and recovers', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let jobs = 0;
  await using service = await openService({
    imageWorker: {
      ...worker,
      async work(job) {
        jobs += 1;
        await promise;
        return worker.work(job);
      },
    },
  });
  const accepted = Array.from({ length: 8 }, () => service.images.save(DANA, SAVE));
  await assert.rejects(service.images.save(DANA, SAVE), {
    name: 'UnavailableError',
    code: 'busy',
    retryAfterSeconds: 10,
  });
  resolve();
  assert.equal((await Promise.all(accepted)).filter(({ changed }) => changed).length, 1);
  assert.equal((await service.images.save(DANA, SAVE)).changed, false);
  // The queue runs one save at a time, so only the first one finds the image missing.
  assert.equal(jobs, 1);
});
