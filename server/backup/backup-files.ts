import { Readable } from 'node:stream';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import type { FileKey, Files } from '#server/platform/files/file-store.ts';
import { documentTypeOf } from '#contract/documents.ts';
import { storedName } from '#server/domains/documents/document-files.ts';
import { filesOf } from '#server/domains/images/image-files.ts';
import { BackupError } from './backup-error.ts';
import type { BackupCopy, BackupLine, BackupPart } from './backup-format.ts';
import type { CopyFolder } from './copy-folder.ts';

const PART_BYTES = 256 * 1024;

/** Returns the key of a file in a backup, which has only its name. No image has an extension of the documents. */
const keyOf = (name: string): FileKey => `${documentTypeOf(name) ? 'documents' : 'images'}/${name}`;

/** Lists the files of all images and documents, including deleted ones, which can be undeleted. */
export async function listFiles(db: DatabaseHandle): Promise<string[]> {
  const rows = await db
    .selectFrom('image')
    .select(['file_name as fileName', 'revision', 'cut as crop'])
    .orderBy('position')
    .execute();
  const documents = await db
    .selectFrom('document')
    .select(['name', 'revision'])
    .orderBy('position')
    .execute();
  return [...rows.flatMap(filesOf), ...documents.map(storedName)];
}

/** Yields the existing files in parts. Throws BackupError for a file that changes. */
export async function* partsOf(
  names: readonly string[],
  files: Pick<Files, 'find'>,
): AsyncGenerator<BackupPart> {
  for (const file of names) {
    const content = (await readFile(files, file)) ?? Buffer.alloc(0);
    for (let at = 0; at < content.length; at += PART_BYTES) {
      const bytes = content.subarray(at, at + PART_BYTES).toString('base64');
      yield { file, at, of: content.length, bytes };
    }
  }
}

/**
 * Yields the existing files as copies in the folder. Reads only files that the folder lacks, because the content under
 * a name never changes. Throws BackupError.
 */
export async function* copiesOf(
  names: readonly string[],
  { files, folder }: { files: Pick<Files, 'find' | 'list'>; folder: CopyFolder },
): AsyncGenerator<BackupCopy> {
  const sizes = new Map<string, number>();
  for await (const { key, size } of files.list()) sizes.set(key, size);
  for (const name of names) {
    const found = await folder.find(name);
    const isComplete = found && found.size === (sizes.get(keyOf(name)) ?? found.size);
    const content = isComplete ? undefined : await readFile(files, name);
    if (isComplete) yield found;
    else if (content) yield await folder.save(name, content);
  }
}

/** Returns a file's content, or undefined if it is missing, even if it is deleted just then. Throws BackupError. */
async function readFile(files: Pick<Files, 'find'>, name: string): Promise<Buffer | undefined> {
  const found = await files.find(keyOf(name));
  if (!found || found.size === 0) return undefined;
  try {
    // Read all of it before the first part is written. A file has tens of megabytes at most.
    const content = Buffer.concat(await Array.fromAsync(found.stream() as AsyncIterable<Buffer>));
    if (content.length === found.size) return content;
  } catch (error) {
    if (await files.find(keyOf(name))) throw error;
    return undefined;
  }
  throw new BackupError(`${name} changed during the backup. Run the backup again.`);
}

/** Saves the files in a validated backup. Skips its other lines. */
export async function restoreFiles(
  lines: AsyncGenerator<BackupLine>,
  files: Pick<Files, 'save'>,
): Promise<void> {
  for (let first = await nextPart(lines); first; first = await nextPart(lines)) {
    await files.save(keyOf(first.file), contentOf(first, lines));
  }
}

async function* contentOf(first: BackupPart, lines: AsyncGenerator<BackupLine>): AsyncGenerator<Buffer> {
  for (let part: BackupPart | undefined = first; part; part = await nextPart(lines)) {
    const bytes = Buffer.from(part.bytes, 'base64');
    yield bytes;
    if (part.at + bytes.length === part.of) return;
  }
}

async function nextPart(lines: AsyncGenerator<BackupLine>): Promise<BackupPart | undefined> {
  for (;;) {
    const { value, done } = await lines.next();
    if (done) return undefined;
    if ('file' in value) return value;
  }
}

export type RestoreTarget = { files: Pick<Files, 'find' | 'save'>; folder?: CopyFolder | undefined };

/** Throws BackupError if there are copies, but `folder` is missing or has none of them, and neither has the store. */
export async function checkCopies(
  copies: readonly BackupCopy[],
  { files, folder }: RestoreTarget,
): Promise<void> {
  for (const copy of copies) {
    if ((await folder?.find(copy.copy)) || (await isStored(copy, files))) return;
  }
  if (copies.length === 0) return;
  throw new BackupError(
    folder
      ? `${folder.path} has none of this backup's images. Check the path.`
      : "This backup's images are in a folder. To restore them, add --files and the folder.",
  );
}

/**
 * Saves the copies from `folder`, or else keeps a file of the same name and size, because the content under a name never
 * changes. Returns the names of those that are in neither.
 */
export async function restoreCopies(
  copies: readonly BackupCopy[],
  { files, folder }: RestoreTarget,
): Promise<string[]> {
  const missing: string[] = [];
  for (const copy of copies) {
    const content = await folder?.read(copy);
    if (content) await files.save(keyOf(copy.copy), Readable.from([content]));
    else if (!(await isStored(copy, files))) missing.push(copy.copy);
  }
  return missing;
}

const isStored = async ({ copy, size }: BackupCopy, files: RestoreTarget['files']) =>
  (await files.find(keyOf(copy)))?.size === size;
