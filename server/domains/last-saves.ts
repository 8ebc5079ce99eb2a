import type { LastSaves } from '#contract/last-saves.ts';
import { createChangeLogStore } from '#server/records/change-log/change-log-store.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Row } from '#server/records/history.ts';
import type { ItemHistories } from './history/item-histories.ts';

export type LastSaveService = ReturnType<typeof createLastSaveService>;

export function createLastSaveService(database: Database, { list, find }: ItemHistories) {
  const valuesOf = list.flatMap(({ subject, listOf }) => (listOf ? subject : []));
  return {
    /** Reads the newest change of each text, table, and list. */
    async list(): Promise<LastSaves> {
      const changes = await database.read((db) => createChangeLogStore(db).listNewest({ valuesOf }));
      const saves = new Map<string, LastSaves[string]>();
      for (const { version, subject, at, origin, author, before, after } of changes) {
        const own = find(subject);
        // A purge of a deleted image is logged without its list.
        const editable = own?.listOf ? own.listOf((after ?? before ?? {}) as Row) : subject;
        if (origin !== 'demo' && own?.restore && editable !== undefined) {
          saves.set(editable, { at, author, version });
        }
      }
      return Object.fromEntries(saves);
    },
  };
}
