import { keydownHandler } from 'prosemirror-keymap';
import { type EditorState, Plugin, PluginKey } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { LIST_LEVEL_KEYS } from './keys.ts';
import { isInList } from './list-commands.ts';

const leaveKey = new PluginKey<boolean>('leave list');

/** Returns true after Escape, when the next Tab leaves the editor. */
export function isLeaving(state: EditorState): boolean {
  return leaveKey.getState(state) ?? false;
}

/** Tab changes the level of list items. After Escape it moves the focus, so that the editor is not a keyboard trap. */
export const leaveListPlugin = new Plugin<boolean>({
  key: leaveKey,
  state: {
    init: () => false,
    apply: (transaction, before) =>
      (transaction.getMeta(leaveKey) as boolean | undefined) ??
      (before && !transaction.docChanged && !transaction.selectionSet),
  },
  props: {
    handleKeyDown(view, event) {
      if (event.key === 'Escape' && isInList(view.state)) setLeaving(view, true);
      else if (event.key === 'Tab') return !isLeaving(view.state) && changeLevel(view, event);
      else if (event.key !== 'Shift') setLeaving(view, false);
      return false;
    },
    handleDOMEvents: {
      blur: (view) => setLeaving(view, false),
      mousedown: (view) => setLeaving(view, false),
    },
  },
});

const changeLevel = keydownHandler(LIST_LEVEL_KEYS);

function setLeaving(view: EditorView, isLeavingNow: boolean): void {
  if (isLeaving(view.state) !== isLeavingNow) view.dispatch(view.state.tr.setMeta(leaveKey, isLeavingNow));
}
