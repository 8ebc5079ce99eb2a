import { setTimeout as sleep } from 'node:timers/promises';
import { UnavailableError } from '#server/platform/errors.ts';
import { sha256Of } from './checksums.ts';
import type { FileKey, Files } from './file-store.ts';

/** Delays after which a file is read again that the store did not return completely, unless all of them fail. */
const RETRY_MS = [500, 1000, 2000, 4000];

/** Content of a file, or the end of a sentence about it. */
export type CheckedFile = { content: Buffer } | { problem: string };

/** Creates a function that reads a file and compares it with a SHA-256, or without one, only with its size. */
export function createFileReader(files: Pick<Files, 'find'>, retryMs: readonly number[] = RETRY_MS) {
  let isDown = false;

  return async function read(key: FileKey, sha256: string | undefined): Promise<CheckedFile> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const found = await readOnce(files, key, sha256);
        isDown = false;
        return found;
      } catch (error) {
        const isPassing = error instanceof UnavailableError;
        const ms = retryMs[attempt];
        if (!isPassing || isDown || ms === undefined) {
          isDown ||= isPassing;
          const { cause, message } = error as Error;
          return { problem: `can't be read (${cause instanceof Error ? cause.message : message})` };
        }
        await sleep(ms);
      }
    }
  };
}

async function readOnce(
  files: Pick<Files, 'find'>,
  key: FileKey,
  sha256: string | undefined,
): Promise<CheckedFile> {
  const found = await files.find(key);
  if (!found) return { problem: 'is missing' };
  // A file has tens of megabytes at most.
  const content = await Array.fromAsync(found.stream() as AsyncIterable<Buffer>).then(
    (chunks) => Buffer.concat(chunks),
    async (error: unknown) => {
      if (await files.find(key)) throw error;
    },
  );
  if (!content) return { problem: 'is missing' };
  const isIntact =
    sha256 === undefined ? content.length > 0 && content.length === found.size : sha256Of(content) === sha256;
  return isIntact ? { content } : { problem: 'is damaged' };
}
