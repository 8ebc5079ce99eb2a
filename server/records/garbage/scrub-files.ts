import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#server/platform/database/database.ts';
import { createChecksumStore } from '#server/platform/files/checksums.ts';
import type { FileKey } from '#server/platform/files/file-store.ts';
import type { Log } from '#server/records/content/part-reader.ts';
import { checkFiles } from '#server/records/stored-file/check-files.ts';

/** Four files a minute, so that visitors do not notice. Ends before the lease of garbage collection does. */
const PACE = { pauseMs: 15_000, batch: 40, batches: 15 } as const;

/** Checks files that were not checked for longest, logs the damaged ones, and records checksums of new ones. */
export async function scrubFiles(
  {
    log,
    signal,
    ...parts
  }: Parameters<typeof checkFiles>[0] & {
    database: Pick<Database, 'writeAside'>;
    log: Log;
    signal: AbortSignal;
  },
  { pauseMs, batch, batches }: Record<keyof typeof PACE, number> = PACE,
): Promise<void> {
  const seen = new Set<FileKey>();

  async function* slowly(keys: readonly FileKey[]) {
    for (const key of keys) {
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      seen.add(key);
      yield key;
    }
  }

  for (let left = batches; left > 0 && !signal.aborted; left -= 1) {
    const { problems, checksums } = await checkFiles({ ...parts, retryMs: [] }, (known) => {
      const unseen = [...known].filter(([key]) => !seen.has(key));
      const oldest = unseen.sort(([, one], [, other]) => (checkedAt(one) < checkedAt(other) ? -1 : 1));
      return slowly(oldest.slice(0, batch).map(([key]) => key));
    });
    await parts.database.writeAside((db) => createChecksumStore(db).save(checksums));
    for (const { key, problem } of problems) {
      log(new Error(`${key} ${problem}.`), 'A stored file needs attention. Run: npm run admin -- check');
    }
  }
}

const checkedAt = ({ checksum }: { checksum: { checkedAt: string } | undefined }) =>
  checksum?.checkedAt ?? '';
