import { autoJoin } from 'prosemirror-commands';
import { type Node, NodeRange, type NodeType, type ResolvedPos } from 'prosemirror-model';
import { liftListItem, sinkListItem, wrapRangeInList } from 'prosemirror-schema-list';
import {
  type Command,
  EditorState,
  type Selection,
  TextSelection,
  type Transaction,
} from 'prosemirror-state';
import { RICH_TEXT_MAX_DEPTH } from '#contract/rich-text.ts';
import { listHeight, listLevel } from '../model/list-depth.ts';
import { bulletList, isList, item, numberedList } from '../model/schema.ts';

/**
 * Makes the selected paragraphs a list of this kind, lists of the other kind among them, too; where all of them are
 * that already, makes them paragraphs again.
 */
export function toggleList(type: NodeType): Command {
  return autoJoin(
    (state, dispatch) => {
      const selected = selectedParagraphs(state);
      const isListed = selected.every(({ $start }) => innermostList($start)?.node.type === type);
      dispatch?.((isListed ? unlisted(state) : listed(state, selected, type)).scrollIntoView());
      return true;
    },
    [bulletList.name, numberedList.name],
  );
}

/** One level deeper, unless that is too deep or there is no item above to belong to. */
export const deepenItem: Command = (state, dispatch) => {
  const { $from, $to } = state.selection;
  const range = $from.blockRange($to, isList);
  if (!range) return false;
  const selected = range.parent.children.slice(range.startIndex, range.endIndex);
  const levels = listLevel($from, range.depth) + 1 + Math.max(...selected.map(listHeight));
  return levels <= RICH_TEXT_MAX_DEPTH && sinkListItem(item)(state, dispatch);
};

export const liftItem: Command = liftListItem(item);

export function isInList(state: EditorState): boolean {
  return innermostList(state.selection.$head) !== undefined;
}

type DocumentSelection = Pick<EditorState, 'doc' | 'selection'>;

export type Place = { node: Node; $start: ResolvedPos };

/** The paragraphs that the selection touches, each with the place where its text begins. */
export function selectedParagraphs({ doc, selection }: DocumentSelection): Place[] {
  const found: Place[] = [];
  doc.nodesBetween(selection.from, selection.to, (node, position) => {
    if (node.isTextblock) found.push({ node, $start: doc.resolve(position + 1) });
    return !node.isTextblock;
  });
  return found;
}

export function innermostList($position: ResolvedPos): { node: Node; start: number } | undefined {
  for (let depth = $position.depth; depth > 0; depth -= 1) {
    if (isList($position.node(depth))) return { node: $position.node(depth), start: $position.before(depth) };
  }
  return undefined;
}

function listed(state: EditorState, selected: readonly Place[], type: NodeType): Transaction {
  const { tr } = state;
  const others = selected.flatMap(({ $start }) => innermostList($start) ?? []);
  const starts = others.filter(({ node }) => node.type !== type).map(({ start }) => start);
  for (const start of new Set(starts)) tr.setNodeMarkup(start, type);
  // From the last to the first, so that the places of those before stay true.
  for (const [first, last] of runsOutsideLists(selected).toReversed()) {
    const range = new NodeRange(tr.doc.resolve(first.$start.pos), tr.doc.resolve(last.$start.pos), 0);
    wrapRangeInList(tr, range, type);
  }
  return tr;
}

/** The first and last of neighbouring paragraphs that stand in no list. */
function runsOutsideLists(selected: readonly Place[]): [Place, Place][] {
  const runs: [Place, Place][] = [];
  for (const place of selected.filter(({ $start }) => $start.depth === 1)) {
    const run = runs.at(-1);
    if (run && run[1].$start.index(0) + 1 === place.$start.index(0)) run[1] = place;
    else runs.push([place, place]);
  }
  return runs;
}

/** Takes the selected items out of all the lists they are in. */
function unlisted(state: EditorState): Transaction {
  const { tr } = state;
  function lift(selection: Selection): boolean {
    return liftItem(EditorState.create({ doc: tr.doc, selection }), ({ steps }) => {
      for (const step of steps) tr.step(step);
    });
  }
  while (lift(tr.selection));
  // Items of several lists have no range in common: one at a time, from the last to the first.
  for (let left = lastInList(tr); left; left = lastInList(tr)) {
    if (!lift(TextSelection.create(tr.doc, left.$start.pos))) break;
  }
  return tr;
}

function lastInList(state: DocumentSelection): Place | undefined {
  return selectedParagraphs(state).findLast(({ $start }) => innermostList($start) !== undefined);
}
