import { fork, spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Focus } from '#contract/images.ts';
import { UnavailableError } from '#server/platform/errors.ts';
import type { NamedFiles } from './image-files.ts';
import type { MadeImage } from './save-image.ts';

const PROGRAM = join(import.meta.dirname, 'image-worker-program.ts');

/** Timeout of a job, enough for the largest accepted image on a small and busy machine. */
const JOB_TIMEOUT_MS = 60_000;
/** Time at idle priority. After it, normal scheduling lets the job finish on a busy machine. */
const IDLE_PRIORITY_MS = 2000;
/** Idle time until the worker is stopped. It uses memory, but a user often sends several images in a row. */
const IDLE_MS = 20_000;

/** Image to validate, and the output folder. For 'squares', `input` is an existing full-size image. */
export type ImageJob = {
  input: string;
  folder: string;
  image: NamedFiles;
  focus: Focus;
  make: 'all' | 'squares';
};

export type RejectionReason = 'empty' | 'not-a-picture' | 'too-many-pixels' | 'broken';

/** Result of a job. `error` is the stack of an internal error. */
export type ImageResult = { made: MadeImage } | { rejection: RejectionReason } | { error: string };

export type ImageWorker = {
  /**
   * Runs one job at a time; callers must wait for the previous one. Throws UnavailableError if the worker exits during
   * the job.
   */
  work(job: ImageJob): Promise<{ made: MadeImage } | { rejection: RejectionReason }>;
  close(): void;
};

/** Creates a worker process for decoding images. It starts with the first job and stops when idle. */
export function createImageWorker({
  program = PROGRAM,
  limitMs = JOB_TIMEOUT_MS,
  idlePriorityMs = IDLE_PRIORITY_MS,
  idleMs = IDLE_MS,
} = {}): ImageWorker {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  function start(): ChildProcess {
    // Start with an empty environment, so that the worker sees neither settings nor secrets.
    const started = fork(program, { env: {}, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const clear = () => {
      if (child === started) child = undefined;
    };
    started.once('exit', clear);
    started.once('error', clear);
    // Do not keep this process alive only for the worker.
    started.unref();
    started.channel?.unref();
    return started;
  }

  function stop() {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  }

  return {
    async work(job) {
      clearTimeout(idle);
      const worker = (child ??= start());
      schedule(worker, 'idle');
      const priorityTimer = setTimeout(() => schedule(worker, 'other'), idlePriorityMs);
      try {
        const result = await run(worker, job, limitMs);
        if ('error' in result) throw new Error(result.error);
        return result;
      } finally {
        clearTimeout(priorityTimer);
        idle = setTimeout(stop, idleMs).unref();
      }
    },

    close: stop,
  };
}

/**
 * Sets the worker's scheduling policy on Linux. Under the normal policy, even a process of the lowest priority finishes
 * its time slice of milliseconds before a request is served; an idle one yields immediately. Ignores a missing `chrt`.
 */
function schedule({ pid }: ChildProcess, policy: 'idle' | 'other'): void {
  if (process.platform !== 'linux' || pid === undefined) return;
  const chrt = spawn('chrt', ['--all-tasks', `--${policy}`, '--pid', '0', String(pid)], { stdio: 'ignore' });
  chrt.once('error', () => undefined);
  chrt.unref();
}

async function run(child: ChildProcess, job: ImageJob, timeoutMs: number): Promise<ImageResult> {
  const { promise, resolve, reject } = Promise.withResolvers<ImageResult>();
  const timeout = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  const fail = () => reject(workerEnded());
  child.once('message', resolve);
  child.once('exit', fail);
  child.once('error', fail);
  child.send(job, (error) => error && fail());
  try {
    return await promise;
  } finally {
    clearTimeout(timeout);
    child.off('message', resolve);
    child.off('exit', fail);
    child.off('error', fail);
  }
}

const workerEnded = () =>
  new UnavailableError(
    'picture-not-finished',
    "We couldn't process this image. Try again, or use a smaller one.",
    5,
  );
