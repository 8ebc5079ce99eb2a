import type { Side } from '#shared/merge-lists.ts';
import { mergeMoves } from '#shared/merge-moves.ts';
import { conflictKey, type MergeDraft } from './merge-draft.ts';

/** Parses a serialized order. Returns [] for other text, such as a draft from an older release. */
export function idsIn(order: string): string[] {
  try {
    const ids = JSON.parse(order) as unknown;
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Returns the list with the first item that `isIt` accepts moved to a position. Ignores positions outside of the list. */
export function moved<Item>(list: readonly Item[], isIt: (item: Item) => boolean, to: number): Item[] {
  const from = list.findIndex(isIt);
  const item = list[from];
  if (item === undefined || to < 0 || to >= list.length) return [...list];
  return list.toSpliced(from, 1).toSpliced(to, 0, item);
}

/** Returns the serialized order with an id moved to a position, or unchanged for a position outside of the list. */
export const movedTo = (ids: readonly string[], id: string, to: number): string =>
  JSON.stringify(moved(ids, (each) => each === id, to));

function placeIn(order: readonly string[], id: string, nameOf: (id: string) => string): string {
  const at = order.indexOf(id);
  const position = `Position ${(at + 1).toLocaleString('en-US')}`;
  const previous = order[at - 1];
  return previous === undefined ? position : `${position}, after ${nameOf(previous)}`;
}

/** Creates the function that merges a draft of an order with someone else's. */
export const orderMerge =
  (nameOf: (id: string) => string) =>
  ({ draft, base, theirs }: Parameters<MergeDraft>[0], choose: (key: string) => Side = () => 'mine') => {
    const [before, mine, newer] = [idsIn(base), idsIn(draft), idsIn(theirs)];
    const versions = { base: before, mine, theirs: newer };
    const { order, contradictions } = mergeMoves(versions, (id) => choose(conflictKey(id, undefined)));
    const conflicts = contradictions.map((id) => ({
      key: conflictKey(id, undefined),
      name: nameOf(id),
      mine: placeIn(mine, id, nameOf),
      theirs: placeIn(newer, id, nameOf),
    }));
    const text = JSON.stringify(order);
    return { merged: text, text, conflicts };
  };
