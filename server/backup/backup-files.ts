import { Readable } from 'node:stream';
import { checksumOf, type Checksum } from '#server/platform/files/checksums.ts';
import type { FileKey, Files } from '#server/platform/files/file-store.ts';
import { createFileReader } from '#server/platform/files/read-checked.ts';
import { inParallel } from '#server/platform/in-parallel.ts';
import { documentTypeOf } from '#contract/documents.ts';
import type { FileProblem, KnownFiles } from '#server/records/stored-file/check-files.ts';
import { BackupError } from './backup-error.ts';
import type { BackupCopy, BackupLine, BackupPart } from './backup-format.ts';
import type { CopyFolder } from './copy-folder.ts';

const PART_BYTES = 256 * 1024;

/** Returns the key of a file in a backup, which has only its name. No image has an extension of the documents. */
export const keyOf = (name: string): FileKey => `${documentTypeOf(name) ? 'documents' : 'images'}/${name}`;
export const nameOf = (key: FileKey): string => key.slice(key.indexOf('/') + 1);

export type BackupSource = {
  files: Pick<Files, 'find' | 'list'>;
  /** Without `save`, only files that it lacks are stored in the backup itself. */
  folder?: (Pick<CopyFolder, 'sha256Of' | 'find'> & Partial<Pick<CopyFolder, 'save'>>) | undefined;
  /** Whether files are compared with their checksums even if the folder has copies of their size. */
  readsAll?: boolean;
  /** Delays before files are read again that the store did not return. */
  retryMs?: readonly number[];
};

/** What a backup found out about files. */
export type BackedUpFiles = {
  count: number;
  /** Files that are missing or damaged; `isCopied` if the folder still has an intact copy. */
  problems: (FileProblem & { isCopied: boolean })[];
  /** Names of copies that were missing or damaged, and made again. */
  copiedAgain: string[];
  /** Checksums of intact files without a stored one. */
  unrecorded: Checksum[];
};

/** Yields the intact files, in parts or as copies in the folder, and adds what it finds out to `outcome`. */
export async function* linesOf(
  known: KnownFiles,
  { files, folder, readsAll = false, retryMs }: BackupSource,
  outcome: BackedUpFiles,
): AsyncGenerator<BackupPart | BackupCopy> {
  const read = createFileReader(files, retryMs);
  const sizes = folder && !readsAll && known.size > 0 ? await sizesOf(files) : undefined;
  const found = inParallel(known, async ([key, { checksum, mustExist }]) => {
    const name = nameOf(key);
    const copied = folder?.sha256Of(name);
    const sha256 = checksum?.sha256 ?? copied;
    if (!mustExist && sha256 === undefined && sizes?.has(key) === false) return {};
    const copy = sha256 === undefined ? undefined : await folder?.find(name, sha256);
    if (copy && sizes?.get(key) === copy.size) return { copy };
    const file = await read(key, sha256);
    if ('problem' in file) {
      const isExpected = mustExist || sha256 !== undefined || file.problem !== 'is missing';
      return { copy, problem: isExpected ? { key, problem: file.problem, isCopied: !!copy } : undefined };
    }
    const { content } = file;
    if (!checksum) outcome.unrecorded.push(checksumOf(key, content));
    if (!copy && copied !== undefined && copied === sha256) outcome.copiedAgain.push(name);
    return folder?.save ? { copy: copy ?? (await folder.save(name, content)) } : { copy, name, content };
  });
  for await (const { copy, problem, name, content } of found) {
    if (problem) outcome.problems.push(problem);
    if (copy || content) outcome.count += 1;
    if (copy) yield copy;
    else if (content) yield* partsOf(name, content);
  }
}

async function sizesOf(files: Pick<Files, 'list'>): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  for await (const { key, size } of files.list()) sizes.set(key, size);
  return sizes;
}

function* partsOf(file: string, content: Buffer): Generator<BackupPart> {
  for (let at = 0; at < content.length; at += PART_BYTES) {
    const bytes = content.subarray(at, at + PART_BYTES).toString('base64');
    yield { file, at, of: content.length, bytes };
  }
}

/** Folder of the copies of another backup, for one that only refers to them. */
export function copiesOf(copies: readonly BackupCopy[]): NonNullable<BackupSource['folder']> {
  const byName = new Map(copies.map((each) => [each.copy, each]));
  return {
    sha256Of: (name) => byName.get(name)?.sha256,
    async find(name, sha256) {
      const copy = byName.get(name);
      return copy?.sha256 === sha256 ? copy : undefined;
    },
  };
}

export type RestoreTarget = { files: Pick<Files, 'find' | 'save'>; folder?: CopyFolder | undefined };

/** Saves the files in a validated backup, unless the store has them. Skips its other lines. Yields their checksums. */
export async function* restoreFiles(
  lines: AsyncGenerator<BackupLine>,
  { files }: RestoreTarget,
): AsyncGenerator<Checksum> {
  const read = createFileReader(files);
  yield* inParallel(wholeFiles(lines), async ({ key, content }) => {
    const checksum = checksumOf(key, content);
    if ('problem' in (await read(key, checksum.sha256))) await files.save(key, Readable.from([content]));
    return checksum;
  });
}

async function* wholeFiles(
  lines: AsyncGenerator<BackupLine>,
): AsyncGenerator<{ key: FileKey; content: Buffer }> {
  let parts: Buffer[] = [];
  for await (const line of lines) {
    if (!('file' in line)) continue;
    const bytes = Buffer.from(line.bytes, 'base64');
    parts.push(bytes);
    if (line.at + bytes.length < line.of) continue;
    yield { key: keyOf(line.file), content: Buffer.concat(parts) };
    parts = [];
  }
}

/** Throws BackupError if there are copies, but `folder` is missing or has none of them, and neither has the store. */
export async function checkCopies(
  copies: readonly BackupCopy[],
  { files, folder }: RestoreTarget,
): Promise<void> {
  for (const { copy, sha256, size } of copies) {
    if (await folder?.find(copy, sha256)) return;
    if ((await files.find(keyOf(copy)))?.size === size) return;
  }
  if (copies.length === 0) return;
  throw new BackupError(
    folder
      ? `${folder.path} has none of this backup's images. Check the path.`
      : "This backup's images are in a folder. To restore them, add --files and the folder.",
  );
}

/**
 * Keeps files that the store has, and saves the others from `folder`. Yields checksums, and keys of those in neither. Without
 * a SHA-256, a file is only looked for in the store.
 */
export async function* restoreCopies(
  copies: Iterable<{ key: FileKey; sha256: string | undefined }>,
  { files, folder }: RestoreTarget,
): AsyncGenerator<Checksum | FileKey> {
  const read = createFileReader(files);
  yield* inParallel(copies, async ({ key, sha256 }) => {
    const stored = await read(key, sha256);
    if ('content' in stored) return checksumOf(key, stored.content);
    const content = sha256 === undefined ? undefined : await folder?.read(nameOf(key), sha256);
    if (!content) return key;
    await files.save(key, Readable.from([content]));
    return checksumOf(key, content);
  });
}
