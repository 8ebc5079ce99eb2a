import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtempDisposable, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { freshPostgresUrl, NO_POSTGRES } from '#tests/support/databases.ts';
import { createAdmin } from '#server/domains/accounts/manage-admins.ts';
import { PASSWORD, signIn } from '#tests/support/http-client.ts';
import { createStores } from '#tests/support/stores.ts';
import { addDocument, aPdf } from '#tests/support/test-documents.ts';
import { openTestSite } from '#tests/support/test-site.ts';

/** Opens two servers of a site. The second one hears of no changes, as if notifications were late. */
async function openTwoServers() {
  await using cleanup = new AsyncDisposableStack();
  const database = cleanup.use(await freshPostgresUrl());
  const folder = cleanup.use(await mkdtempDisposable(join(tmpdir(), 'scalehouse-test-')));
  const environment = { DATABASE_URL: database.url, DATA_DIR: folder.path };
  const first = cleanup.use(await openTestSite({ environment }));
  const second = cleanup.use(await openTestSite({ environment }));
  await second.content.close();
  const images = await first.database.read((db) => createStores(db).images.list());
  const opened = cleanup.move();
  return { folder, first, second, images, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

test(
  'serves an image that another server has just saved, and responds 404 to one that no server knows',
  { skip: NO_POSTGRES },
  async () => {
    await using servers = await openTwoServers();
    const { folder, first, second, images } = servers;
    const [known] = images;
    assert.ok(known);
    const stored = join(folder.path, 'files/images');
    for (const name of await readdir(stored)) {
      if (!name.startsWith(known.fileName)) continue;
      await copyFile(join(stored, name), join(stored, name.replace(known.fileName, 'fresh.jpg')));
    }

    await first.change({ images: [...images, { ...known, id: 'fresh', fileName: 'fresh.jpg' }] });
    assert.equal((await second.app.inject('/images/fresh.jpg')).statusCode, 200);
    assert.equal((await second.app.inject('/images/other.jpg')).statusCode, 404);
    assert.equal((await second.app.inject('/images/no-file-name')).statusCode, 404);
  },
);

test(
  'warns a server whose images and documents are not in the folder of the first, unless it has all of them',
  { skip: NO_POSTGRES },
  async () => {
    await using database = await freshPostgresUrl();
    const environment = { DATABASE_URL: database.url };
    const opened = async (more: NodeJS.ProcessEnv) => {
      const lines: string[] = [];
      const site = await openTestSite({
        environment: { ...environment, ...more },
        print: (line) => lines.push(line),
      });
      return { ...site, lines };
    };
    await using shared = await mkdtempDisposable(join(tmpdir(), 'scalehouse-test-'));
    await using own = await mkdtempDisposable(join(tmpdir(), 'scalehouse-test-'));
    await using first = await opened({ DATA_DIR: shared.path });
    await using second = await opened({ DATA_DIR: shared.path });
    assert.deepEqual([...first.lines, ...second.lines], []);

    {
      await using other = await opened({ DATA_DIR: own.path });
      assert.equal(other.lines.length, 1);
      assert.match(
        other.lines[0] ?? '',
        /^Warning: this database's images and documents are in the DATA_DIR of another/,
      );
      assert.ok(other.lines[0]?.includes(own.path));
    }
    await createAdmin(first.database, { username: 'Dana', password: PASSWORD });
    await addDocument(await signIn(first), aPdf());
    // Someone copies the files, as when moving the site.
    const copyAll = async (folder: string) => {
      await mkdir(join(own.path, folder), { recursive: true });
      for (const name of await readdir(join(shared.path, folder))) {
        await copyFile(join(shared.path, folder, name), join(own.path, folder, name));
      }
    };
    await copyAll('files/images');
    {
      await using incomplete = await opened({ DATA_DIR: own.path });
      assert.equal(incomplete.lines.length, 1);
    }
    await copyAll('files/documents');
    await using moved = await opened({ DATA_DIR: own.path });
    assert.deepEqual(moved.lines, []);
  },
);
