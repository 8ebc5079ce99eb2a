/**
 * The process that decodes pictures, started by image-worker.ts. Decoders are where strangers' bytes do their worst:
 * whatever happens to them happens here. It ends with its parent.
 */
import { constants, setPriority } from 'node:os';
import type { ImageAnswer, ImageJob } from './image-worker.ts';
import { makeVersions } from './make-versions.ts';

// Visitors come first.
setPriority(constants.priority.PRIORITY_LOW);

const answer = (message: ImageAnswer) => void process.send?.(message);

process.on('message', (job: ImageJob) => {
  makeVersions(job).then(answer, (error: Error) => answer({ fault: String(error.stack) }));
});
process.once('disconnect', () => process.exit());
