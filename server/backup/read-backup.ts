import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Value } from 'typebox/value';
import { BackupError, damaged, onDisk } from './backup-error.ts';
import {
  BACKUP_END_BYTES,
  BACKUP_FORMAT,
  BACKUP_VERSION,
  backupEnd,
  BackupHeader,
  BackupLine,
  type BackupRow,
} from './backup-format.ts';

const HEADER_BYTES_MAX = 64 * 1024;

export type Backup = AsyncDisposable & { header: BackupHeader; lines(): AsyncGenerator<BackupLine> };

/** Opens a backup. Throws BackupError if the file is not a backup, is damaged or incomplete, or has a newer format. */
export async function openBackup(path: string): Promise<Backup> {
  const file = await onDisk(path, 'read', open(path));
  try {
    const { size } = await file.stat();
    const endsAt = size - BACKUP_END_BYTES;
    const firstLine = await readFirstLine(file, path);
    if (!firstLine.startsWith(`{"format":"${BACKUP_FORMAT}"`)) {
      throw new BackupError(`${path} isn't a Scalehouse backup. Use another file.`);
    }
    if (!(await isIntact(file, endsAt))) throw incomplete(path);
    const header = parseHeader(firstLine, path);
    const startsAt = Buffer.byteLength(firstLine) + 1;
    return {
      header,
      lines: () => readLines(file, { path, startsAt, endsAt }),
      [Symbol.asyncDispose]: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

const incomplete = (path: string) => new BackupError(`${path} is damaged or incomplete. Use another backup.`);

async function readFirstLine(file: FileHandle, path: string): Promise<string> {
  const start = file.read(Buffer.alloc(HEADER_BYTES_MAX), { position: 0 });
  const { buffer, bytesRead } = await onDisk(path, 'read', start);
  const end = buffer.subarray(0, bytesRead).indexOf('\n');
  return buffer.toString('utf8', 0, end === -1 ? bytesRead : end);
}

/** Returns true if the checksum at the end matches all bytes before it. */
async function isIntact(file: FileHandle, endsAt: number): Promise<boolean> {
  if (endsAt <= 0) return false;
  const hash = createHash('sha256');
  for await (const bytes of file.createReadStream({ start: 0, end: endsAt - 1, autoClose: false })) {
    hash.update(bytes as Buffer);
  }
  const { buffer } = await file.read(Buffer.alloc(BACKUP_END_BYTES), { position: endsAt });
  return buffer.toString() === backupEnd(hash.digest('hex'));
}

function parseHeader(line: string, path: string): BackupHeader {
  const header = JSON.parse(line) as { version?: unknown };
  if (typeof header.version === 'number' && header.version > BACKUP_VERSION) {
    throw new BackupError(`${path} was made by a newer version of Scalehouse. Restore it with that version.`);
  }
  if (!Value.Check(BackupHeader, header)) throw incomplete(path);
  return header;
}

async function* readLines(
  file: FileHandle,
  { path, startsAt, endsAt }: { path: string; startsAt: number; endsAt: number },
): AsyncGenerator<BackupLine> {
  const content = createGunzip();
  const source = file.createReadStream({ start: startsAt, end: endsAt - 1, autoClose: false });
  // The loop throws the errors of both streams.
  pipeline(source, content, () => undefined);
  for await (const text of splitLines(content)) {
    const line: unknown = JSON.parse(text);
    if (!Value.Check(BackupLine, line)) throw incomplete(path);
    yield line;
  }
}

/** Splits at line feeds only. node:readline also splits at U+2028, which JSON does not escape. */
async function* splitLines(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for await (const bytes of content) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/**
 * Yields the rows of a backup, and checks that all its rows and files are complete. Throws BackupError at the latest at
 * the end.
 */
export async function* checkedRows(
  { header, lines }: Backup,
  { path }: { path: string },
): AsyncGenerator<BackupRow> {
  const rows = new Map(Object.keys(header.rows).map((table) => [table, 0]));
  let files = header.version === 1 ? (header.files ?? 0) : undefined;
  let complete = 0;
  /** File of which another part must follow, at an offset. */
  let unfinished: { file: string; of: number; at: number } | undefined;
  for await (const line of lines()) {
    if ('table' in line) {
      const count = rows.get(line.table);
      if (count === undefined) throw damaged(path, 'it contains rows for an unlisted table');
      rows.set(line.table, count + 1);
      yield line;
    } else if ('file' in line) {
      const { file, of, at, bytes } = line;
      const next = unfinished ?? { file, of, at: 0 };
      const end = at + Buffer.byteLength(bytes, 'base64');
      const follows = next.file === file && next.of === of && next.at === at;
      if (!follows || end === at || end > of) throw damaged(path, 'one of its files is incomplete');
      unfinished = end < of ? { file, of, at: end } : undefined;
      if (!unfinished) complete += 1;
    } else if ('copy' in line) complete += 1;
    else files = line.files;
  }
  for (const [table, count] of rows) {
    if (count !== header.rows[table]) throw damaged(path, 'some rows are missing');
  }
  if (unfinished || complete !== files) throw damaged(path, 'some files are missing');
}
