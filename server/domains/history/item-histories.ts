import type { HistoryKind } from '#contract/history.ts';
import { itemIdOf, type HistorySetting, type ItemHistory } from '#server/records/history.ts';
import { headOf } from '#server/records/history-store.ts';

export type ItemHistories<Parts = never> = ReturnType<typeof createItemHistories<Parts>>;

/** Finds what the domains know about their changes, by subject and kind. */
export function createItemHistories<Parts>(list: readonly ItemHistory<Parts>[]) {
  const byHead = new Map(list.toReversed().map((each) => [headOf(each.subject), each]));
  const ofKind = (kind: HistoryKind) => list.find((each) => each.kind === kind);

  /** Returns undefined for subjects that this version does not have. */
  const find = (subject: string): ItemHistory<Parts> | undefined =>
    list.find((each) =>
      each.subject.endsWith(':') ? subject.startsWith(each.subject) : subject === each.subject,
    );

  /** Returns how to present a subject, which is like others of its kind if this version does not have it. */
  const findKind = (subject: string) => find(subject) ?? byHead.get(headOf(subject));

  /** Returns the item id of an item by its id in its domain. */
  function itemOf(kind: HistoryKind, id: string): string {
    const items = ofKind(kind);
    return items?.rows ? itemIdOf({ subject: items.subject, item: id }) : `${items?.subject}${id}`;
  }

  return {
    list,
    find,
    findKind,
    itemOf,
    kindOf: (subject: string): HistoryKind => findKind(subject)?.kind ?? 'other',

    /** Returns the item id of an id in a logged order. */
    orderedItem(subject: string, id: string): string {
      const own = find(subject);
      return !own || own.rows || own === ofKind(own.kind)
        ? itemIdOf({ subject, item: id })
        : itemOf(own.kind, id);
    },

    /** Returns the filter for the entries of a kind. */
    headsOf(kind: HistoryKind): { heads: string[] } | { otherHeads: string[] } {
      const headsOf = (wanted: readonly ItemHistory<Parts>[]) => [
        ...new Set(wanted.map(({ subject }) => headOf(subject))),
      ];
      return kind === 'other'
        ? { otherHeads: headsOf(list.filter((each) => each.kind !== 'other')) }
        : { heads: headsOf(list.filter((each) => each.kind === kind)) };
    },

    /** Returns the names of subjects that always exist. */
    fixedNames: (site: HistorySetting['site']): Map<string, string> =>
      new Map(list.flatMap(({ names }) => Object.entries(names?.(site) ?? {}))),
  };
}
