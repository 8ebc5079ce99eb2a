import { redo, undo } from 'prosemirror-history';
import { type Command, Plugin } from 'prosemirror-state';
import { em, s, strong, u } from '../model/schema.ts';
import { toggleFormat } from './format-commands.ts';

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
