import { fork, type ChildProcess } from 'node:child_process';
import { FORMAT_NOT_ACCEPTED } from '#contract/image-extension.ts';
import { IMAGE_MAX_PIXELS } from '#contract/image-formats.ts';
import { UPLOAD_EMPTY, type Focus } from '#contract/images.ts';
import { UnavailableError } from '#server/platform/errors.ts';
import type { BrandKind, MadeImage, NamedFiles } from './image-files.ts';
import {
  findSandbox,
  IMAGE_PROGRAM,
  isIsolated,
  nodePermissions,
  sandboxEnvironment,
  SANDBOXES,
  type SandboxName,
} from './image-sandbox.ts';

/** Timeout of a job, enough for the largest accepted image on a small and busy machine. */
const JOB_TIMEOUT_MS = 60_000;

/** Image to validate, and the output folder. For all but 'all', `input` is a stored file of the image. */
export type ImageJob = {
  input: string;
  folder: string;
  image: NamedFiles;
  focus: Focus;
  make: 'all' | 'square' | 'phone' | BrandKind;
};

/** Why an image is rejected, and the messages for people. */
export const IMAGE_REJECTIONS = {
  empty: UPLOAD_EMPTY,
  'not-a-picture': FORMAT_NOT_ACCEPTED,
  'too-many-pixels': `This image has more than ${IMAGE_MAX_PIXELS / 1e6} million pixels. Use a smaller one.`,
  'too-large-to-process':
    'This image is damaged or too large to process. Save it as a JPEG, or use a smaller one.',
  broken: "This image is damaged or didn't upload completely. Try again, or use another file.",
};
export type RejectionReason = keyof typeof IMAGE_REJECTIONS;

/** Result of a job. `error` is the stack of an internal error. */
export type ImageResult =
  | { made: MadeImage }
  | { rejection: RejectionReason }
  | { error: string; code?: string | undefined };

export type ImageWorker = {
  /**
   * Runs one job at a time; callers must wait for the previous one. Throws UnavailableError if the worker exits during
   * the job, or if a sandbox is required and missing.
   */
  work(job: ImageJob): Promise<{ made: MadeImage } | { rejection: RejectionReason }>;
  close(): void;
};

/** Creates a worker that decodes each image in a new, sandboxed process, which no earlier image can have changed. */
export function createImageWorker({
  program = IMAGE_PROGRAM,
  limitMs = JOB_TIMEOUT_MS,
  isSandboxRequired = false,
  sandbox = undefined as ReturnType<typeof findSandbox> | undefined,
  permissions = nodePermissions,
} = {}): ImageWorker {
  let child: ChildProcess | undefined;

  function start(name: SandboxName, folder: string): ChildProcess {
    const node = [process.execPath, ...permissions(folder)];
    const [execPath, ...execArgv] = SANDBOXES[name](node, folder);
    const started = fork(program, {
      execPath,
      execArgv,
      env: sandboxEnvironment(name, folder),
      // A pipe, because a program can reopen an inherited file, such as the log of the server, to read it.
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      timeout: limitMs,
      killSignal: 'SIGKILL',
    });
    started.stderr?.pipe(process.stderr, { end: false });
    // Do not keep this process alive only for the worker.
    started.unref();
    started.channel?.unref();
    return started;
  }

  return {
    async work(job) {
      const name = await (sandbox ?? findSandbox(job.folder));
      if (isSandboxRequired && !isIsolated(name)) throw noSandbox();
      const worker = (child = start(name, job.folder));
      try {
        const result = await run(worker, job);
        if ('error' in result) throw Object.assign(new Error(result.error), { code: result.code });
        if ('made' in result && !isMade(result.made)) throw workerEnded();
        return result;
      } finally {
        worker.kill('SIGKILL');
      }
    },

    close: () => void child?.kill('SIGKILL'),
  };
}

/** Returns false for a value that the program cannot have calculated, which pages would show. */
function isMade({ width, height, colors }: MadeImage): boolean {
  const isSize = [width, height].every((px) => Number.isInteger(px) && px > 0 && px <= IMAGE_MAX_PIXELS);
  return isSize && /^#[0-9a-f]{6} #[0-9a-f]{6}$/.test(colors);
}

function run(child: ChildProcess, job: ImageJob): Promise<ImageResult> {
  const { promise, resolve, reject } = Promise.withResolvers<ImageResult>();
  const fail = () => reject(workerEnded());
  child.once('message', resolve);
  child.once('exit', fail);
  // Later errors, of the closed channel, must not end the server either.
  child.on('error', fail);
  child.send(job, (error) => error && fail());
  return promise;
}

const workerEnded = () =>
  new UnavailableError(
    'picture-not-finished',
    "We couldn't process this image. Try again, or use a smaller one.",
    5,
  );

const noSandbox = () =>
  new UnavailableError(
    'no-sandbox',
    "This server has no sandbox to open images in, so it doesn't accept them. Ask the person who runs your website.",
    // Only the operator can mend it.
    3600,
  );
