import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtempDisposable, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { MIDDLE } from '#contract/images.ts';
import { eventually } from '#tests/support/eventually.ts';
import { aTestImage } from '#tests/support/test-images.ts';
import { createImageWorker } from './image-worker.ts';

async function openFixture() {
  await using cleanup = new AsyncDisposableStack();
  const folder = cleanup.use(await mkdtempDisposable(join(tmpdir(), 'scalehouse-test-')));
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
    async startWorker(
      source: string,
      options: { limitMs?: number; idleMs?: number; idlePriorityMs?: number } = {},
    ) {
      const program = join(folder.path, 'program.mjs');
      await writeFile(program, source);
      return everything.adopt(createImageWorker({ program, ...options }), (worker) => worker.close());
    },
    startRealWorker: () => everything.adopt(createImageWorker(), (worker) => worker.close()),
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

/** Scheduling policies as numbered in linux/sched.h. */
const [SCHED_OTHER, SCHED_IDLE] = [0, 5];

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
  const worker = await fixture.startWorker(failingFirst('for (;;);'), { limitMs: 500 });
  await assert.rejects(worker.work(fixture.job), { name: 'UnavailableError', code: 'picture-not-finished' });
  assert.deepEqual(await worker.work(fixture.job), MADE);
});

test('throws an internal error of the worker, and processes the next image', async () => {
  await using fixture = await openFixture();
  const worker = fixture.startRealWorker();
  await assert.rejects(worker.work({ ...fixture.job, input: join(fixture.job.folder, 'none') }), /ENOENT/);
  assert.deepEqual(await worker.work(fixture.job), MADE);
});

const CHILDREN = `/proc/self/task/${process.pid}/children`;

/** Returns the scheduling policies of the threads of our child process (proc(5), field 41 of their stat). */
function policiesIn(folder: string): number[] {
  const children = readFileSync(CHILDREN, 'latin1').trim().split(' ');
  const pid = children.find((id) => readFileSync(`/proc/${id}/cmdline`, 'latin1').includes(folder));
  const policies = readdirSync(`/proc/${pid}/task`).map((id) => {
    const [, fields = ''] = readFileSync(`/proc/${pid}/task/${id}/stat`, 'latin1').split(') ');
    return Number(fields.split(' ')[38]);
  });
  return [...new Set(policies)];
}

const canSchedule = existsSync(CHILDREN) && spawnSync('chrt', ['--version']).status === 0;

test(
  'processes each image at idle priority first and at normal priority later',
  { skip: !canSchedule && 'chrt or the list of child processes in /proc is missing' },
  async () => {
    await using fixture = await openFixture();
    const { folder } = fixture.job;
    const worker = await fixture.startWorker(
      `import { existsSync } from 'node:fs';
      process.on('message', async () => {
        while (!existsSync('${folder}/continue')) await new Promise((resolve) => setTimeout(resolve, 5));
        process.send(${JSON.stringify(MADE)});
      });`,
      { idlePriorityMs: 1000 },
    );
    for (let n = 0; n < 2; n += 1) {
      const working = worker.work(fixture.job);
      await eventually(() => assert.deepEqual(policiesIn(folder), [SCHED_IDLE]));
      await eventually(() => assert.deepEqual(policiesIn(folder), [SCHED_OTHER]));
      await writeFile(join(folder, 'continue'), '');
      assert.deepEqual(await working, MADE);
      await rm(join(folder, 'continue'));
    }
  },
);

test('ends an idle worker and starts another for the next image', async () => {
  await using fixture = await openFixture();
  const worker = await fixture.startWorker(
    `process.on('message', () => process.send({ made: { width: process.pid, height: 0 } }));`,
    { idleMs: 20 },
  );
  const pidOf = (result: Awaited<ReturnType<typeof worker.work>>) =>
    'made' in result ? result.made.width : 0;
  const first = pidOf(await worker.work(fixture.job));
  await eventually(() => assert.throws(() => process.kill(first, 0)));
  assert.notEqual(pidOf(await worker.work(fixture.job)), first);
});

test('passes no environment variables to the worker', async () => {
  await using fixture = await openFixture();
  const worker = await fixture.startWorker(
    `process.on('message', () => process.send({ error: JSON.stringify(Object.keys(process.env)) }));`,
  );
  await assert.rejects(worker.work(fixture.job), (error: Error) => {
    const names = JSON.parse(error.message) as string[];
    assert.deepEqual(
      names.filter((name) => !name.startsWith('NODE_CHANNEL')),
      [],
    );
    return true;
  });
});
