import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import type { RichTextSize } from '#contract/rich-text.ts';
import { setSize, toggleFormat } from './commands/format-commands.ts';
import { toggleList } from './commands/list-commands.ts';
import type { RichTextEditorHandle } from './create-editor.ts';
import type { EditorStatus } from './editor-status.ts';
import * as icons from './icons.tsx';
import { bulletList, em, numberedList, s, strong, u } from './model/schema.ts';
import { SizeSelect } from './size-select.tsx';
import type { ToolbarButton } from './toolbar-button.ts';
import type { PageTools } from './page-tools.ts';
import styles from './toolbar.module.css';

const BUTTONS = [
  { key: 'bold', label: 'Bold', keys: 'Control+B', Icon: icons.BoldIcon, command: toggleFormat(strong) },
  { key: 'italic', label: 'Italic', keys: 'Control+I', Icon: icons.ItalicIcon, command: toggleFormat(em) },
  {
    key: 'underline',
    label: 'Underline',
    keys: 'Control+U',
    Icon: icons.UnderlineIcon,
    command: toggleFormat(u),
  },
  {
    key: 'strikethrough',
    label: 'Strikethrough',
    keys: 'Control+Shift+X',
    Icon: icons.StrikethroughIcon,
    command: toggleFormat(s),
  },
  { key: 'bulletList', label: 'Bullet list', Icon: icons.BulletListIcon, command: toggleList(bulletList) },
  {
    key: 'numberedList',
    label: 'Numbered list',
    Icon: icons.NumberedListIcon,
    command: toggleList(numberedList),
  },
] as const;

const PRESSED: Readonly<Record<string, (status: EditorStatus) => boolean>> = Object.fromEntries(
  BUTTONS.map(({ key }) => [key, (status: EditorStatus) => status[key]]),
);

/** Renders the toolbar as one tab stop. Arrow keys, Home and End move between its controls. */
export function Toolbar({
  textId,
  status,
  editor,
  pageTools,
  onLink,
}: {
  textId: string;
  status: EditorStatus;
  editor: RefObject<RichTextEditorHandle | null>;
  pageTools: PageTools | undefined;
  onLink: () => void;
}) {
  const buttons: readonly ToolbarButton[] = [...BUTTONS, ...(pageTools?.buttons(status, onLink) ?? [])];
  const toolbar = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);

  function moveOnKey(event: KeyboardEvent): void {
    const controls = [...toolbar.current!.querySelectorAll<HTMLElement>('button, select')];
    const at = controls.indexOf(event.target as HTMLElement);
    const next = NEXT[event.key]?.(at, controls.length);
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    controls[next]!.focus();
  }

  function chooseSize(name: RichTextSize, isByPointer: boolean): void {
    editor.current?.run(setSize(name));
    // After a choice by keyboard, keep the focus here to step through sizes; by pointer, return it to the text.
    if (isByPointer) editor.current?.focus();
  }

  return (
    <div
      ref={toolbar}
      className={styles.toolbar}
      role="toolbar"
      aria-label="Formatting"
      aria-controls={textId}
    >
      {buttons.map(({ key, label, keys, Icon, isPressed, ...action }, index) => (
        <button
          key={key}
          type="button"
          className={styles.button}
          aria-label={label}
          aria-pressed={isPressed ?? PRESSED[key]?.(status)}
          aria-keyshortcuts={keys}
          title={label}
          tabIndex={index === current ? 0 : -1}
          onFocus={() => setCurrent(index)}
          onKeyDown={moveOnKey}
          // Prevent the text from losing the focus, which would close the on-screen keyboard.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => ('command' in action ? editor.current?.run(action.command) : action.onPress())}
        >
          <Icon />
        </button>
      ))}
      <SizeSelect
        size={status.size}
        tabIndex={current >= buttons.length ? 0 : -1}
        onFocus={() => setCurrent(buttons.length)}
        onKeyDown={moveOnKey}
        onChoose={chooseSize}
      />
    </div>
  );
}

const NEXT: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowLeft: (at, count) => (at + count - 1) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};
