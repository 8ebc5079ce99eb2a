import { closeHistory, history, undoDepth } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { DOMParser as SchemaParser, type Node } from 'prosemirror-model';
import { type Command, EditorState, Plugin, type Transaction } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import type { RichTextModel } from '#contract/rich-text.ts';
import { KEYS } from './commands/keys.ts';
import { leaveListPlugin } from './commands/leave-list-plugin.ts';
import { nativeFormatPlugin } from './commands/format-commands.ts';
import { type EditorStatus, sameStatus, statusOf } from './editor-status.ts';
import { listDepthPlugin } from './model/list-depth.ts';
import { schema } from './model/schema.ts';
import { serializeDocument } from './model/serialize-document.ts';
import { type PasteOutcome, pastePlugin } from './paste/paste-plugin.ts';

export type RichTextEditorHandle = ReturnType<typeof createEditor>;

/** Mounts a ProseMirror editor in `host`. `onChange` fires for user edits, not for `setHtml`. */
export function createEditor({
  host,
  html,
  model = 'field',
  attributes,
  onChange,
  onStatus,
  onPasted,
}: {
  host: HTMLElement;
  html: string;
  model?: RichTextModel;
  attributes: Record<string, string>;
  onChange: (html: string) => void;
  onStatus: (status: EditorStatus) => void;
  onPasted: (outcome: PasteOutcome) => void;
}) {
  let currentAttributes = attributes;
  let status: EditorStatus | undefined;
  let wasChangedWithoutFocus = false;
  const plugins = [
    leaveListPlugin,
    keymap(KEYS),
    history(),
    listDepthPlugin,
    nativeFormatPlugin,
    pastePlugin(onPasted, model),
    new Plugin({ props: { handleDOMEvents: { focus: onFocus } } }),
  ];
  const view = new EditorView(host, {
    state: EditorState.create({ doc: parseDocument(html), plugins }),
    attributes: (state) => ({
      ...currentAttributes,
      ...(serializeDocument(state.doc) === '' && { 'data-empty': '' }),
    }),
    dispatchTransaction,
  });
  announce();

  function dispatchTransaction(transaction: Transaction): void {
    const before = view.state.doc;
    wasChangedWithoutFocus ||= transaction.docChanged && !view.hasFocus();
    view.updateState(view.state.apply(transaction));
    if (view.state.doc !== before && !transaction.getMeta(FROM_OUTSIDE))
      onChange(serializeDocument(view.state.doc));
    announce();
  }

  function onFocus(): void {
    // A browser may have moved its selection while a button of the toolbar changed the text.
    if (wasChangedWithoutFocus) view.focus();
    wasChangedWithoutFocus = false;
  }

  function announce(): void {
    if (view.isDestroyed) return;
    const now = statusOf(view.state);
    if (status && sameStatus(status, now)) return;
    status = now;
    onStatus(now);
  }

  /** Replaces the text and returns true, or returns false if it is unchanged. Undo restores the text typed before. */
  function setHtml(next: string): boolean {
    if (next === serializeDocument(view.state.doc)) return false;
    const { tr, doc } = view.state;
    tr.replaceWith(0, doc.content.size, parseDocument(next).content);
    // Text set before the first edit is the initial state; undo must not remove it.
    if (undoDepth(view.state) === 0) tr.setMeta('addToHistory', false);
    view.dispatch(closeHistory(tr).setMeta(FROM_OUTSIDE, true));
    return true;
  }

  return {
    html: () => serializeDocument(view.state.doc),
    setHtml,
    setAttributes(next: Record<string, string>) {
      currentAttributes = next;
      view.setProps({});
    },
    run(command: Command) {
      command(view.state, view.dispatch, view);
    },
    focus: () => view.focus(),
    stop: () => view.destroy(),
  };
}

const FROM_OUTSIDE = 'from outside';

const schemaParser = SchemaParser.fromSchema(schema);

/** Parses clean HTML, as sent by the server. */
function parseDocument(html: string): Node {
  return schemaParser.parse(new DOMParser().parseFromString(html, 'text/html').body);
}
