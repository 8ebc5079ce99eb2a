import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import richText from '#app/ui/rich-text.module.css';
import { createEditor, type RichTextEditorHandle } from './create-editor.ts';
import { fileMessages, PLACEHOLDER, TAB_HINTS, tooLargeMessage } from './editor-messages.ts';
import { EMPTY_STATUS } from './editor-status.ts';
import styles from './rich-text-editor.module.css';
import { Toolbar } from './toolbar.tsx';

const NO_FILES = fileMessages([]);

/**
 * Renders a rich-text field. `value` is clean HTML, '' if empty, and must follow `onChange` in the same render; any
 * other value replaces the text. `id` is the id of the text field.
 */
export function RichTextEditor({
  id,
  label,
  value,
  onChange,
  onSave,
  describedBy,
}: {
  id: string;
  label: string;
  value: string;
  onChange: (html: string) => void;
  onSave?: (() => void) | undefined;
  describedBy?: string | undefined;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<RichTextEditorHandle>(null);
  const [status, setStatus] = useState(EMPTY_STATUS);
  const [files, setFiles] = useState(NO_FILES);
  const hintId = useId();
  const alertId = useId();

  const describedByAll = [describedBy, hintId, alertId].filter(Boolean).join(' ');
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
  const start = useEffectEvent((element: HTMLElement) =>
    createEditor({
      host: element,
      html: value,
      attributes,
      onChange(html) {
        setFiles(NO_FILES);
        reportChange(html);
      },
      onStatus: setStatus,
      onFiles: (outcomes) => setFiles(fileMessages(outcomes)),
    }),
  );
  const applyAttributes = useEffectEvent(() => editor.current?.setAttributes(attributes));

  useLayoutEffect(() => {
    editor.current = start(host.current!);
    return () => editor.current?.stop();
  }, []);

  // Layout effect, so that the value is set before the next key press; later, it would overwrite that key's character.
  useLayoutEffect(() => {
    if (editor.current?.setHtml(value)) setFiles(NO_FILES);
  }, [value]);

  useLayoutEffect(() => {
    applyAttributes();
  }, [id, label, describedByAll, status.excess]);

  const saveOnKey = useEffectEvent((event: KeyboardEvent) => {
    if (!onSave || !isSaveKey(event)) return;
    event.preventDefault();
    onSave();
  });

  // On the frame, so that the shortcut works in the text and in the toolbar.
  useEffect(() => {
    const element = frame.current!;
    const listener = (event: KeyboardEvent) => saveOnKey(event);
    element.addEventListener('keydown', listener);
    return () => element.removeEventListener('keydown', listener);
  }, []);

  return (
    <div>
      <div ref={frame} className={styles.frame}>
        <Toolbar textId={id} status={status} editor={editor} />
        <div ref={host} />
      </div>
      <div className={styles.notes}>
        <p id={hintId} className={styles.hint} role="status">
          {status.tabHint && TAB_HINTS[status.tabHint]}
        </p>
        <div role="status">{paragraphs(files.notices)}</div>
        <div id={alertId} className={styles.rejected} role="alert">
          {paragraphs([...(status.excess > 0 ? [tooLargeMessage(status.excess)] : []), ...files.rejected])}
        </div>
      </div>
    </div>
  );
}

function isSaveKey(event: KeyboardEvent): boolean {
  return (
    (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 's'
  );
}

function paragraphs(sentences: readonly string[]) {
  return sentences.map((sentence) => <p key={sentence}>{sentence}</p>);
}
