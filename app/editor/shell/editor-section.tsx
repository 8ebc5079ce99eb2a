import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { HistoryQuery } from '#contract/history.ts';
import { Link } from '#app/router/link.tsx';
import { Button } from './button.tsx';
import { editingText, useOthers } from './use-presence.ts';
import { useSections } from './use-section-states.ts';
import { SectionHelp } from './section-help.tsx';
import { useSwitchedOff } from './switched-off.ts';
import { UnsavedChip } from './unsaved-chip.tsx';
import controls from './controls.module.css';
import styles from './editor-section.module.css';

/** Changes of the sections whose fields are not all known from the start. */
const HISTORY_OF: Readonly<Partial<Record<string, HistoryQuery>>> = {
  'image-uploading': { kind: 'image' },
  'employee-section': { kind: 'employee' },
  'pioneer-items': { kind: 'pioneer' },
  locations: { kind: 'location' },
  documents: { kind: 'document' },
  'cash-bids': { subjects: 'cash-bids,cash-commodities' },
  'website-settings': { kind: 'setting' },
  'seed-brands': { kind: 'setting' },
  'special-days': { subjects: 'setting:season,setting:specialDays' },
  'your-account': { kind: 'account' },
  people: { kind: 'account' },
};

/** State of a link to the history of a part of the website. `section`: id of the section that has the link. */
export type HistoryOrigin = { name?: string; section?: string };

/**
 * Renders a collapsible section whose `id` is also its URL hash. Its contents are mounted when it first opens. Closing it
 * only hides them, so that typed text, chosen files, and running uploads stay.
 */
export function EditorSection({
  id,
  heading,
  help,
  isWide = false,
  subjects,
  children,
}: {
  id: string;
  heading: string;
  help?: ReactNode;
  /** Uses all of a wide window. */
  isWide?: boolean;
  /** Subjects of its changes in the log, unless `HISTORY_OF` has them. */
  subjects?: readonly string[];
  children: ReactNode;
}) {
  const { isOpen, onToggled, unsavedIn, open: openSection, preview } = useSections();
  const switchedOff = useSwitchedOff(id);
  const editing = editingText(useOthers(), [id]);
  const history = subjects ? { subjects: subjects.join(',') } : HISTORY_OF[id];
  const open = isOpen(id);
  const [isMounted, setMounted] = useState(open);
  if (open && !isMounted) setMounted(true);

  return (
    <details
      id={id}
      className={styles.section}
      data-wide={isWide || undefined}
      open={open}
      onToggle={({ target, currentTarget }) => {
        // Before the next frame, so that the section never shows without its contents.
        if (target === currentTarget) flushSync(() => onToggled(id, currentTarget.open));
      }}
    >
      <summary>
        <h2>{heading}</h2>
        {switchedOff && <span className={styles.off}>Switched off</span>}
        {editing && <span className={styles.off}>{editing}</span>}
        <UnsavedChip count={unsavedIn(id)} />
      </summary>
      {history && (
        <details className={styles.more}>
          <summary aria-label="More" />
          {history.kind !== 'account' && (
            <Button look="link" onClick={() => preview({ section: id })}>
              Preview
            </Button>
          )}
          <Link
            to={`/admin/history?${new URLSearchParams(history)}`}
            state={{ name: heading, section: id } satisfies HistoryOrigin}
          >
            History
          </Link>
        </details>
      )}
      {switchedOff && (
        <p className={controls.hint}>
          Visitors don't see this. You can switch it on under{' '}
          <Link
            to={`#${switchedOff.section}`}
            preventScrollReset
            onClick={() => openSection(switchedOff.section)}
          >
            {switchedOff.heading}
          </Link>
          , {switchedOff.field}.
        </p>
      )}
      {help && <SectionHelp>{help}</SectionHelp>}
      {isMounted && children}
    </details>
  );
}
