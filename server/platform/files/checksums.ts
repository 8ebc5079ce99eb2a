import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { UnavailableError } from '#server/platform/errors.ts';
import type { FileKey, Files } from './file-store.ts';

/** Size in bytes and hexadecimal SHA-256 of a stored file. */
export type Checksum = { key: FileKey; size: number; sha256: string };

export const sha256Of = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

export const checksumOf = (key: FileKey, content: Uint8Array): Checksum => ({
  key,
  size: content.length,
  sha256: sha256Of(content),
});

export const createChecksumStore = (db: DatabaseHandle) => ({
  /** Lists checksums, and the times of their last checks in ISO 8601, or ''. */
  async list(): Promise<(Checksum & { checkedAt: string })[]> {
    const rows = await db.selectFrom('stored_file').selectAll().execute();
    return rows.map(({ key, checked_at: checkedAt, ...row }) => ({ ...row, key: key as FileKey, checkedAt }));
  },

  /** Saves checksums as checked now, in one statement, because there may be thousands. */
  async save(checksums: readonly Checksum[]): Promise<void> {
    const values = Object.fromEntries(checksums.map(({ key, size, sha256 }) => [key, { size, sha256 }]));
    await sql`insert into stored_file (key, size, sha256, checked_at)
      select key, cast(value ->> 'size' as integer), value ->> 'sha256', ${new Date().toISOString()}
      from json_each(${JSON.stringify(values)}) where true
      on conflict (key) do update
      set size = excluded.size, sha256 = excluded.sha256, checked_at = excluded.checked_at`.execute(db);
  },

  async remove(keys: readonly string[]): Promise<void> {
    const values = Object.fromEntries(keys.map((key) => [key, null]));
    await sql`delete from stored_file
      where key in (select key from json_each(${JSON.stringify(values)}))`.execute(db);
  },
});

/** Returns a store that also records the checksum of each image or document that it saves. */
export const recordChecksums = <Store extends Files>(
  files: Store,
  record: (checksum: Checksum) => Promise<unknown>,
): Store => ({
  ...files,
  async save(key, content) {
    if (!/^(?:images|documents)\//.test(key)) return files.save(key, content);
    const bytes = Buffer.concat(await Array.fromAsync(content));
    await files.save(key, Readable.from([bytes]));
    await record(checksumOf(key, bytes));
  },
});

/** Delays after which a file is read again that the store did not return completely, unless all of them fail. */
const RETRY_MS = [500, 1000, 2000, 4000];

/** A file to read, with its SHA-256 if that is known. */
export type ExpectedFile = { key: FileKey; mustExist: boolean; sha256?: string | undefined };

/** Content of an intact file, or its problem as the end of a sentence. Neither, if a file is missing that may be. */
export type CheckedFile = { key: FileKey; content?: Buffer; problem?: string };

/** Creates a function that reads a file and compares it with its SHA-256. Without one, it must have content. */
export function createFileReader(files: Pick<Files, 'find'>, retryMs: readonly number[] = RETRY_MS) {
  let isDown = false;

  async function readOnce({ key, mustExist, sha256 }: ExpectedFile): Promise<CheckedFile> {
    const found = await files.find(key);
    if (!found) return mustExist ? { key, problem: 'is missing' } : { key };
    // A file has tens of megabytes at most.
    const content = Buffer.concat(await Array.fromAsync(found.stream() as AsyncIterable<Buffer>));
    const isIntact = sha256 === undefined ? content.length > 0 : sha256Of(content) === sha256;
    return isIntact ? { key, content } : { key, problem: 'is damaged' };
  }

  return async function read(file: ExpectedFile): Promise<CheckedFile> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const checked = await readOnce(file);
        isDown = false;
        return checked;
      } catch (error) {
        const isPassing = error instanceof UnavailableError;
        const ms = isPassing && !isDown ? retryMs[attempt] : undefined;
        isDown ||= isPassing && ms === undefined;
        const { cause, message } = error as Error;
        const reason = cause instanceof Error ? cause.message : message;
        if (ms === undefined) return { key: file.key, problem: `can't be read (${reason})` };
        await sleep(ms);
      }
    }
  };
}
