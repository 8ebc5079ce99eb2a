import { autoJoin } from 'prosemirror-commands';
import type { Node, NodeType, ResolvedPos } from 'prosemirror-model';
import { liftListItem, sinkListItem } from 'prosemirror-schema-list';
import type { Command, EditorState, Transaction } from 'prosemirror-state';
import { RICH_TEXT_MAX_DEPTH } from '#contract/rich-text.ts';
import { keepSelection } from '../model/keep-selection.ts';
import { listHeight, listLevel } from '../model/list-depth.ts';
import { bulletList, isList, item, numberedList, paragraph } from '../model/schema.ts';
import { unlist } from '../model/unlist.ts';

/** Turns the selected paragraphs, listed or not, into a list of this type, or back if all are in such lists. */
export function toggleList(type: NodeType): Command {
  return autoJoin(
    (state, dispatch) => {
      const selected = selectedParagraphs(state);
      const isListed = selected.every(({ $start }) => innermostList($start)?.node.type === type);
      dispatch?.(
        (isListed ? withoutList(state, selected) : withList(state, selected, type)).scrollIntoView(),
      );
      return true;
    },
    [bulletList.name, numberedList.name],
  );
}

/** Moves an item one level deeper, unless that exceeds the maximum depth or no item above can contain it. */
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

export type SelectedParagraph = { node: Node; $start: ResolvedPos };

export function selectedParagraphs({ doc, selection }: EditorState): SelectedParagraph[] {
  const found: SelectedParagraph[] = [];
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

function withList({ tr }: EditorState, selected: readonly SelectedParagraph[], type: NodeType): Transaction {
  const others = selected.flatMap(({ $start }) => innermostList($start) ?? []);
  const starts = others.filter(({ node }) => node.type !== type).map(({ start }) => start);
  return keepSelection(tr, () => {
    for (const start of new Set(starts)) tr.setNodeMarkup(start, type);
    // Last to first, so that earlier positions stay valid.
    for (const run of runsOutsideLists(selected).toReversed()) {
      const items = run.map(({ node }) => item.create(null, paragraph.create(null, node.content)));
      tr.replaceWith(run[0]!.$start.before(), run.at(-1)!.$start.after(), type.create(null, items));
    }
  });
}

function runsOutsideLists(selected: readonly SelectedParagraph[]): SelectedParagraph[][] {
  const runs: SelectedParagraph[][] = [];
  for (const each of selected.filter(({ $start }) => $start.depth === 1)) {
    const run = runs.at(-1);
    if (run?.at(-1)!.$start.after() === each.$start.before()) run.push(each);
    else runs.push([each]);
  }
  return runs;
}

function withoutList({ doc, tr }: EditorState, selected: readonly SelectedParagraph[]): Transaction {
  const chosen = new Set(selected.map(({ $start }) => $start.before()));
  const outermostLists = new Set(selected.map(({ $start }) => $start.before(1)));
  return keepSelection(tr, () => {
    for (const start of [...outermostLists].toReversed()) {
      const list = doc.nodeAt(start)!;
      const blocks = unlist(list, start, (position) => chosen.has(position));
      tr.replaceWith(start, start + list.nodeSize, blocks);
    }
  });
}
