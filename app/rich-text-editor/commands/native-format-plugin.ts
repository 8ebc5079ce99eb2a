import { redo, undo } from 'prosemirror-history';
import { type Command, Plugin } from 'prosemirror-state';
import { em, s, strong, u } from '../model/schema.ts';
import { toggleFormat } from './format-commands.ts';

/** What the menus of browsers and the keyboards of phones ask for, done our way instead of in the page's elements. */
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
