import type { Author } from '#server/platform/change-log/change-log-store.ts';
import { idOf, type HistorySetting, type Undoing } from '#server/records/history.ts';
import type { ItemHistories } from './item-histories.ts';

/**
 * Gives the items of changes their values before them, in the order of the domains. Of a row, an image, a document, or a
 * Pioneer item, only the fields that have changed. Throws like the items' own saves.
 */
export async function restoreChanges<Parts>(
  { list, find, storesOf }: ItemHistories<Parts>,
  author: Author,
  undoing: Undoing & Parts,
  setting: HistorySetting,
): Promise<void> {
  const stores = storesOf(undoing.db);
  const bySubject = Map.groupBy(undoing.entries, ({ subject }) => subject);
  for (const own of list) {
    for (const [subject, steps] of bySubject) {
      if (find(subject) !== own) continue;
      const [before, after] = [steps.at(-1)?.before as never, steps[0]?.after as never];
      await own.restore?.(stores, author, { ...undoing, id: idOf(subject), steps, before, after }, setting);
    }
  }
}
