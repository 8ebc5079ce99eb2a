import assert from 'node:assert/strict';
import { mkdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { filesOf } from '#server/domains/images/image-files.ts';
import { imageRules } from '#server/domains/images/image-kind.ts';
import { DANA, withStores } from '#tests/support/stores.ts';
import { runCommand } from '#tests/support/admin-command.ts';
import { onBothStores, freshBucket, type FileLocation } from '#tests/support/on-both-stores.ts';
import { NO_S3_SERVER, s3Environment } from '#tests/support/s3-server.ts';
import { aNewImage } from '#tests/support/a-stored-image.ts';

const filesNamed = (fileName: string) => filesOf({ fileName, revision: '', crop: '' });
const LONG_AGO = new Date(Date.now() - 40 * 24 * 60 * 60_000);

/** Saves one image, and one that was deleted 40 days ago, and leaves a temporary folder of the same age. */
async function fill({ settings }: FileLocation): Promise<void> {
  const { dataDir } = settings;
  const database = await openDatabase({ dataDir, databaseUrl: undefined });
  const files = await openFiles(settings);
  await withStores(database, async (stores) => {
    for (const id of ['kept', 'gone']) {
      for (const file of filesNamed(`${id}.jpg`)) {
        await files.save(`images/${file}`, Readable.from([Buffer.from(file)]));
      }
      await imageRules.save(stores, DANA, aNewImage(id));
    }
    await imageRules.remove(stores, DANA, 'gone', LONG_AGO);
  });
  await database.close();
  const work = join(dataDir, 'files/unfinished/work');
  await mkdir(work, { recursive: true });
  await utimes(work, LONG_AGO, LONG_AGO);
}

onBothStores('lists unneeded files with --dry-run, and removes them without it', async (location) => {
  await fill(location);
  const printed = await runCommand(location.environment, ['sweep-files', '--dry-run']);
  assert.equal(printed.code, 0, printed.errorOutput);
  const [heading = '', ...lines] = printed.output.trimEnd().split('\n');
  assert.match(heading, /^File +Reason$/);
  assert.equal(lines.pop(), `${filesNamed('gone.jpg').length + 1} files would be deleted.`);
  const shown = lines.map((line) => line.replace(/ {2,}/, ' | ')).sort();
  assert.deepEqual(
    shown,
    [
      ...filesNamed('gone.jpg').map((file) => `images/${file} | image was deleted more than 30 days ago`),
      'unfinished/work | never finished',
    ].sort(),
  );

  const done = await runCommand(location.environment, ['sweep-files']);
  assert.equal(done.code, 0, done.errorOutput);
  assert.equal(done.output, printed.output.replace('would be deleted', 'deleted'));
  const files = await openFiles(location.settings);
  const left = (await Array.fromAsync(files.list())).map(({ key }) => key).sort();
  assert.deepEqual(
    left,
    filesNamed('kept.jpg')
      .map((file) => `images/${file}`)
      .sort(),
  );
  const again = await runCommand(location.environment, ['sweep-files']);
  assert.deepEqual(again, { code: 0, output: 'No files to delete.\n', errorOutput: '' });
});

onBothStores('moves the images of a site to another store with backup and restore', async (location) => {
  await fill(location);
  const from = location.environment;
  const file = join(location.settings.dataDir, 'move.backup');
  const saved = await runCommand(from, ['backup', file]);
  assert.equal(saved.code, 0, saved.errorOutput);
  const objectStorage = location.kind === 'disk' && !NO_S3_SERVER ? await freshBucket() : undefined;
  const dataDir = join(location.settings.dataDir, 'other');
  const to = { DATA_DIR: dataDir, ...(objectStorage && s3Environment(objectStorage)) };
  const restored = await runCommand(to, ['restore', file]);
  assert.equal(restored.code, 0, restored.errorOutput);
  const [before, after] = await Promise.all(
    [location.settings, { dataDir, objectStorage }].map(async (settings) => {
      const files = await openFiles(settings);
      const keys = (await Array.fromAsync(files.list())).map(({ key }) => key).sort();
      const sizes = await Promise.all(keys.map(async (key) => (await files.find(key))?.size));
      return keys.map((key, index) => [key, sizes[index]]);
    }),
  );
  assert.equal(before?.length, 2 * filesNamed('a.jpg').length);
  assert.deepEqual(after, before);
});

onBothStores('restores images from a folder with --files', async (location) => {
  await fill(location);
  const dataDir = join(location.settings.dataDir, 'other');
  const [file, folder] = [join(location.settings.dataDir, 'copies.backup'), `${dataDir}-copies`];
  const saved = await runCommand(location.environment, ['backup', file, '--files', folder]);
  assert.equal(saved.code, 0, saved.errorOutput);
  await rm(join(folder, 'kept.jpg'));
  const to = { DATA_DIR: dataDir };
  assert.deepEqual(await runCommand(to, ['restore', file, '--files']), {
    code: 2,
    output: '',
    errorOutput:
      '--files needs a value. Usage: npm run admin -- restore FILE [--files FOLDER] [--force] [--with-accounts]\n',
  });
  const { code, output, errorOutput } = await runCommand(to, ['restore', file, '--files', folder]);
  assert.equal(code, 1);
  assert.match(output, /^Restored the backup [^]*\nkept\.jpg\n$/);
  assert.equal(
    errorOutput,
    `1 image file, listed above, wasn't restored: missing from ${folder} or damaged. Everything else was restored.\n`,
  );
  const files = await openFiles({ dataDir, objectStorage: undefined });
  assert.equal((await Array.fromAsync(files.list())).length, 2 * filesNamed('a.jpg').length - 1);
});
