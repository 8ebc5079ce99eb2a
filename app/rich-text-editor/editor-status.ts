import type { Mark, MarkType } from 'prosemirror-model';
import type { EditorState } from 'prosemirror-state';
import { RICH_TEXT_MAX_NODES, type RichTextSize } from '#contract/rich-text.ts';
import { isLeaving } from './commands/leave-list-plugin.ts';
import { innermostList, isInList, selectedParagraphs } from './commands/list-commands.ts';
import { bulletList, em, numberedList, s, size, strong, u } from './model/schema.ts';
import { countNodes } from './model/write-html.ts';

/** What the toolbar and the words below the text show. Plain values only, so that two are quickly compared. */
export type EditorStatus = {
  bold: boolean;
  italic: boolean;
  underline: boolean;
  strikethrough: boolean;
  bulletList: boolean;
  numberedList: boolean;
  /** Text without a size is Normal; undefined where the selection has several. */
  size: RichTextSize | undefined;
  /** What the words below the text tell about the Tab key, while the cursor blinks in a list. */
  tabHint: 'changesLevel' | 'leaves' | undefined;
  /** How many nodes more than can be saved. */
  excess: number;
};

export const EMPTY_STATUS: EditorStatus = {
  bold: false,
  italic: false,
  underline: false,
  strikethrough: false,
  bulletList: false,
  numberedList: false,
  size: 'normal',
  tabHint: undefined,
  excess: 0,
};

export function statusOf(state: EditorState, hasFocus: boolean): EditorStatus {
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
    tabHint: hasFocus ? tabHint(state) : undefined,
    excess: Math.max(0, countNodes(state.doc) - RICH_TEXT_MAX_NODES),
  };
}

export function sameStatus(one: EditorStatus, other: EditorStatus): boolean {
  return (Object.keys(one) as (keyof EditorStatus)[]).every((key) => one[key] === other[key]);
}

function tabHint(state: EditorState): EditorStatus['tabHint'] {
  if (!isInList(state)) return undefined;
  return isLeaving(state) ? 'leaves' : 'changesLevel';
}

/** Whether all of the selection has a mark, or what is typed next would have it. */
function hasMark(state: EditorState, type: MarkType): boolean {
  const marks = marksIn(state);
  return marks.length > 0 && marks.every((set) => type.isInSet(set));
}

function sizeIn(state: EditorState): RichTextSize | undefined {
  const names = marksIn(state).map((set) => size.isInSet(set)?.attrs['name'] as RichTextSize | undefined);
  const sizes = new Set(names.map((name) => name ?? 'normal'));
  if (sizes.size === 0) return 'normal';
  return sizes.size === 1 ? [...sizes][0] : undefined;
}

/** The marks of each selected piece of text but bare white space, or of what is typed next. */
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
