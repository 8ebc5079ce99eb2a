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

const breakLine: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(lineBreak.create()).scrollIntoView());
  return true;
};

/** Enter on an item without words goes up a level, and at last out of the list. */
const liftEmptyItem: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if (!empty || $from.parent.content.size > 0 || $from.index(-1) > 0) return false;
  return liftItem(state, dispatch);
};

/** Backspace at the beginning of an item takes its bullet or number away, as word processors do. */
const liftItemAtStart: Command = (state, dispatch, view) => {
  const { selection } = state;
  if (!(selection instanceof TextSelection) || !selection.$cursor) return false;
  const { $cursor } = selection;
  const isAtStart = view ? view.endOfTextblock('backward', state) : $cursor.parentOffset === 0;
  if (!isAtStart || $cursor.depth < 2 || $cursor.index(-1) > 0) return false;
  return liftItem(state, dispatch);
};

/** Inside a list Tab is always taken, also where the level cannot change. */
function takenInList(change: Command): Command {
  return (state, dispatch, view) => {
    if (!isInList(state)) return false;
    change(state, dispatch, view);
    return true;
  };
}

// Words join words before blocks join blocks: else a paragraph below a list would become an item, not its end.
const backspace = chainCommands(
  deleteSelection,
  liftItemAtStart,
  joinTextblockBackward,
  joinBackward,
  selectNodeBackward,
);
const deleteForward = chainCommands(deleteSelection, joinTextblockForward, joinForward, selectNodeForward);

/** Tab and Shift-Tab in lists; they stand apart because Escape switches them off. */
export const LIST_LEVEL_KEYS: Record<string, Command> = {
  Tab: takenInList(deepenItem),
  'Shift-Tab': takenInList(liftItem),
};

export const KEYS: Record<string, Command> = {
  ...baseKeymap,
  'Mod-b': toggleFormat(strong),
  'Mod-i': toggleFormat(em),
  'Mod-u': toggleFormat(u),
  // Not with S: that is too near to saving.
  'Mod-Shift-x': toggleFormat(s),
  'Mod-z': undo,
  'Mod-Shift-z': redo,
  'Mod-y': redo,
  Enter: chainCommands(splitListItemKeepMarks(item), liftEmptyItem, liftEmptyBlock, splitBlockKeepMarks),
  'Shift-Enter': breakLine,
  Backspace: backspace,
  'Mod-Backspace': backspace,
  'Shift-Backspace': backspace,
  Delete: deleteForward,
  'Mod-Delete': deleteForward,
};
