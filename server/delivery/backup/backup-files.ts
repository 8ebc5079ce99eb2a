import type { DatabaseHandle } from '#server/platform/database/database.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import { filesOf } from '#server/domains/images/image-files.ts';
import { BackupError } from './backup-error.ts';
import type { BackupLine, BackupPart } from './backup-format.ts';

const PART_BYTES = 256 * 1024;

/** Lists the existing files of all images, including deleted images, which can be undeleted. */
export async function listFiles(db: DatabaseHandle, files: Pick<FileStore, 'find'>): Promise<string[]> {
  const rows = await db
    .selectFrom('image')
    .select(['file_name as fileName', 'revision', 'cut as crop'])
    .orderBy('position')
    .execute();
  const found: string[] = [];
  for (const name of rows.flatMap(filesOf)) {
    if (await files.find(`images/${name}`)) found.push(name);
  }
  return found;
}

/** Yields files in parts. Throws BackupError for a file that is missing or changes. */
export async function* partsOf(
  names: readonly string[],
  files: Pick<FileStore, 'find'>,
): AsyncGenerator<BackupPart> {
  for (const file of names) {
    const found = await files.find(`images/${file}`);
    let at = 0;
    for await (const bytes of inParts(found?.stream() ?? [])) {
      yield { file, at, of: found?.size ?? 0, bytes: bytes.toString('base64') };
      at += bytes.length;
    }
    if (at !== found?.size) throw new BackupError(`${file} changed during the backup. Run the backup again.`);
  }
}

async function* inParts(content: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
  let buffered: Buffer[] = [];
  let size = 0;
  for await (const bytes of content) {
    buffered.push(bytes);
    size += bytes.length;
    if (size < PART_BYTES) continue;
    yield Buffer.concat(buffered);
    [buffered, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(buffered);
}

/** Checks that consecutive parts form complete files, and counts the files. */
export function createPartChecker() {
  let open: { file: string; of: number; expected: number } | undefined;
  let count = 0;
  return {
    /** Returns false for a part that does not follow the previous one. */
    accept({ file, at, of, bytes }: BackupPart): boolean {
      const { expected } = open?.file === file && open.of === of ? open : { expected: 0 };
      if ((open && expected === 0) || at !== expected) return false;
      const end = at + Buffer.byteLength(bytes, 'base64');
      if (end > of || end === at) return false;
      open = end === of ? undefined : { file, of, expected: end };
      if (!open) count += 1;
      return true;
    },
    /** Number of files, or undefined inside a file. */
    count: () => (open ? undefined : count),
  };
}

/** Saves the files of a validated backup. Skips its rows. */
export async function restoreFiles(
  lines: AsyncGenerator<BackupLine>,
  files: Pick<FileStore, 'save'>,
): Promise<void> {
  for (let first = await nextPart(lines); first; first = await nextPart(lines)) {
    await files.save(`images/${first.file}`, contentOf(first, lines));
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
