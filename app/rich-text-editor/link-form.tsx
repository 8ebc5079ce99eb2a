import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { LINK_MAX_LENGTH } from '#contract/rich-text.ts';
import { removeLink, setLink } from './commands/page-commands.ts';
import type { RichTextEditorHandle } from './create-editor.ts';
import { Button } from '#app/editor/shell/button.tsx';
import controls from '#app/editor/shell/controls.module.css';
import styles from './link-form.module.css';
import { typedLink } from '#shared/typed-link.ts';

/** Renders the box for the address of a link. Not a form: the editor may already be in one. */
export function LinkForm({
  href = '',
  pages,
  editor,
  onClose,
}: {
  href: string | undefined;
  pages: readonly string[];
  editor: RefObject<RichTextEditorHandle | null>;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState(href.replace(/^(?:tel|mailto):/, ''));
  const [failures, setFailures] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  useEffect(() => input.current?.focus(), []);

  function apply() {
    const address = typedLink(typed);
    if (address === undefined) {
      setFailures(failures + 1);
      input.current?.focus();
      return;
    }
    editor.current?.run(setLink(address, typed.trim()));
    onClose();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (event.key === 'Enter') apply();
    else onClose();
  }

  return (
    <div className={styles.form} role="group" aria-label="Link">
      <label htmlFor={id}>Link to</label>
      <input
        ref={input}
        id={id}
        className={controls.input}
        type="text"
        value={typed}
        maxLength={LINK_MAX_LENGTH}
        list={`${id}-pages`}
        autoComplete="off"
        aria-describedby={`${id}-hint`}
        aria-invalid={failures > 0}
        onChange={({ target }) => {
          setTyped(target.value);
          setFailures(0);
        }}
        onKeyDown={onKeyDown}
      />
      <datalist id={`${id}-pages`}>
        {pages.map((page) => (
          <option key={page}>{page}</option>
        ))}
      </datalist>
      <div className={styles.buttons}>
        <Button onClick={apply}>Set link</Button>
        {href !== '' && (
          <Button
            onClick={() => {
              editor.current?.run(removeLink);
              onClose();
            }}
          >
            Remove link
          </Button>
        )}
        <Button onClick={onClose}>Cancel</Button>
      </div>
      <p id={`${id}-hint`} className="fine-print">
        A page such as /products, a web address, an email address, or a phone number.
      </p>
      <div role="alert">
        {failures > 0 && (
          <p key={failures} className={styles.failure}>
            We can't link to that. Type a page such as /products, a web address, an email address, or a phone
            number.
          </p>
        )}
      </div>
    </div>
  );
}
