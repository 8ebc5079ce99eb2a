import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import type { ImageSave, Upload } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import { FILE_KINDS } from '#server/domains/domains.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { createTempFiles } from '#server/platform/files/temp-files.ts';
import { filesOf, revisionOf, type StoredImage } from '#server/domains/images/image-files.ts';
import { collectGarbage, garbageAges } from '#server/records/garbage/collect-garbage.ts';
import { createStores } from '#tests/support/stores.ts';
import { addAdmin, PASSWORD } from '#tests/support/http-client.ts';
import { EFFORT } from '#tests/support/effort.ts';
import { eventually } from '#tests/support/eventually.ts';
import { freshBucket, type FileLocation } from '#tests/support/on-both-stores.ts';
import { aTestImage, idIn } from '#tests/support/test-images.ts';
import { NO_S3_SERVER, s3Environment } from '#tests/support/s3-server.ts';
import { startServer, type ServerProcess } from '#tests/support/server-process.ts';

const KILLS = EFFORT.kills;
/** Added to the clock of the garbage collection, so that all file times are in the past; some stores use seconds. */
const CLOCK_OFFSET_MS = 2_000;

const small = await aTestImage({ width: 60, height: 40 }).jpeg().toBuffer();
const large = await aTestImage({ width: 1600, height: 1200 }).jpeg().toBuffer();

/** An operation during which the server is killed. */
type Moment = {
  withinMs: number;
  prepare(
    editor: AdminClient,
    savedIds: Iterable<string>,
  ): Promise<{
    id: string;
    /** Resolves to true if the server responded. */
    work(): Promise<boolean>;
    /** Asserts that the row contains the change if the server responded before the kill. */
    check(row: StoredImage | undefined, responded: boolean): void;
  }>;
};

const MOMENTS: Record<string, Moment> = {
  'an image is uploaded': {
    withinMs: 80,
    async prepare(editor) {
      const { imageId: id, uploadUrl } = await editor.requestUpload();
      const work = () => editor.call('PUT', uploadUrl, Buffer.concat([small, Buffer.alloc(20_000_000)]));
      return { id, work, check: (row) => assert.equal(row, undefined) };
    },
  },
  'an image is processed and saved': {
    withinMs: 700,
    async prepare(editor) {
      const save = await editor.upload(large);
      const work = () => editor.call('POST', API.saveImage, save);
      return { id: save.imageId, work, check: (row, responded) => assert.ok(row ?? !responded) };
    },
  },
  'an image is replaced': {
    withinMs: 700,
    async prepare(editor, [imageId]) {
      const id = imageId ?? (await editor.register(small));
      const { imageUrl } = await editor.upload(large);
      const revision = revisionOf(imageUrl.slice('/images/'.length));
      return {
        id,
        work: () => editor.call('POST', API.replaceImage, { imageId: id, imageUrl }),
        check: (row, responded) => assert.ok(row && (row.revision === revision || !responded)),
      };
    },
  },
  'the focal point of an image is set': {
    withinMs: 900,
    async prepare(editor, [imageId]) {
      const id = imageId ?? (await editor.register(large));
      const focus = { x: randomInt(101), y: randomInt(101) };
      return {
        id,
        work: () => editor.call('POST', API.focusImage, { imageId: id, focus }),
        check(row, responded) {
          assert.ok(row);
          if (responded) assert.deepEqual(row.focus, focus);
        },
      };
    },
  },
  'an image is deleted': {
    withinMs: 15,
    async prepare(editor) {
      const id = await editor.register(small);
      const work = () => editor.call('DELETE', `${API.deleteImage}/${id}`);
      return { id, work, check: (row, responded) => assert.ok(row && (row.deletedAt ?? !responded)) };
    },
  },
};

for (const kind of ['disk', 'S3'] as const) {
  for (const [name, moment] of Object.entries(MOMENTS)) {
    // Uploads to a bucket do not pass through the server.
    if (kind === 'S3' && name === 'an image is uploaded') continue;
    const skip = kind === 'S3' && NO_S3_SERVER;
    test(
      `leaves only complete images when the server is killed ${KILLS} times while ${name} (${kind})`,
      { skip },
      async (t) => {
        await using folder = await mkdtempDisposable(join(tmpdir(), 'scalehouse-test-'));
        const objectStorage = kind === 'S3' ? await freshBucket() : undefined;
        const location: FileLocation = {
          kind,
          settings: { dataDir: folder.path, objectStorage },
          environment: {
            DATA_DIR: folder.path,
            SEED_CONTENT: 'none',
            ...(objectStorage && s3Environment(objectStorage)),
          },
        };
        const database = await openDatabase({ dataDir: folder.path, databaseUrl: undefined });
        await addAdmin(database, 'Dana');
        await database.close();

        const savedIds = new Set<string>();
        const sizes = new Map<string, number>();
        let cookie = '';
        let responses = 0;
        let swept = 0;
        for (let kill = 1; kill <= KILLS; kill += 1) {
          await using server = await startServer(location.environment);
          // The session survives the kills.
          cookie ||= await signIn(server);
          const editor = createEditor(server, cookie);
          const { id, work, check } = await moment.prepare(editor, savedIds);
          const exited = once(server.child, 'close');
          const working = work();
          await delay(Math.random() * moment.withinMs);
          server.child.kill('SIGKILL');
          await exited;
          const responded = await working;
          if (responded) responses += 1;
          swept += await assertComplete(location, {
            savedIds,
            sizes,
            check: (rows) =>
              check(
                rows.find((row) => row.id === id),
                responded,
              ),
          });
        }
        t.diagnostic(
          `${KILLS} kills, ${responses} responses, ${swept} files deleted, ${sizes.size} files left, all of images`,
        );
      },
    );
  }
}

/** Asserts that no image is incomplete or lost. Returns the number of files that garbage collection deleted. */
async function assertComplete(
  { settings }: FileLocation,
  {
    savedIds,
    sizes,
    check,
  }: { savedIds: Set<string>; sizes: Map<string, number>; check: (rows: readonly StoredImage[]) => void },
): Promise<number> {
  const database = await openDatabase({ dataDir: settings.dataDir, databaseUrl: undefined });
  const files = await openFiles(settings);
  const tempFiles = createTempFiles(settings.dataDir);
  const readRows = () => database.read((db) => createStores(db).images.listAll());
  try {
    const rows = await readRows();
    check(rows);
    for (const id of savedIds) {
      assert.ok(
        rows.some((row) => row.id === id),
        `${id} is lost`,
      );
    }
    for (const key of rows.flatMap(keysOf)) {
      const bytes = Buffer.concat((await (await files.find(key))?.stream().toArray()) ?? []);
      // Stored files are never overwritten, so one of unchanged length need not be decoded again.
      if (sizes.get(key) !== bytes.length) await sharp(bytes, { failOn: 'error' }).stats();
      sizes.set(key, bytes.length);
    }

    let swept = 0;
    // The image worker of the killed server may still be running.
    await eventually(async () => {
      const now = new Date(Date.now() + CLOCK_OFFSET_MS);
      const collect = await collectGarbage({
        kinds: FILE_KINDS,
        database,
        files,
        tempFiles,
        now,
        ages: { ...garbageAges({ deletedImageDays: 30 }), unclaimed: 0, deleted: 0 },
      });
      assert.equal(collect.older, 0);
      swept += collect.swept.length;
      assert.deepEqual(await Array.fromAsync(tempFiles.list()), []);
    });
    // Without the built files, which each server keeps for other releases.
    const listed = [
      ...(await Array.fromAsync(files.list('uploads'))),
      ...(await Array.fromAsync(files.list('images'))),
    ];
    const remaining = listed.map(({ key }) => key).sort();
    const remainingRows = await readRows();
    assert.deepEqual(remaining, remainingRows.flatMap(keysOf).sort());
    for (const { id } of remainingRows) savedIds.add(id);
    for (const key of sizes.keys())
      if (!remaining.includes(key as (typeof remaining)[number])) sizes.delete(key);
    return swept;
  } finally {
    await database.close();
  }
}

const keysOf = (row: StoredImage) => filesOf(row).map((file) => `images/${file}` as const);

type AdminClient = ReturnType<typeof createEditor>;

function createEditor({ url }: ServerProcess, cookie: string) {
  /** Returns true on success, and false if the server was killed before it responded. */
  async function call(method: string, address: string, body?: Buffer | object): Promise<boolean> {
    const isFile = Buffer.isBuffer(body);
    const target = new URL(address, url);
    const request: RequestInit = {
      method,
      headers: {
        ...(target.origin === new URL(url).origin && { cookie }),
        ...(body && { 'content-type': isFile ? 'image/jpeg' : 'application/json' }),
      },
      body: isFile ? new Uint8Array(body) : ((body && JSON.stringify(body)) ?? null),
    };
    try {
      const response = await fetch(target, request);
      await response.arrayBuffer();
      assert.ok(response.ok, `${method} ${target.pathname} responds ${response.status}`);
      return true;
    } catch (error) {
      if (error instanceof TypeError) return false;
      throw error;
    }
  }

  async function requestUpload(): Promise<ImageSave & Upload> {
    const response = await fetch(`${url}${API.presignedUrl}?fileName=field.jpg`, { headers: { cookie } });
    assert.equal(response.status, 200);
    const signed = (await response.json()) as Upload;
    return {
      ...signed,
      imageId: idIn(signed.fileUrl),
      imageUrl: signed.fileUrl,
      imageName: 'The field',
      imageType: 0,
    };
  }

  async function upload(bytes: Buffer): Promise<ImageSave> {
    const save = await requestUpload();
    assert.ok(await call('PUT', save.uploadUrl, bytes));
    return save;
  }

  return {
    call,
    requestUpload,
    upload,
    async register(bytes: Buffer): Promise<string> {
      const save = await upload(bytes);
      assert.ok(await call('POST', API.saveImage, save));
      return save.imageId;
    },
  };
}

async function signIn({ url }: ServerProcess): Promise<string> {
  const response = await fetch(url + API.signIn, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'Dana', password: PASSWORD }),
  });
  assert.equal(response.status, 200);
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}
