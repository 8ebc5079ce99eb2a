import type { HistoryKind } from '#contract/history.ts';
import type { Author } from '#server/platform/change.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import {
  idOf,
  itemIdOf,
  textOf,
  type HistorySetting,
  type ItemHistory,
  type Row,
  type Undoing,
} from '#server/records/history.ts';
import { headOf } from '#server/records/history-store.ts';

export type ItemHistories<Parts = never> = ReturnType<typeof createItemHistories<never, Parts>>;

/** Finds how the history presents and restores changes. `storesOf` creates the stores that `all` reads and changes. */
export function createItemHistories<Stores, Parts>(
  all: readonly ItemHistory<Stores, Parts>[],
  storesOf: (db: DatabaseHandle) => Stores,
) {
  // Only the histories themselves know what is in the stores.
  const list: readonly ItemHistory<never, Parts>[] = all;
  const ofKind = (kind: HistoryKind) => list.find((each) => each.kind === kind);

  /** Returns undefined for a subject that this version does not know. */
  const find = (subject: string): ItemHistory<never, Parts> | undefined =>
    list.find((each) =>
      each.subject.endsWith(':') ? subject.startsWith(each.subject) : subject === each.subject,
    );

  /** Returns the item id of an item by its id in its domain. */
  function itemOf(kind: HistoryKind, id: string): string {
    const { rows, subject = '' } = ofKind(kind) ?? {};
    return rows ? itemIdOf({ subject, item: id }) : subject + id;
  }

  return {
    list,
    storesOf: (db: DatabaseHandle) => storesOf(db) as never,
    find,
    itemOf,

    /** Returns the item id of an id in a logged order. */
    orderedItem(subject: string, id: string): string {
      const own = find(subject);
      return own && own !== ofKind(own.kind) ? itemOf(own.kind, id) : itemIdOf({ subject, item: id });
    },

    /** Returns the starts of the subjects of a kind; of 'other', those that are not. */
    headsOf(kind: HistoryKind): string[] {
      const found = list.filter((each) => (each.kind === kind) === (kind !== 'other'));
      return [...new Set(found.map(({ subject }) => headOf(subject)))];
    },

    /** Returns the names of subjects that always exist. */
    fixedNames: (site: HistorySetting['site']): Map<string, string> =>
      new Map(
        list.flatMap(({ names }) =>
          Object.entries(typeof names === 'function' ? names(site) : (names ?? {})),
        ),
      ),

    /**
     * Gives the items of changes their values before them, in the order of `all`. Of a row, an image, a document, or a
     * Pioneer item, only the fields that have changed. Throws like the items' own saves.
     */
    async restore(author: Author, undoing: Undoing & Parts, setting: HistorySetting): Promise<void> {
      const stores = storesOf(undoing.db) as never;
      const bySubject = Map.groupBy(undoing.entries, ({ subject }) => subject);
      for (const own of list) {
        for (const [subject, steps] of bySubject) {
          if (find(subject) !== own) continue;
          const [before, after] = [steps.at(-1)?.before as never, steps[0]?.after as never];
          const undo = { ...undoing, id: idOf(subject), steps, before, after };
          await own.restore?.(stores, author, undo, setting);
        }
      }
    },

    /** Returns the names of the rows of a list by their ids. */
    async rowNames(db: DatabaseHandle, own: ItemHistory<never, Parts>): Promise<[string, string][]> {
      const rows = (await own.rows?.(storesOf(db) as never)) ?? [];
      return rows.map((row) => [row.id, rowName(own, row)]);
    },
  };
}

/** Returns the name of a complete row, or '' if it has none. */
export function rowName(own: ItemHistory<never, never> | undefined, row: unknown, parent?: string): string {
  if (row === null || typeof row !== 'object') return '';
  return own?.nameOf?.(row as Row, parent) ?? textOf((row as Row)['name']);
}
