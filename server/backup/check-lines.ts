import { damaged } from './backup-error.ts';
import type { BackupRow } from './backup-format.ts';
import type { Backup } from './read-backup.ts';

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
  let open: { file: string; of: number; at: number } | undefined;
  for await (const line of lines()) {
    if ('table' in line) {
      const count = rows.get(line.table);
      if (count === undefined) throw damaged(path, 'it contains rows for an unlisted table');
      rows.set(line.table, count + 1);
      yield line;
    } else if ('file' in line) {
      const { file, of, at, bytes } = line;
      const next = open ?? { file, of, at: 0 };
      const end = at + Buffer.byteLength(bytes, 'base64');
      const follows = next.file === file && next.of === of && next.at === at;
      if (!follows || end === at || end > of) throw damaged(path, 'one of its files is incomplete');
      open = end < of ? { file, of, at: end } : undefined;
      if (!open) complete += 1;
    } else if ('copy' in line) complete += 1;
    else files = line.files;
  }
  for (const [table, count] of rows) {
    if (count !== header.rows[table]) throw damaged(path, 'some rows are missing');
  }
  if (open || complete !== files) throw damaged(path, 'some files are missing');
}
