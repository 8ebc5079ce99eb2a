import type { Database } from '#server/platform/database/database.ts';
import { createStores, type Stores } from '#tests/support/stores.ts';
import type { ContentCache } from './content-cache.ts';

export type Save = <Saved>(work: (stores: Stores) => Promise<Saved>) => Promise<Saved>;

/** Creates a function that runs a change in a transaction and refreshes the content cache before it resolves. */
export function createSave({
  content,
  database,
}: {
  content: Pick<ContentCache, 'refresh'>;
  database: Pick<Database, 'write'>;
}): Save {
  return async (work) => {
    const saved = await database.write((db) => work(createStores(db)));
    await content.refresh();
    return saved;
  };
}
