import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { FILE_KINDS } from '#server/domains/domains.ts';
import { filesOf } from '#server/domains/images/image-files.ts';
import { imageRules } from '#server/domains/images/image-kind.ts';
import { createChecksumStore } from '#server/platform/files/checksums.ts';
import { createDiskFiles } from '#server/platform/files/disk-files.ts';
import { aNewImage } from '#tests/support/a-stored-image.ts';
import { onBothDatabases } from '#tests/support/on-both-databases.ts';
import { DANA, withStores } from '#tests/support/stores.ts';
import { scrubFiles } from './check-files.ts';

onBothDatabases('logs each damaged file once, and records files of earlier releases', async (given) => {
  const { database, options } = given;
  const files = createDiskFiles(options.dataDir);
  await withStores(database, (stores) => imageRules.save(stores, DANA, aNewImage('a')));
  const names = filesOf({ fileName: 'a.jpg', revision: '', crop: '' });
  for (const name of names) await files.save(`images/${name}`, Readable.from(['whole']));
  const logged: string[] = [];
  const scrub = () =>
    scrubFiles(
      {
        database,
        files,
        kinds: FILE_KINDS,
        deletedImageDays: 30,
        log: ({ message }) => logged.push(message),
        signal: new AbortController().signal,
      },
      { pauseMs: 0, count: 20 },
    );
  const readChecksums = () => database.read((db) => createChecksumStore(db).list());
  // Truncated before its checksum was recorded.
  await files.save('images/a.jpg', Readable.from([]));
  await scrub();
  assert.deepEqual(logged.splice(0), ['images/a.jpg is damaged.']);
  await files.save('images/a.jpg', Readable.from(['whole']));
  await scrub();
  assert.deepEqual(logged, []);
  assert.deepEqual(
    (await readChecksums()).map(({ key }) => key).sort(),
    names.map((name) => `images/${name}`).sort(),
  );

  await files.save('images/a.jpg', Readable.from(['half']));
  await files.remove('images/a.jpg.screen.webp');
  const before = await readChecksums();
  await scrub();
  assert.deepEqual(
    new Set(logged),
    new Set(['images/a.jpg is damaged.', 'images/a.jpg.screen.webp is missing.']),
  );
  assert.equal(logged.length, 2);
  for (const { checkedAt, sha256, key } of await readChecksums()) {
    const old = before.find((each) => each.key === key);
    assert.equal(sha256, old?.sha256);
    assert.ok(checkedAt > (old?.checkedAt ?? ''), key);
  }
});
