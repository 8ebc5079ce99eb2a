import { useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { onSaveShortcut } from '#app/editor/field/save-shortcut.ts';
import richText from '#app/ui/rich-text.module.css';
import { createEditor, type RichTextEditorHandle } from './create-editor.ts';
import {
  type PasteMessages,
  pasteMessages,
  PLACEHOLDER,
  TAB_HINTS,
  tooLargeMessage,
} from './editor-messages.ts';
import { EMPTY_STATUS } from './editor-status.ts';
import type { PageTools } from './page-tools.ts';
import styles from './rich-text-editor.module.css';
import { Toolbar } from './toolbar.tsx';

const NO_MESSAGES: PasteMessages = { rejected: [], notices: [] };

type RichTextEditorProps = {
  id: string;
  label: string;
  value: string;
  onChange: (html: string) => void;
  onSave?: (() => void) | undefined;
  lastSave?: unknown;
  describedBy?: string | undefined;
  /** Undefined if the text has only the formatting of fields. */
  pageTools?: PageTools;
  /** Paths that are suggested for links. */
  pages?: readonly string[];
};

/**
 * Renders a rich-text field. `value` is clean HTML, '' if empty, and must follow `onChange` in the same render; any
 * other value replaces the text. `id` is the id of the text field. A new `lastSave` clears the messages about a paste.
 */
export function RichTextEditor(props: RichTextEditorProps) {
  const { id, onSave, pageTools, pages = [] } = props;
  const [isLinking, setIsLinking] = useState(false);
  const hintId = useId();
  const alertId = useId();
  const { host, editor, status, messages, count } = useEditor(props, [hintId, alertId]);

  return (
    <div>
      {/* On the frame, so that the shortcut works in the text and in the toolbar. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the text and the toolbar have the focus */}
      <div className={styles.frame} onKeyDown={onSave && ((event) => onSaveShortcut(event, onSave))}>
        <Toolbar
          textId={id}
          status={status}
          editor={editor}
          pageTools={pageTools}
          onLink={() => setIsLinking(!isLinking)}
        />
        {pageTools && isLinking && (
          <pageTools.LinkForm
            href={status.link}
            pages={pages}
            editor={editor}
            onClose={() => {
              setIsLinking(false);
              editor.current?.focus();
            }}
          />
        )}
        <div ref={host} />
      </div>
      <div className={styles.notes}>
        <p id={hintId} className={styles.hint} role="status">
          {status.tabHint && TAB_HINTS[status.tabHint]}
        </p>
        <div role="status">{paragraphs(messages.notices, count)}</div>
        <div id={alertId} className={styles.rejected} role="alert">
          {paragraphs(status.excess > 0 ? [tooLargeMessage(status.excess)] : [])}
          {paragraphs(messages.rejected, count)}
        </div>
      </div>
    </div>
  );
}

/** Keeps an editor in `host`. `count` is the number of messages about a paste so far. */
function useEditor(
  { id, label, value, onChange, lastSave, describedBy, pageTools }: RichTextEditorProps,
  noteIds: readonly string[],
) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<RichTextEditorHandle>(null);
  const [status, setStatus] = useState(EMPTY_STATUS);
  const [pasted, setPasted] = useState({ messages: NO_MESSAGES, count: 0, lastSave });
  const describedByAll = [describedBy, ...noteIds].filter(Boolean).join(' ');
  const attributes = {
    id,
    class: `${styles.text} ${richText.richText}`,
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
    'aria-describedby': describedByAll,
    'aria-placeholder': PLACEHOLDER,
    'aria-invalid': String(status.excess > 0),
    'data-placeholder': PLACEHOLDER,
  };

  const reportChange = useEffectEvent((html: string) => onChange(html));
  const showMessages = useEffectEvent((messages: PasteMessages) =>
    setPasted(({ count }) => ({ messages, count: count + 1, lastSave })),
  );
  const start = useEffectEvent((element: HTMLElement) =>
    createEditor({
      host: element,
      html: value,
      model: pageTools ? 'page' : 'field',
      attributes,
      onChange(html) {
        showMessages(NO_MESSAGES);
        reportChange(html);
      },
      onStatus: setStatus,
      onPasted: (outcome) => showMessages(pasteMessages(outcome)),
    }),
  );
  const applyAttributes = useEffectEvent(() => editor.current?.setAttributes(attributes));

  useLayoutEffect(() => {
    editor.current = start(host.current!);
    return () => editor.current?.stop();
  }, []);

  // Layout effect, so that the value is set before the next key press; later, it would overwrite that key's character.
  useLayoutEffect(() => {
    if (editor.current?.setHtml(value)) showMessages(NO_MESSAGES);
  }, [value]);

  useLayoutEffect(() => {
    applyAttributes();
  }, [id, label, describedByAll, status.excess]);

  const messages = Object.is(pasted.lastSave, lastSave) ? pasted.messages : NO_MESSAGES;
  return { host, editor, status, messages, count: pasted.count };
}

/** A new `count` makes screen readers announce equal sentences again. */
function paragraphs(sentences: readonly string[], count = 0) {
  return sentences.map((sentence) => <p key={`${count} ${sentence}`}>{sentence}</p>);
}
