import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import type { RichTextSize } from '#contract/rich-text.ts';
import { setSize, toggleFormat } from './commands/format-commands.ts';
import { toggleList } from './commands/list-commands.ts';
import type { RichTextEditorHandle } from './create-editor.ts';
import type { EditorStatus } from './editor-status.ts';
import { bulletList, em, numberedList, s, strong, u } from './model/schema.ts';
import { SizeSelect } from './size-select.tsx';
import { icon, type ToolbarButton } from './toolbar-button.tsx';
import type { PageTools } from './page-tools.ts';
import styles from './toolbar.module.css';

const LINE = { strokeWidth: '1.8' };

const BUTTONS = [
  {
    key: 'bold',
    label: 'Bold',
    keys: 'Control+B',
    command: toggleFormat(strong),
    Icon: icon({
      d: 'M6.2 3.2h4.6a3 3 0 0 1 0 6.3H6.2zm0 6.3h5.5a3.6 3.6 0 0 1 0 7.3H6.2z',
      strokeWidth: '2.6',
    }),
  },
  {
    key: 'italic',
    label: 'Italic',
    keys: 'Control+I',
    command: toggleFormat(em),
    Icon: icon({ d: 'M8 3.5h7M5 16.5h7M11.6 3.5l-3.2 13', ...LINE }),
  },
  {
    key: 'underline',
    label: 'Underline',
    keys: 'Control+U',
    command: toggleFormat(u),
    Icon: icon({ d: 'M5.5 2v7a4.5 4.5 0 0 0 9 0V2M4 17.5h12', ...LINE }),
  },
  {
    key: 'strikethrough',
    label: 'Strikethrough',
    keys: 'Control+Shift+X',
    command: toggleFormat(s),
    Icon: icon({
      d: 'M14.2 5.6C13.6 4 12.1 3 10 3 7.6 3 6 4.2 6 6.100c0 1.5 1 2.4 2.7 2.900M6 14.100c.6 1.8 2.1 2.9 4.2 2.9 2.5 0 4.2-1.3 4.2-3.3 0-.5-.1-.9-.3-1.300M2.5 10.600h15',
      ...LINE,
    }),
  },
  {
    key: 'bulletList',
    label: 'Bullet list',
    command: toggleList(bulletList),
    Icon: icon(
      { d: 'M8 4.500h10M8 10h10M8 15.500h10', ...LINE },
      { d: 'M2 3h3v3H2zM2 8.500h3v3H2zM2 14h3v3H2z', fill: 'currentColor', stroke: 'none' },
    ),
  },
  {
    key: 'numberedList',
    label: 'Numbered list',
    command: toggleList(numberedList),
    Icon: icon(
      { d: 'M9 4.500h9M9 10h9M9 15.500h9', ...LINE },
      {
        d: 'M2.3 2.5 3.8 1.700v5M2.2 8.900c.3-.7.8-1 1.5-1 .8 0 1.4.5 1.4 1.2 0 1.1-2.9 1.9-2.9 3.200h3M2.3 14.100h2.600l-1.5 1.600c1.1-.1 1.8.4 1.8 1.3 0 .8-.7 1.4-1.6 1.4-.7 0-1.2-.3-1.5-.8',
        strokeWidth: '1.2',
      },
    ),
  },
] as const;

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
  const buttons: readonly ToolbarButton[] = [
    ...BUTTONS.map(({ key, ...button }) => ({ ...button, isPressed: status[key] })),
    ...(pageTools?.buttons(status, onLink) ?? []),
  ];
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
      {buttons.map(({ label, keys, Icon, isPressed, ...action }, index) => (
        <button
          key={label}
          type="button"
          className={styles.button}
          aria-label={label}
          aria-pressed={isPressed}
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
