import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtempDisposable, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { MIDDLE } from '#contract/images.ts';
import { eventually } from '#tests/support/eventually.ts';
import { aPicture } from '#tests/support/pictures.ts';
import { createImageWorker } from './image-worker.ts';

/** A folder with a picture to work on, and workers that are closed with it. */
async function openWorkshop() {
  await using cleanup = new AsyncDisposableStack();
  const folder = cleanup.use(await mkdtempDisposable(join(tmpdir(), 'scalehouse-test-')));
  const input = join(folder.path, 'upload');
  await writeFile(input, await aPicture().jpeg().toBuffer());
  const everything = cleanup.move();
  return {
    job: {
      input,
      folder: folder.path,
      image: { file_name: 'a.jpg', revision: '', cut: '' },
      focus: MIDDLE,
      make: 'all' as const,
    },
    /** A worker whose program is another. */
    async startWorker(
      source: string,
      options: { limitMs?: number; idleMs?: number; patienceMs?: number } = {},
    ) {
      const program = join(folder.path, 'program.mjs');
      await writeFile(program, source);
      return everything.adopt(createImageWorker({ program, ...options }), (worker) => worker.close());
    },
    startRealWorker: () => everything.adopt(createImageWorker(), (worker) => worker.close()),
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

/** As linux/sched.h numbers them. */
const [SCHED_OTHER, SCHED_IDLE] = [0, 5];

const MADE = { made: { width: 60, height: 40, colours: '#600161 #600161' } };
/** Says which process it is, and does badly the first time: the file beside it is there from then on. */
const badAtFirst = (doBadly: string) => `
  import { existsSync, writeFileSync } from 'node:fs';
  process.on('message', ({ folder }) => {
    const isFirst = !existsSync(folder + '/tried');
    writeFileSync(folder + '/tried', '');
    if (isFirst) { ${doBadly} } else process.send(${JSON.stringify(MADE)});
  });`;

test('The worker does one picture after the other, in the same process', async () => {
  await using workshop = await openWorkshop();
  const worker = workshop.startRealWorker();
  assert.deepEqual(await worker.work(workshop.job), MADE);
  assert.deepEqual(await worker.work(workshop.job), MADE);
});

for (const [ends, doBadly] of [
  ['is killed', `process.kill(process.pid, 'SIGKILL');`],
  ['ends', 'process.exit(1);'],
  ['goes away', 'process.disconnect();'],
] as const) {
  test(`A worker that ${ends} in the middle of a picture fails that one, and the next one works`, async () => {
    await using workshop = await openWorkshop();
    const worker = await workshop.startWorker(badAtFirst(doBadly));
    await assert.rejects(worker.work(workshop.job), { status: 503, code: 'picture-not-finished' });
    assert.deepEqual(await worker.work(workshop.job), MADE);
  });
}

test('A worker that takes too long is ended, and the next one works', async () => {
  await using workshop = await openWorkshop();
  const worker = await workshop.startWorker(badAtFirst('for (;;);'), { limitMs: 500 });
  await assert.rejects(worker.work(workshop.job), { status: 503, code: 'picture-not-finished' });
  assert.deepEqual(await worker.work(workshop.job), MADE);
});

test('A fault in the worker is told as one of ours', async () => {
  await using workshop = await openWorkshop();
  const worker = workshop.startRealWorker();
  await assert.rejects(worker.work({ ...workshop.job, input: join(workshop.job.folder, 'none') }), /ENOENT/);
  assert.deepEqual(await worker.work(workshop.job), MADE);
});

const CHILDREN = `/proc/self/task/${process.pid}/children`;

/** By what the threads of our child with a program in this folder are scheduled: proc(5), field 41 of their stat. */
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
  'A picture makes way for everything else, but not for ever, and the next one does so again',
  { skip: !canSchedule && 'no chrt, or nothing that tells what it did' },
  async () => {
    await using workshop = await openWorkshop();
    const { folder } = workshop.job;
    const worker = await workshop.startWorker(
      `import { existsSync } from 'node:fs';
      process.on('message', async () => {
        while (!existsSync('${folder}/go-on')) await new Promise((resolve) => setTimeout(resolve, 5));
        process.send(${JSON.stringify(MADE)});
      });`,
      { patienceMs: 1000 },
    );
    for (let n = 0; n < 2; n += 1) {
      const working = worker.work(workshop.job);
      await eventually(() => assert.deepEqual(policiesIn(folder), [SCHED_IDLE]));
      await eventually(() => assert.deepEqual(policiesIn(folder), [SCHED_OTHER]));
      await writeFile(join(folder, 'go-on'), '');
      assert.deepEqual(await working, MADE);
      await rm(join(folder, 'go-on'));
    }
  },
);

test('A worker that has nothing to do ends, and another is started when there is', async () => {
  await using workshop = await openWorkshop();
  const worker = await workshop.startWorker(
    `process.on('message', () => process.send({ made: { width: process.pid, height: 0 } }));`,
    { idleMs: 20 },
  );
  const pidOf = (answer: Awaited<ReturnType<typeof worker.work>>) =>
    'made' in answer ? answer.made.width : 0;
  const first = pidOf(await worker.work(workshop.job));
  await eventually(() => assert.throws(() => process.kill(first, 0)));
  assert.notEqual(pidOf(await worker.work(workshop.job)), first);
});

test('A worker is told nothing of the settings of the server', async () => {
  await using workshop = await openWorkshop();
  const worker = await workshop.startWorker(
    `process.on('message', () => process.send({ fault: JSON.stringify(Object.keys(process.env)) }));`,
  );
  await assert.rejects(worker.work(workshop.job), (error: Error) => {
    const names = JSON.parse(error.message) as string[];
    assert.deepEqual(
      names.filter((name) => !name.startsWith('NODE_CHANNEL')),
      [],
    );
    return true;
  });
});
