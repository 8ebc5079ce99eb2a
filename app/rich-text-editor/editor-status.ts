import type { Mark, MarkType } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';
import { RICH_TEXT_MAX_NODES, type RichTextSize } from '#contract/rich-text.ts';
import { isLeaving } from './commands/leave-list-plugin.ts';
import { innermostList, isInList, selectedParagraphs } from './commands/list-commands.ts';
import { linkAt, tableAt } from './commands/page-positions.ts';
import { bulletList, em, numberedList, s, schema, size, strong, u } from './model/schema.ts';
import { countNodes } from './model/serialize-document.ts';

/** State shown in the toolbar and below the text. Only primitive values, for a cheap comparison. */
export type EditorStatus = ReturnType<typeof statusOf>;

export function statusOf(state: EditorState) {
  const lists = new Set(selectedParagraphs(state).map(({ $start }) => innermostList($start)?.node.type));
  const isAll = (type: typeof bulletList) => lists.size === 1 && lists.has(type);
  return {
    bold: hasMark(state, strong),
    italic: hasMark(state, em),
    underline: hasMark(state, u),
    strikethrough: hasMark(state, s),
    bulletList: isAll(bulletList),
    numberedList: isAll(numberedList),
    size: sizeIn(state),
    tabHint: tabHint(state),
    /** Number of nodes above the limit. */
    excess: Math.max(0, countNodes(state.doc) - RICH_TEXT_MAX_NODES),
    headingLevel: state.selection.$from.parent.attrs['level'] as number | undefined,
    /** Address of the link at the start of the selection. */
    link: linkAt(state)?.href,
    isInTable: tableAt(state) !== undefined,
  };
}

export const EMPTY_STATUS: EditorStatus = statusOf(EditorState.create({ schema }));

export function sameStatus(one: EditorStatus, other: EditorStatus): boolean {
  return (Object.keys(one) as (keyof EditorStatus)[]).every((key) => one[key] === other[key]);
}

/** Returns the hint about the Tab key, while the cursor is in a list. */
function tabHint(state: EditorState): 'changesLevel' | 'leaves' | undefined {
  if (!isInList(state)) return undefined;
  return isLeaving(state) ? 'leaves' : 'changesLevel';
}

/** Returns true if the whole selection, or the text typed next, has the mark. */
function hasMark(state: EditorState, type: MarkType): boolean {
  const marks = marksIn(state);
  return marks.length > 0 && marks.every((set) => type.isInSet(set));
}

/** Text without a size is normal. Returns undefined if the selection has several sizes. */
function sizeIn(state: EditorState): RichTextSize | undefined {
  const names = marksIn(state).map((set) => size.isInSet(set)?.attrs['name'] as RichTextSize | undefined);
  const sizes = new Set(names.map((name) => name ?? 'normal'));
  if (sizes.size === 0) return 'normal';
  return sizes.size === 1 ? [...sizes][0] : undefined;
}

/** Returns the marks of each selected text node, except white space, or those of the text typed next. */
function marksIn({ doc, selection, storedMarks }: EditorState): (readonly Mark[])[] {
  const { $from, from, to, empty } = selection;
  if (empty) return [storedMarks ?? $from.marks()];
  const found: (readonly Mark[])[] = [];
  doc.nodesBetween(from, to, (node, position) => {
    if (!node.isText) return;
    const selected = node.text!.slice(Math.max(0, from - position), to - position);
    if (/\S/.test(selected)) found.push(node.marks);
  });
  return found;
}
