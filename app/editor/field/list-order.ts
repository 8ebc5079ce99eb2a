import { mergeMoves } from '#shared/merge-moves.ts';
import { jsonForm } from './stored-form.ts';
import { conflictKey, mergeShowing, type MergeDraft } from './merge-draft.ts';

export const ORDER_FORM = jsonForm<readonly string[]>((ids) =>
  Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : undefined,
);

/** Returns the list with the first item that `isIt` accepts moved to a position. Ignores positions outside of the list. */
export function moved<Item>(list: readonly Item[], isIt: (item: Item) => boolean, to: number): Item[] {
  const from = list.findIndex(isIt);
  const item = list[from];
  if (item === undefined || to < 0 || to >= list.length) return [...list];
  return list.toSpliced(from, 1).toSpliced(to, 0, item);
}

function placeIn(order: readonly string[], id: string, nameOf: (id: string) => string): string {
  const at = order.indexOf(id);
  const position = `Position ${(at + 1).toLocaleString('en-US')}`;
  const previous = order[at - 1];
  return previous === undefined ? position : `${position}, after ${nameOf(previous)}`;
}

/** Creates the function that merges a draft of an order with someone else's. */
export const orderMerge = (nameOf: (id: string) => string): MergeDraft<readonly string[]> =>
  mergeShowing<readonly string[], string>(
    (versions, decide) => mergeMoves(versions, decide).order,
    (id, { mine, theirs }) => ({
      key: conflictKey(id, undefined),
      name: nameOf(id),
      mine: placeIn(mine, id, nameOf),
      theirs: placeIn(theirs, id, nameOf),
    }),
  );
