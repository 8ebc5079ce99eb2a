import { fork, spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Focus } from '#contract/images.ts';
import { HttpError } from '#server/errors.ts';
import type { NamedFiles } from './image-files.ts';
import type { MadeImage } from './save-image.ts';

const PROGRAM = join(import.meta.dirname, 'image-worker-program.ts');

/** The largest picture that is taken has to be done in this time, also on a small and busy machine. */
const LIMIT_MS = 60_000;
/** So long a picture only gets what nobody else wants; where the processors are never free, it then takes its share. */
const PATIENCE_MS = 2000;
/** A worker takes up memory: it stays for the next picture of the same hand, and no longer. */
const IDLE_MS = 20_000;

/**
 * A file to be judged, and where to put what is made of it: all files of a picture under their names, or its squares
 * only, where the file is a full copy that is there already.
 */
export type ImageJob = {
  input: string;
  folder: string;
  image: NamedFiles;
  focus: Focus;
  make: 'all' | 'squares';
};

/** Why a file is refused. */
export type Refusal = 'empty' | 'not-a-picture' | 'too-many-pixels' | 'broken';

/** What became of a job. A fault is ours. */
export type ImageAnswer = { made: MadeImage } | { refusal: Refusal } | { fault: string };

export type ImageWorker = {
  /** Does one job at a time. Throws 503 when the worker has ended in the middle of it, however it did. */
  work(job: ImageJob): Promise<{ made: MadeImage } | { refusal: Refusal }>;
  close(): void;
};

/** Pictures are decoded by a process of their own, which is started for them and ends when there are no more. */
export function createImageWorker({
  program = PROGRAM,
  limitMs = LIMIT_MS,
  patienceMs = PATIENCE_MS,
  idleMs = IDLE_MS,
} = {}): ImageWorker {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  function start(): ChildProcess {
    // It is told nothing of what the server knows: neither its settings nor its secrets.
    const started = fork(program, { env: {}, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const forget = () => {
      if (child === started) child = undefined;
    };
    started.once('exit', forget);
    started.once('error', forget);
    // While it waits for pictures it holds nobody up from ending.
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
      const patience = setTimeout(() => schedule(worker, 'other'), patienceMs);
      try {
        const answer = await ask(worker, job, limitMs);
        if ('fault' in answer) throw new Error(answer.fault);
        return answer;
      } finally {
        clearTimeout(patience);
        idle = setTimeout(stop, idleMs).unref();
      }
    },

    close: stop,
  };
}

/**
 * By which rule Linux gives the worker a processor. By the usual one, also a process of the lowest priority ends its
 * turn of some milliseconds before a visitor's request gets in; an idle one makes way at once. Where the program for
 * that is missing, the low priority alone has to do.
 */
function schedule({ pid }: ChildProcess, policy: 'idle' | 'other'): void {
  if (process.platform !== 'linux' || pid === undefined) return;
  const chrt = spawn('chrt', ['--all-tasks', `--${policy}`, '--pid', '0', String(pid)], { stdio: 'ignore' });
  chrt.once('error', () => undefined);
  chrt.unref();
}

async function ask(child: ChildProcess, job: ImageJob, limitMs: number): Promise<ImageAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ImageAnswer>();
  const limit = setTimeout(() => child.kill('SIGKILL'), limitMs);
  const fail = () => reject(workerEnded());
  child.once('message', resolve);
  child.once('exit', fail);
  child.once('error', fail);
  child.send(job, (error) => error && fail());
  try {
    return await promise;
  } finally {
    clearTimeout(limit);
    child.off('message', resolve);
    child.off('exit', fail);
    child.off('error', fail);
  }
}

const workerEnded = () =>
  new HttpError(
    503,
    'picture-not-finished',
    'The picture could not be worked on to the end. Please try again, or send a smaller one.',
    { retryAfterSeconds: 5 },
  );
