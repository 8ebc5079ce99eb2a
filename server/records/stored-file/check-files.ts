import type { Database, DatabaseHandle } from '#server/platform/database/database.ts';
import { databaseTime } from '#server/platform/database/transaction.ts';
import {
  checksumOf,
  createChecksumStore,
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

export type KnownFiles = ReadonlyMap<FileKey, KnownFile>;

/** Reads which files the site has, or keeps for a while. */
export async function readKnownFiles(
  db: DatabaseHandle,
  { kinds, deletedImageDays }: ClaimSource,
): Promise<KnownFiles> {
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
  before: KnownFiles,
  { database, ...source }: { database: Pick<Database, 'read'> } & ClaimSource,
): Promise<Problem[]> {
  if (problems.length === 0) return [];
  const now = await database.read((db) => readKnownFiles(db, source));
  const hashIn = (known: typeof now, key: FileKey) => known.get(key)?.checksum?.sha256;
  return problems.filter(({ key }) => now.has(key) && hashIn(now, key) === hashIn(before, key));
}

/** Reads files, all by default. Returns the problems, and the checksums that the files have or should have. */
export async function checkFiles(
  {
    files,
    retryMs,
    ...parts
  }: {
    database: Pick<Database, 'read'>;
    files: Pick<Files, 'find'>;
    retryMs?: readonly number[];
  } & ClaimSource,
  select: (known: KnownFiles) => Iterable<FileKey> | AsyncIterable<FileKey> = (known) => known.keys(),
): Promise<{ problems: FileProblem[]; checksums: Checksum[] }> {
  const known = await parts.database.read((db) => readKnownFiles(db, parts));
  const read = createFileReader(files, retryMs);
  const problems: FileProblem[] = [];
  const checksums: Checksum[] = [];
  const checked = inParallel(select(known), async (key) => {
    const { checksum, mustExist } = known.get(key) ?? { mustExist: false };
    const file = await read(key, checksum?.sha256);
    if ('problem' in file && (mustExist || file.problem !== 'is missing'))
      problems.push({ key, problem: file.problem });
    if (checksum) checksums.push(checksum);
    else if ('content' in file) checksums.push(checksumOf(key, file.content));
  });
  for await (const _file of checked);
  return { problems: await currentProblems(problems, known, parts), checksums };
}
