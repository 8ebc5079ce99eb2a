import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { MIDDLE } from '#contract/images.ts';
import { eventually } from '#tests/support/eventually.ts';
import { aTestImage } from '#tests/support/test-images.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createImageWorker } from './image-worker.ts';

async function openFixture() {
  await using cleanup = new AsyncDisposableStack();
  const folder = cleanup.use(await temporaryFolder());
  const input = join(folder.path, 'upload');
  await writeFile(input, await aTestImage().jpeg().toBuffer());
  const everything = cleanup.move();
  return {
    job: {
      input,
      folder: folder.path,
      image: { fileName: 'a.jpg', revision: '', crop: '' },
      focus: MIDDLE,
      make: 'all' as const,
    },
    async startWorker(source: string, options: Parameters<typeof createImageWorker>[0] = {}) {
      const program = join(folder.path, 'program.mjs');
      await writeFile(program, source);
      return everything.adopt(createImageWorker({ program, ...options }), (worker) => worker.close());
    },
    startRealWorker: () => everything.adopt(createImageWorker(), (worker) => worker.close()),
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

const MADE = { made: { width: 60, height: 40, colors: '#600161 #600161' } };
/** Returns a program that runs `failure` for its first job only, which it marks with a file in the folder. */
const failingFirst = (failure: string) => `
  import { existsSync, writeFileSync } from 'node:fs';
  process.on('message', ({ folder }) => {
    const isFirst = !existsSync(folder + '/tried');
    writeFileSync(folder + '/tried', '');
    if (isFirst) { ${failure} } else process.send(${JSON.stringify(MADE)});
  });`;

test('processes one image after another', async () => {
  await using fixture = await openFixture();
  const worker = fixture.startRealWorker();
  assert.deepEqual(await worker.work(fixture.job), MADE);
  assert.deepEqual(await worker.work(fixture.job), MADE);
});

for (const [ends, failure] of [
  ['is killed', `process.kill(process.pid, 'SIGKILL');`],
  ['exits', 'process.exit(1);'],
  ['disconnects', 'process.disconnect();'],
] as const) {
  test(`throws UnavailableError when the worker ${ends} during an image, and processes the next one`, async () => {
    await using fixture = await openFixture();
    const worker = await fixture.startWorker(failingFirst(failure));
    await assert.rejects(worker.work(fixture.job), {
      name: 'UnavailableError',
      code: 'picture-not-finished',
    });
    assert.deepEqual(await worker.work(fixture.job), MADE);
  });
}

test('ends a worker that exceeds the time limit, and processes the next image', async () => {
  await using fixture = await openFixture();
  const worker = await fixture.startWorker(failingFirst('for (;;);'), { limitMs: 1500 });
  await assert.rejects(worker.work(fixture.job), { name: 'UnavailableError', code: 'picture-not-finished' });
  // On a busy machine, the start of a process may take longer, too.
  await eventually(async () => assert.deepEqual(await worker.work(fixture.job), MADE));
});

test('throws an internal error of the worker, and processes the next image', async () => {
  await using fixture = await openFixture();
  const worker = fixture.startRealWorker();
  await assert.rejects(worker.work({ ...fixture.job, input: join(fixture.job.folder, 'none') }), /ENOENT/);
  assert.deepEqual(await worker.work(fixture.job), MADE);
});

const CHILDREN = `/proc/self/task/${process.pid}/children`;

const childrenOf = (id: string) =>
  readFileSync(`/proc/${id}/task/${id}/children`, 'latin1').split(' ').filter(Boolean);

test('starts a new process for each image, and ends it', async () => {
  await using fixture = await openFixture();
  const worker = await fixture.startWorker(
    `let count = 0;
    process.on('message', () => process.send({ error: 'image ' + (count += 1) }));`,
  );
  for (let n = 0; n < 2; n += 1) await assert.rejects(worker.work(fixture.job), { message: 'image 1' });
  if (existsSync(CHILDREN)) {
    const isRunning = (id: string) =>
      readFileSync(`/proc/${id}/cmdline`, 'latin1').includes(fixture.job.folder);
    await eventually(() => assert.equal(childrenOf(String(process.pid)).some(isRunning), false));
  }
});

test('rejects sizes and colors that no image has', async () => {
  await using fixture = await openFixture();
  for (const made of [
    { ...MADE.made, width: 0 },
    { ...MADE.made, height: 1.5 },
    { ...MADE.made, colors: '#600161 url(https://example.com)' },
  ]) {
    const worker = await fixture.startWorker(
      `process.on('message', () => process.send(${JSON.stringify({ made })}));`,
    );
    await assert.rejects(worker.work(fixture.job), { code: 'picture-not-finished' });
  }
});

test('decodes nothing without a sandbox if one is required', async () => {
  await using fixture = await openFixture();
  const program = failingFirst('');
  for (const name of ['limits', 'none'] as const) {
    const sandbox = Promise.resolve(name);
    const worker = await fixture.startWorker(program, { sandbox, isSandboxRequired: true });
    await assert.rejects(worker.work(fixture.job), { name: 'UnavailableError', code: 'no-sandbox' });
    assert.equal(existsSync(join(fixture.job.folder, 'tried')), false);
  }
});
