import type { Database } from '#server/database/database.ts';
import { createStores, type Stores } from '#server/stores.ts';
import type { Content } from './content.ts';

/** Runs a change of content, all of it or nothing. */
export type Save = <Saved>(work: (stores: Stores) => Promise<Saved>) => Promise<Saved>;

/** How changes are run: visitors see what one made when it resolves. It throws what the change throws. */
export function createSave({
  content,
  database,
}: {
  content: Pick<Content, 'refresh'>;
  database: Pick<Database, 'write'>;
}): Save {
  return async (work) => {
    const saved = await database.write((db) => work(createStores(db)));
    await content.refresh();
    return saved;
  };
}
