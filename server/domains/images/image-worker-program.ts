/** Process that decodes images. A malicious file can crash or exploit only this process, not the server. */
import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import type { ImageResult, ImageJob } from './image-worker.ts';
import { makeRenditions } from './make-renditions.ts';

// Yield to requests. On Linux each thread has its own priority: set those of the existing decoder threads, which new ones
// inherit.
const isLinux = process.platform === 'linux';
const threads = isLinux ? readdirSync('/proc/self/task').map(Number) : [process.pid];
for (const thread of threads) setPriority(thread, constants.priority.PRIORITY_LOW);

const send = (message: ImageResult) => void process.send?.(message);

process.on('message', (job: ImageJob) => {
  makeRenditions(job).then(send, ({ stack, code }: NodeJS.ErrnoException) =>
    send({ error: String(stack), code }),
  );
});
process.once('disconnect', () => process.exit());
