import { mergeMoves } from '#shared/merge-moves.ts';
import { conflictKey, mergeShowing, type MergeDraft } from './merge-draft.ts';

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
export const orderMerge = (nameOf: (id: string) => string): MergeDraft =>
  mergeShowing<string, string>(
    ({ base, mine, theirs }, decide) => {
      const versions = { base: idsIn(base), mine: idsIn(mine), theirs: idsIn(theirs) };
      return JSON.stringify(mergeMoves(versions, decide).order);
    },
    (id, { mine, theirs }) => ({
      key: conflictKey(id, undefined),
      name: nameOf(id),
      mine: placeIn(idsIn(mine), id, nameOf),
      theirs: placeIn(idsIn(theirs), id, nameOf),
    }),
  );
