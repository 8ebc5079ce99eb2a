import { Readable } from 'node:stream';
import {
  checksumOf,
  createFileReader,
  sha256Of,
  type CheckedFile,
  type Checksum,
  type ExpectedFile,
} from '#server/platform/files/checksums.ts';
import type { FileKey, Files } from '#server/platform/files/file-store.ts';
import { inParallel } from '#server/platform/in-parallel.ts';
import { documentTypeOf } from '#contract/documents.ts';
import type { FileProblem, KnownFiles } from '#server/records/stored-file/check-files.ts';
import type { BackupCopy, BackupLine, BackupPart } from './backup-format.ts';
import type { CopyFolder } from './copy-folder.ts';

const PART_BYTES = 256 * 1024;

/** Returns the key of a file in a backup, which has only its name. No image has an extension of the documents. */
const keyOf = (name: string): FileKey => `${documentTypeOf(name) ? 'documents' : 'images'}/${name}`;
export const nameOf = (key: FileKey): string => key.slice(key.indexOf('/') + 1);

export type BackupSource = {
  files: Pick<Files, 'find' | 'list'>;
  /** Without `save`, files that it lacks are stored in the backup itself. */
  folder?: (Omit<CopyFolder, 'save'> & { save?: CopyFolder['save'] | undefined }) | undefined;
  /** Whether files are compared with their checksums even if the folder has copies of their size. */
  readsAll?: boolean;
  /** Delays before files are read again that the store did not return. */
  retryMs?: readonly number[];
};

/** What a backup found out about files. */
export type BackedUpFiles = {
  /** Number of files in the backup or the folder. */
  files: number;
  /** Files that are missing or damaged, of which the folder may still have an intact copy. */
  problems: FileProblem[];
  /** Files whose copies were missing or damaged, and were made again. */
  copiedAgain: FileKey[];
  /** Checksums of intact files without a stored one. */
  unrecorded: Checksum[];
};

type FoundFile = CheckedFile & { inFolder?: BackupCopy };

/** Yields the intact files, in parts or as copies in the folder, and adds what it finds out to `outcome`. */
export async function* linesOf(
  known: KnownFiles,
  { files, folder, readsAll = false, retryMs }: BackupSource,
  outcome: BackedUpFiles,
): AsyncGenerator<BackupPart | BackupCopy> {
  const read = createFileReader(files, retryMs);
  const listed = folder && !readsAll ? await Array.fromAsync(files.list()) : undefined;
  const sizes = listed && new Map(listed.map(({ key, size }) => [key, size]));
  const found = inParallel(known.values(), async ({ key, ...file }): Promise<FoundFile> => {
    const name = nameOf(key);
    const copied = folder?.sha256Of(name);
    const sha256 = file.sha256 ?? copied;
    const copy = await folder?.read(name, sha256);
    const isSame = copy !== undefined && sizes?.get(key) === copy.length;
    const mustExist = file.mustExist || copied !== undefined;
    if (!mustExist && sizes?.has(key) === false) return { key };
    const checked = isSame ? { key, content: copy } : await read({ key, sha256, mustExist });
    const content = checked.content ?? copy;
    if (!content) return checked;
    const checksum = sha256 === undefined ? checksumOf(key, content) : { key, size: content.length, sha256 };
    if (checked.content && file.sha256 === undefined) outcome.unrecorded.push(checksum);
    if (!copy && !folder?.save) return checked;
    if (!copy && copied !== undefined && copied === sha256) outcome.copiedAgain.push(key);
    if (!copy) await folder?.save?.(name, { content, sha256: checksum.sha256 });
    return { ...checked, content, inFolder: { copy: name, size: checksum.size, sha256: checksum.sha256 } };
  });
  for await (const { key, problem, content, inFolder } of found) {
    if (problem !== undefined) outcome.problems.push({ key, problem });
    if (!content) continue;
    outcome.files += 1;
    if (inFolder) yield inFolder;
    else yield* partsOf(nameOf(key), content);
  }
}

function* partsOf(file: string, content: Buffer): Generator<BackupPart> {
  for (let at = 0; at < content.length; at += PART_BYTES) {
    const bytes = content.subarray(at, at + PART_BYTES).toString('base64');
    yield { file, at, of: content.length, bytes };
  }
}

/** File to restore. Its content is in the backup or, with its SHA-256, in the folder. */
export type BackedUpFile = Omit<ExpectedFile, 'mustExist'> & { content?: Buffer };

/** Yields the files of a validated backup. Skips its other lines. */
export async function* filesIn(lines: AsyncGenerator<BackupLine>): AsyncGenerator<BackedUpFile> {
  let parts: Buffer[] = [];
  for await (const line of lines) {
    if ('copy' in line) yield { key: keyOf(line.copy), sha256: line.sha256 };
    if (!('file' in line)) continue;
    const bytes = Buffer.from(line.bytes, 'base64');
    parts.push(bytes);
    if (line.at + bytes.length < line.of) continue;
    const content = Buffer.concat(parts);
    yield { key: keyOf(line.file), sha256: sha256Of(content), content };
    parts = [];
  }
}

export type RestoreTarget = { files: Pick<Files, 'find' | 'save'>; folder?: CopyFolder | undefined };

/** Saves the files that the store lacks. Yields their checksums, and keys of files without an intact copy anywhere. */
export const restoreFiles = (backedUp: AsyncIterable<BackedUpFile>, { files, folder }: RestoreTarget) => {
  const read = createFileReader(files);
  return inParallel(backedUp, async ({ key, sha256, content }): Promise<Checksum | FileKey> => {
    const stored = await read({ key, sha256, mustExist: true });
    if (stored.content) return checksumOf(key, stored.content);
    const copy = content ?? (await folder?.read(nameOf(key), sha256));
    if (!copy) return key;
    await files.save(key, Readable.from([copy]));
    return checksumOf(key, copy);
  });
};
