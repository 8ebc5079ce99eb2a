import {
  baseKeymap,
  chainCommands,
  deleteSelection,
  joinBackward,
  joinForward,
  joinTextblockBackward,
  joinTextblockForward,
  liftEmptyBlock,
  selectNodeBackward,
  selectNodeForward,
  splitBlockKeepMarks,
} from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import { splitListItemKeepMarks } from 'prosemirror-schema-list';
import { type Command, TextSelection } from 'prosemirror-state';
import { em, item, lineBreak, s, strong, u } from '../model/schema.ts';
import { toggleFormat } from './format-commands.ts';
import { deepenItem, isInList, liftItem } from './list-commands.ts';
import { moveToCell, tableAt } from './page-positions.ts';

const breakLine: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(lineBreak.create()).scrollIntoView());
  return true;
};

/** A cell has one paragraph. */
const breakLineInCell: Command = (state, dispatch) =>
  tableAt(state) !== undefined && breakLine(state, dispatch);

/** Enter in an empty item lifts it one level, and from the top level out of the list. */
const liftEmptyItem: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if (!empty || $from.parent.content.size > 0 || $from.index(-1) > 0) return false;
  return liftItem(state, dispatch);
};

/** Backspace at the start of an item removes its bullet or number, as in word processors. */
const liftItemAtStart: Command = (state, dispatch, view) => {
  const { selection } = state;
  if (!(selection instanceof TextSelection) || !selection.$cursor) return false;
  const { $cursor } = selection;
  const isAtStart = view ? view.endOfTextblock('backward', state) : $cursor.parentOffset === 0;
  if (!isAtStart || $cursor.depth < 2 || $cursor.index(-1) > 0) return false;
  return liftItem(state, dispatch);
};

/** Handles the key everywhere in a list, even where the level cannot change, so that Tab does not leave the editor. */
function handledInList(change: Command): Command {
  return (state, dispatch, view) => {
    if (!isInList(state)) return false;
    change(state, dispatch, view);
    return true;
  };
}

// Join textblocks before blocks, or a paragraph below a list would become an item instead of joining the last.
const backspace = chainCommands(
  deleteSelection,
  liftItemAtStart,
  joinTextblockBackward,
  joinBackward,
  selectNodeBackward,
);
const deleteForward = chainCommands(deleteSelection, joinTextblockForward, joinForward, selectNodeForward);

/** Tab and Shift+Tab in lists and tables. Separate from `KEYS`, because Escape disables them. */
export const LIST_LEVEL_KEYS: Record<string, Command> = {
  Tab: chainCommands(moveToCell(1), handledInList(deepenItem)),
  'Shift-Tab': chainCommands(moveToCell(-1), handledInList(liftItem)),
};

export const KEYS: Record<string, Command> = {
  ...baseKeymap,
  'Mod-b': toggleFormat(strong),
  'Mod-i': toggleFormat(em),
  'Mod-u': toggleFormat(u),
  // X rather than S, which is too close to Ctrl+S.
  'Mod-Shift-x': toggleFormat(s),
  'Mod-z': undo,
  'Mod-Shift-z': redo,
  'Mod-y': redo,
  Enter: chainCommands(
    breakLineInCell,
    splitListItemKeepMarks(item),
    liftEmptyItem,
    liftEmptyBlock,
    splitBlockKeepMarks,
  ),
  'Shift-Enter': breakLine,
  Backspace: backspace,
  'Mod-Backspace': backspace,
  'Shift-Backspace': backspace,
  Delete: deleteForward,
  'Mod-Delete': deleteForward,
};
