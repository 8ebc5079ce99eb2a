import { createHash, randomBytes } from 'node:crypto';
import { appendFile, mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { saveDurably } from '#server/platform/files/disk-files.ts';
import { orMissing } from '#server/platform/files/temp-files.ts';
import { fileError } from './backup-error.ts';
import type { BackupCopy } from './backup-format.ts';
import { FILE_MODE } from './write-backup.ts';

/** List of checksums in the format of `sha256sum`, which can check the folder with it. */
const CHECKSUMS = 'SHA256SUMS';

/** Folder with one copy of each image file, under its own name, for any number of backups. */
export type CopyFolder = Awaited<ReturnType<typeof openCopyFolder>>;

/** Opens the folder. Throws BackupError if it cannot be read or, with `create`, cannot be created. */
export async function openCopyFolder(path: string, { create }: { create: boolean }) {
  const onDisk = <Result>(what: 'read' | 'write', work: Promise<Result>) =>
    work.catch((error: unknown) => {
      throw fileError(path, what, error);
    });
  if (create) await onDisk('write', mkdir(path, { recursive: true, mode: 0o700 }));
  else await onDisk('read', stat(path));
  const checksums = parseChecksums(
    (await onDisk('read', readFile(join(path, CHECKSUMS), 'utf8').catch(orMissing))) ?? '',
  );

  return {
    path,

    /** Returns a file that is listed with a checksum, without reading its content. */
    async find(name: string): Promise<BackupCopy | undefined> {
      const sha256 = checksums.get(name);
      const found = sha256 && (await onDisk('read', stat(join(path, name)).catch(orMissing)));
      return found ? { copy: name, size: found.size, sha256 } : undefined;
    },

    /** Stores a file, then its checksum: after a crash in between, the next backup stores it again. */
    async save(name: string, content: Uint8Array): Promise<BackupCopy> {
      const sha256 = sha256Of(content);
      const partial = join(path, `${name}.${randomBytes(4).toString('hex')}.partial`);
      await onDisk('write', saveDurably(join(path, name), content, { partial, mode: FILE_MODE }));
      await onDisk('write', appendFile(join(path, CHECKSUMS), `${sha256}  ${name}\n`, { mode: FILE_MODE }));
      checksums.set(name, sha256);
      return { copy: name, size: content.length, sha256 };
    },

    /** Returns the content of a file, or undefined if it is missing or has another checksum. */
    async read({ copy, sha256 }: BackupCopy): Promise<Buffer | undefined> {
      const content = await onDisk('read', readFile(join(path, copy)).catch(orMissing));
      return content && sha256Of(content) === sha256 ? content : undefined;
    },
  };
}

const sha256Of = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

/** Parses the checksums. Ignores a line that a crash cut off. */
const parseChecksums = (text: string): Map<string, string> =>
  new Map(
    text.split('\n').flatMap((line) => {
      const [, sha256, name] = /^([0-9a-f]{64}) {2}([A-Za-z0-9._-]+)$/.exec(line) ?? [];
      return sha256 && name ? [[name, sha256] as const] : [];
    }),
  );
