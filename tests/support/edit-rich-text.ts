import assert from 'node:assert/strict';
import { history } from 'prosemirror-history';
import { AllSelection, type Command, EditorState, Selection, TextSelection } from 'prosemirror-state';
import { KEYS, LIST_LEVEL_KEYS } from '#app/rich-text-editor/commands/keys.ts';
import { statusOf } from '#app/rich-text-editor/editor-status.ts';
import { listDepthPlugin } from '#app/rich-text-editor/model/list-depth.ts';
import { serializeDocument } from '#app/rich-text-editor/model/serialize-document.ts';
import { documentFrom } from './editor-document.ts';

type Part = 'all' | 'start' | 'end';

/** Creates an editor without a view, which runs the commands and plugins that need no DOM. */
export function edit(html: string) {
  let state = EditorState.create({ doc: documentFrom(html), plugins: [history(), listDepthPlugin] });
  return {
    html: () => serializeDocument(state.doc),
    status: () => statusOf(state),
    select(words: string, part: Part = 'all') {
      state = state.apply(state.tr.setSelection(selectionOf(state, words, part)));
    },
    selectAll() {
      state = state.apply(state.tr.setSelection(new AllSelection(state.doc)));
    },
    type(text: string) {
      state = state.apply(state.tr.insertText(text));
    },
    /** Selects a range whose ends are fractions of the document size, so that they fit any text. */
    selectParts(from: number, to: number) {
      const { doc, tr } = state;
      const head = (part: number) => Selection.near(doc.resolve(Math.floor(part * doc.content.size))).$head;
      state = state.apply(tr.setSelection(TextSelection.between(head(from), head(to))));
    },
    run(command: Command): boolean {
      return command(state, (transaction) => {
        state = state.apply(transaction);
      });
    },
    press(key: string): boolean {
      return this.run((LIST_LEVEL_KEYS[key] ?? KEYS[key])!);
    },
  };
}

function selectionOf({ doc }: EditorState, words: string, part: Part): TextSelection {
  let start = -1;
  doc.descendants((node, position) => {
    if (start === -1 && node.isText && node.text!.includes(words))
      start = position + node.text!.indexOf(words);
  });
  assert.notEqual(start, -1, `The document does not contain ${words}`);
  const end = start + words.length;
  return TextSelection.create(doc, part === 'end' ? end : start, part === 'start' ? start : end);
}
