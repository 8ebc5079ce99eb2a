import { createHash } from 'node:crypto';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import type { FileKey, Files } from './file-store.ts';

/** Size in bytes and hexadecimal SHA-256 of a stored file. */
export type Checksum = { key: FileKey; size: number; sha256: string };

/** Checksum as stored. `checkedAt` is the time of the last check, in ISO 8601, or ''. */
export type StoredChecksum = Checksum & { checkedAt: string };

/** Values per query. */
const PAGE = 100;

export const sha256Of = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

export const checksumOf = (key: FileKey, content: Uint8Array): Checksum => ({
  key,
  size: content.length,
  sha256: sha256Of(content),
});

export const createChecksumStore = (db: DatabaseHandle) => ({
  async list(): Promise<StoredChecksum[]> {
    const rows = await db.selectFrom('stored_file').selectAll().execute();
    return rows.map(({ checked_at: checkedAt, key, ...row }) => ({ ...row, key: key as FileKey, checkedAt }));
  },

  async save(checksums: readonly Checksum[], now = new Date()): Promise<void> {
    const rows = checksums.map(({ key, size, sha256 }) => ({
      key,
      size,
      sha256,
      checked_at: now.toISOString(),
    }));
    for (let at = 0; at < rows.length; at += PAGE) {
      await db
        .insertInto('stored_file')
        .values(rows.slice(at, at + PAGE))
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet(({ ref }) => ({
            size: ref('excluded.size'),
            sha256: ref('excluded.sha256'),
            checked_at: ref('excluded.checked_at'),
          })),
        )
        .execute();
    }
  },

  async remove(keys: readonly string[]): Promise<void> {
    for (let at = 0; at < keys.length; at += PAGE)
      await db
        .deleteFrom('stored_file')
        .where('key', 'in', keys.slice(at, at + PAGE))
        .execute();
  },
});

/** Returns a store that also records the checksum of each image or document that it saves. */
export function recordChecksums<Store extends Files>(
  files: Store,
  record: (checksum: Checksum) => Promise<unknown>,
): Store {
  return {
    ...files,
    async save(key, content) {
      if (!/^(?:images|documents)\//.test(key)) return files.save(key, content);
      const hash = createHash('sha256');
      let size = 0;
      async function* hashed() {
        for await (const bytes of content) {
          hash.update(bytes);
          size += bytes.length;
          yield bytes;
        }
      }
      await files.save(key, hashed());
      await record({ key, size, sha256: hash.digest('hex') });
    },
  };
}
