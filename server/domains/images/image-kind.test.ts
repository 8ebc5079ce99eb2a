import assert from 'node:assert/strict';
import type { BaseVersion } from '#server/platform/change.ts';
import type { Database } from '#server/platform/database/database.ts';
import { ConflictError } from '#server/platform/errors.ts';
import { onBothDatabases } from '#tests/support/on-both-databases.ts';
import { type Stores, DANA, withStores } from '#tests/support/stores.ts';
import { aNewImage } from '#tests/support/a-stored-image.ts';
import { imageOrderSubject, imageRules } from './image-kind.ts';

const GRACE = { origin: 'admin', name: 'Grace' } as const;

/** Opens a gallery with images that are named by the letters of `ids`. */
async function galleryOf(database: Database, ids: string) {
  const write = <Result>(work: (stores: Stores) => Promise<Result>) => withStores(database, work);
  const add = (id: string) => write((stores) => imageRules.save(stores, DANA, aNewImage(id)));
  for (const id of ids) await add(id);
  return {
    add,
    remove: (id: string) => write((stores) => imageRules.remove(stores, GRACE, id, new Date())),
    undelete: (id: string) =>
      write((stores) => imageRules.undelete(stores, GRACE, { id, now: new Date(), deletedImageDays: 30 })),
    version: () => write(({ changeLog }) => changeLog.contentVersion()),
    order: (author: typeof DANA | typeof GRACE, order: string, baseVersion?: BaseVersion) =>
      write((stores) =>
        imageRules.order(stores, author, {
          subject: imageOrderSubject(0),
          ids: order.split(''),
          baseVersion,
        }),
      ),
    ids: async () => (await write(({ images }) => images.list())).map(({ id }) => id).join(''),
  };
}

onBothDatabases('merges the moves of two people, and includes the name of the other one', async (given) => {
  const gallery = await galleryOf(given.database, 'abcd');
  const seen = await gallery.version();
  await gallery.order(GRACE, 'bcda', seen);
  const { changed, included } = await gallery.order(DANA, 'dabc', seen);
  assert.deepEqual([changed, included?.map(({ author }) => author)], [true, ['Grace']]);
  assert.equal(await gallery.ids(), 'dbca');
});

onBothDatabases('merges a move with uploads, deletions, and restores', async (given) => {
  const gallery = await galleryOf(given.database, 'abcd');
  await gallery.remove('b');
  const seen = await gallery.version();
  await gallery.add('e');
  await gallery.remove('c');
  await gallery.undelete('b');
  await gallery.order(DANA, 'dac', seen);
  assert.equal(await gallery.ids(), 'dabe');
  // A client that has uploaded an image itself lists it.
  const later = await gallery.version();
  await gallery.add('f');
  await gallery.order(GRACE, 'deabf', later);
  await gallery.order(DANA, 'fdabe', later);
  assert.equal(await gallery.ids(), 'fdeab');
});

onBothDatabases('conflicts when two people move the same image, and names who moved it', async (given) => {
  const gallery = await galleryOf(given.database, 'abcdef');
  const seen = await gallery.version();
  await gallery.order(GRACE, 'fabcde', seen);
  await gallery.order(DANA, 'fcabde', await gallery.version());
  await assert.rejects(gallery.order(DANA, 'abfcde', seen), (error) => {
    assert.ok(error instanceof ConflictError);
    assert.equal(error.current?.author, 'Dana');
    const shown = error.current.conflicts?.map(({ item, author }) => [item, author]);
    assert.deepEqual(shown, [['f', 'Grace']]);
    return true;
  });
  assert.equal(await gallery.ids(), 'fcabde');
  // Without a version, an order replaces.
  await gallery.order(DANA, 'abfcde');
  assert.equal(await gallery.ids(), 'abfcde');
});

onBothDatabases('changes nothing when an order is saved again after its response was lost', async (given) => {
  const gallery = await galleryOf(given.database, 'abcdef');
  const seen = await gallery.version();
  await gallery.order(GRACE, 'bacdef', seen);
  await gallery.order(DANA, 'fabcde', seen);
  const stored = await gallery.ids();
  for (const between of [stored, 'cfbade']) {
    await gallery.order(GRACE, between, await gallery.version());
    assert.equal((await gallery.order(DANA, 'fabcde', seen)).changed, false);
    assert.equal(await gallery.ids(), between);
  }
});

onBothDatabases('stores an order in one statement, however many images move', async ({ database }) => {
  const letters = 'abcdefg".\'\\';
  const gallery = await galleryOf(database, letters);
  let updates = 0;
  const moved = letters.split('').toReversed();
  await database.write(async (db) => {
    const counted = db.withPlugin({
      transformQuery({ node }) {
        if (node.kind === 'UpdateQueryNode' || node.kind === 'RawNode') updates += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await imageRules.kind.rows(counted).order(moved);
  });
  assert.equal(updates, 1);
  assert.equal(await gallery.ids(), moved.join(''));
});
