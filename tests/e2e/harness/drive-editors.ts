import type { Command } from 'prosemirror-state';
import { Selection, TextSelection } from 'prosemirror-state';
import type { RichTextSize } from '#contract/rich-text.ts';
import { setSize, toggleFormat } from '#app/rich-text-editor/commands/format-commands.ts';
import { toggleList } from '#app/rich-text-editor/commands/list-commands.ts';
import { createEditor, type RichTextEditorHandle } from '#app/rich-text-editor/create-editor.ts';
import { bulletList, em, numberedList, s, strong, u } from '#app/rich-text-editor/model/schema.ts';

/** Positions are fractions of the document size, so that they fit any text. */
export type Action =
  | { select: [from: number, to: number] }
  | { type: string }
  | { press: 'bold' | 'italic' | 'underline' | 'strikethrough' | 'bulletList' | 'numberedList' }
  | { size: RichTextSize }
  | { key: string; modifiers?: ('Control' | 'Shift')[] }
  | { paste: Record<string, string> }
  | { value: string };

/** Runs each list of actions in a new editor, and returns all HTML that each editor reported. */
export function driveEditors(runs: readonly { html: string; actions: readonly Action[] }[]): string[][] {
  return runs.map(({ html, actions }) => {
    const host = document.body.appendChild(document.createElement('div'));
    const reported: string[] = [];
    const editor = createEditor({
      host,
      html,
      attributes: { role: 'textbox' },
      onChange: (changed) => reported.push(changed),
      onStatus() {},
      onPasted() {},
    });
    reported.push(editor.html());
    editor.focus();
    for (const action of actions) act(editor, host, action);
    reported.push(editor.html());
    editor.stop();
    host.remove();
    return reported;
  });
}

const BUTTONS: Readonly<Record<string, Command>> = {
  bold: toggleFormat(strong),
  italic: toggleFormat(em),
  underline: toggleFormat(u),
  strikethrough: toggleFormat(s),
  bulletList: toggleList(bulletList),
  numberedList: toggleList(numberedList),
};

function act(editor: RichTextEditorHandle, host: HTMLElement, action: Action): void {
  const text = host.querySelector('[role=textbox]')!;
  if ('select' in action) editor.run(select(...action.select));
  else if ('type' in action) editor.run(type(action.type));
  else if ('press' in action) editor.run(BUTTONS[action.press]!);
  else if ('size' in action) editor.run(setSize(action.size));
  else if ('value' in action) editor.setHtml(action.value);
  else if ('key' in action) {
    const { key, modifiers = [] } = action;
    const [ctrlKey, shiftKey] = [modifiers.includes('Control'), modifiers.includes('Shift')];
    text.dispatchEvent(
      new KeyboardEvent('keydown', { key, ctrlKey, shiftKey, bubbles: true, cancelable: true }),
    );
  } else {
    const clipboardData = new DataTransfer();
    for (const [kind, data] of Object.entries(action.paste)) clipboardData.setData(kind, data);
    text.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }
}

function select(from: number, to: number): Command {
  return ({ doc, tr }, dispatch) => {
    const positionAt = (part: number) =>
      Selection.near(doc.resolve(Math.floor(part * doc.content.size))).$head;
    dispatch?.(tr.setSelection(TextSelection.between(positionAt(from), positionAt(to))));
    return true;
  };
}

function type(text: string): Command {
  return ({ tr }, dispatch) => {
    dispatch?.(tr.insertText(text));
    return true;
  };
}
