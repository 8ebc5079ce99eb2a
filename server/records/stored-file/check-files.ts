import type { Database, DatabaseHandle } from '#server/platform/database/database.ts';
import { databaseTime } from '#server/platform/database/transaction.ts';
import {
  createChecksumStore,
  sha256Of,
  type Checksum,
  type StoredChecksum,
} from '#server/platform/files/checksums.ts';
import type { FileKey, Files } from '#server/platform/files/file-store.ts';
import { createFileReader } from '#server/platform/files/read-checked.ts';
import { inParallel } from '#server/platform/in-parallel.ts';
import { undeleteCutoff, type StoredFiles } from './stored-files.ts';

export type FileProblem = { key: FileKey; problem: string };

type ClaimSource = {
  kinds: readonly Pick<StoredFiles<never, never, unknown, unknown>, 'listClaims'>[];
  deletedImageDays: number;
};

/** A file must exist if a row needs it, and if it has existed. */
export type KnownFile = { mustExist: boolean; checksum: StoredChecksum | undefined };

/** Reads which files the site has, or keeps for a while. */
export async function readKnownFiles(
  db: DatabaseHandle,
  { kinds, deletedImageDays }: ClaimSource,
): Promise<ReadonlyMap<FileKey, KnownFile>> {
  const replacedSince = undeleteCutoff({ now: await databaseTime(db), deletedImageDays });
  const checksums = new Map((await createChecksumStore(db).list()).map((each) => [each.key, each]));
  const known = new Map<FileKey, KnownFile>();
  for (const kind of kinds) {
    for (const [key, isNeeded] of await kind.listClaims(db, replacedSince)) {
      const checksum = checksums.get(key);
      known.set(key, { mustExist: isNeeded || checksum !== undefined, checksum });
    }
  }
  return known;
}

/** Returns the problems of files that still are what they were. Others were purged or saved again in between. */
export async function currentProblems<Problem extends FileProblem>(
  problems: readonly Problem[],
  before: ReadonlyMap<FileKey, KnownFile>,
  { database, ...source }: { database: Pick<Database, 'read'> } & ClaimSource,
): Promise<Problem[]> {
  if (problems.length === 0) return [];
  const now = await database.read((db) => readKnownFiles(db, source));
  const hashIn = (known: typeof now, key: FileKey) => known.get(key)?.checksum?.sha256;
  return problems.filter(({ key }) => now.has(key) && hashIn(now, key) === hashIn(before, key));
}

/** Reads files, all by default. Returns the problems, and the checksums of the intact ones. */
export async function checkFiles(
  { files, ...parts }: { database: Pick<Database, 'read'>; files: Pick<Files, 'find'> } & ClaimSource,
  select = (known: ReadonlyMap<FileKey, KnownFile>): Iterable<FileKey> => known.keys(),
): Promise<{ problems: FileProblem[]; intact: Checksum[] }> {
  const known = await parts.database.read((db) => readKnownFiles(db, parts));
  const read = createFileReader(files);
  const problems: FileProblem[] = [];
  const intact: Checksum[] = [];
  const found = inParallel(select(known), async (key) => {
    const file = known.get(key);
    return { key, file, result: await read(key, file?.checksum?.sha256) };
  });
  for await (const { key, file, result } of found) {
    if ('content' in result)
      intact.push({
        key,
        size: result.content.length,
        sha256: file?.checksum?.sha256 ?? sha256Of(result.content),
      });
    else if (file?.mustExist || result.problem !== 'is missing')
      problems.push({ key, problem: result.problem });
  }
  return { problems: await currentProblems(problems, known, parts), intact };
}
