import { setTimeout as sleep } from 'node:timers/promises';
import { DELETED_IMAGE_DAYS } from '#contract/images.ts';
import type { Database, DatabaseHandle } from '#server/platform/database/database.ts';
import { databaseTime } from '#server/platform/database/transaction.ts';
import {
  checksumOf,
  createChecksumStore,
  createFileReader,
  type ExpectedFile,
} from '#server/platform/files/checksums.ts';
import type { FileKey, Files } from '#server/platform/files/file-store.ts';
import { inParallel } from '#server/platform/in-parallel.ts';
import type { Log } from '#server/records/content/part-reader.ts';
import { undeleteCutoff, type StoredFiles } from './stored-files.ts';

type ClaimSource = {
  kinds: readonly Pick<StoredFiles<never, never, unknown, unknown>, 'listClaims'>[];
  deletedImageDays?: number | undefined;
};
type CheckParts = { database: Pick<Database, 'read'>; files: Pick<Files, 'find'> } & ClaimSource;

export type FileProblem = { key: FileKey; problem: string };

export const sentenceOf = ({ key, problem }: FileProblem) => `${key} ${problem}.`;

/** A file must exist if a row needs it, and if it has existed. */
type KnownFile = ExpectedFile & { checkedAt: string; size?: number };
export type KnownFiles = ReadonlyMap<FileKey, KnownFile>;

/** Reads which files the site has, or keeps for a while. */
export async function readKnownFiles(
  db: DatabaseHandle,
  { kinds, deletedImageDays = DELETED_IMAGE_DAYS }: ClaimSource,
): Promise<KnownFiles> {
  const replacedSince = undeleteCutoff({ now: await databaseTime(db), deletedImageDays });
  const checksums = new Map((await createChecksumStore(db).list()).map((each) => [each.key, each]));
  const known = new Map<FileKey, KnownFile>();
  for (const kind of kinds) {
    for (const [key, isNeeded] of await kind.listClaims(db, replacedSince)) {
      const checksum = checksums.get(key);
      const mustExist = isNeeded || checksum !== undefined;
      known.set(key, { key, mustExist, checkedAt: '', ...checksum });
    }
  }
  return known;
}

/** Returns the problems of files that still are what they were. Others were purged or saved again in between. */
export async function currentProblems(
  problems: readonly FileProblem[],
  before: KnownFiles,
  { database, ...source }: Pick<CheckParts, 'database'> & ClaimSource,
): Promise<FileProblem[]> {
  if (problems.length === 0) return [];
  const now = await database.read((db) => readKnownFiles(db, source));
  return problems.filter(({ key }) => now.has(key) && now.get(key)?.sha256 === before.get(key)?.sha256);
}

/** Reads all files, and returns those that are missing or damaged. */
export async function checkFiles({ files, ...parts }: CheckParts): Promise<FileProblem[]> {
  const known = await parts.database.read((db) => readKnownFiles(db, parts));
  const problems: FileProblem[] = [];
  for await (const { key, problem } of inParallel(known.values(), createFileReader(files)))
    if (problem !== undefined) problems.push({ key, problem });
  return currentProblems(problems, known, parts);
}

type ScrubParts = CheckParts & { database: Pick<Database, 'writeAside'>; log: Log; signal: AbortSignal };

/** Four files a minute, so that visitors do not notice. Ends before the lease of garbage collection does. */
const PACE = { pauseMs: 15_000, count: 600 } as const;

/** Checks files that were not checked for longest, logs the damaged ones, and records checksums of new ones. */
export async function scrubFiles(
  { files, log, signal, ...parts }: ScrubParts,
  { pauseMs, count }: Record<keyof typeof PACE, number> = PACE,
): Promise<void> {
  const read = createFileReader(files, []);
  const known = await parts.database.read((db) => readKnownFiles(db, parts));
  let left = count;
  const byTime = Array.from(known.values()).sort((a, b) => a.checkedAt.localeCompare(b.checkedAt));
  for (const { key, size = 0, sha256, mustExist } of byTime) {
    if (left === 0 || signal.aborted) return;
    const { content, problem } = await read({ key, sha256, mustExist });
    const [found] = problem === undefined ? [] : await currentProblems([{ key, problem }], known, parts);
    if (found)
      log(new Error(sentenceOf(found)), 'A stored file needs attention. Run: npm run admin -- check');
    if (!content && !found) continue;
    const checksum = content ? checksumOf(key, content) : sha256 !== undefined && { key, size, sha256 };
    if (checksum) await parts.database.writeAside((db) => createChecksumStore(db).save([checksum]));
    left -= 1;
    await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
