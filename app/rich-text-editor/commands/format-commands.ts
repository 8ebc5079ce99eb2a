import { toggleMark } from 'prosemirror-commands';
import type { MarkType } from 'prosemirror-model';
import { redo, undo } from 'prosemirror-history';
import { type Command, Plugin } from 'prosemirror-state';
import type { RichTextSize } from '#contract/rich-text.ts';
import { em, s, size, strong, u } from '../model/schema.ts';

/** Adds a mark to the selection or to the text typed next. Removes it only if the whole selection has it. */
export function toggleFormat(mark: MarkType): Command {
  return toggleMark(mark, null, { removeWhenPresent: false });
}

export function setSize(name: RichTextSize): Command {
  const mark = size.create({ name });
  return (state, dispatch) => {
    const { tr, selection } = state;
    if (selection.empty) tr.addStoredMark(mark);
    else for (const { $from, $to } of selection.ranges) tr.addMark($from.pos, $to.pos, mark);
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

/** Commands for `beforeinput` events of browser menus and phone keyboards, which would edit the DOM directly. */
const COMMANDS: Readonly<Record<string, Command>> = {
  formatBold: toggleFormat(strong),
  formatItalic: toggleFormat(em),
  formatUnderline: toggleFormat(u),
  formatStrikeThrough: toggleFormat(s),
  historyUndo: undo,
  historyRedo: redo,
};

export const nativeFormatPlugin = new Plugin({
  props: {
    handleDOMEvents: {
      beforeinput(view, event) {
        const command = COMMANDS[event.inputType];
        if (!command) return false;
        event.preventDefault();
        command(view.state, view.dispatch, view);
        return true;
      },
    },
  },
});
