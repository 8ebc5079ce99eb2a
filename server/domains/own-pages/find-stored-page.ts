import { undoStep } from '#server/records/change-log/list-steps.ts';
import { DomainError } from '#server/platform/errors.ts';
import { fromPageRows, type PageRow } from '#shared/own-page-rows.ts';
import type { OwnPageStores, StoredOwnPage } from './own-page-store.ts';

/**
 * The changes of a page are those of its rows (`toPageRows`). An addition or removal of the page is one change with all
 * rows, and a removal also has its position.
 */
export const ownPageSubject = (id: string) => `own-page:${id}`;

export type FoundPage = StoredOwnPage & { isUnreadable?: true };

/**
 * Returns a page. If its row is unreadable, it is as the log has it. Throws UnavailableError or NotFoundError if the log
 * does not have it; with `isRemoved`, it is then as much as can be read.
 */
export async function findStored(
  stores: OwnPageStores,
  id: string,
  { isRemoved = false } = {},
): Promise<FoundPage | undefined> {
  const page = await stores.ownPages.find(id);
  if (page) return page;
  const row = (await stores.ownPages.listUnreadable()).find((each) => each.id === id);
  if (!row) return undefined;
  const rest = {
    ...row,
    description: '',
    inMenu: false,
    hidden: true,
    blocks: [],
    isUnreadable: true,
  } as const;
  try {
    const logged = await findLogged(stores, id);
    return logged ? { ...logged, position: row.position, isUnreadable: true } : { ...rest, blocks: [] };
  } catch (error) {
    if (isRemoved && error instanceof DomainError) return { ...rest, blocks: [] };
    throw error;
  }
}

/** Repeats all changes of a page, from its addition on. */
async function findLogged({ changeLog }: OwnPageStores, id: string) {
  const steps = await Array.fromAsync(changeLog.stepsBackTo([ownPageSubject(id)], 0));
  const rows: PageRow[] = [];
  for (const { item, before, after } of steps.toReversed())
    undoStep(rows, { item, before: after, after: before });
  return fromPageRows(id, rows);
}
