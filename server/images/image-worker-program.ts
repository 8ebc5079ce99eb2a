/**
 * The process that decodes pictures, started by image-worker.ts. Decoders are where strangers' bytes do their worst:
 * whatever happens to them happens here. It ends with its parent.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import type { ImageAnswer, ImageJob } from './image-worker.ts';
import { makeVersions } from './make-versions.ts';

// Visitors come first; and where the machine has too little memory for a picture, it is not the server that ends. On
// Linux each thread has a priority of its own, and those that decode are there already; new ones take after them.
const isLinux = process.platform === 'linux';
const threads = isLinux ? readdirSync('/proc/self/task').map(Number) : [process.pid];
for (const thread of threads) setPriority(thread, constants.priority.PRIORITY_LOW);
if (isLinux) writeFileSync('/proc/self/oom_score_adj', '1000');

const answer = (message: ImageAnswer) => void process.send?.(message);

process.on('message', (job: ImageJob) => {
  makeVersions(job).then(answer, (error: Error) => answer({ fault: String(error.stack) }));
});
process.once('disconnect', () => process.exit());
