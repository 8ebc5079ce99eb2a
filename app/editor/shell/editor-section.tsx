import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Link } from '#app/router/link.tsx';
import { useSections } from './use-section-states.ts';
import { SectionHelp } from './section-help.tsx';
import { useSwitchedOff } from './switched-off.ts';
import { UnsavedChip } from './unsaved-chip.tsx';
import controls from './controls.module.css';
import styles from './editor-section.module.css';

/**
 * Renders a collapsible section whose `id` is also its URL hash. Its contents are mounted when it first opens. Closing it
 * only hides them, so that typed text, chosen files, and running uploads stay.
 */
export function EditorSection({
  id,
  heading,
  help,
  isWide = false,
  children,
}: {
  id: string;
  heading: string;
  help?: ReactNode;
  /** Uses all of a wide window. */
  isWide?: boolean;
  children: ReactNode;
}) {
  const { isOpen, onToggled, unsavedIn, open: openSection } = useSections();
  const switchedOff = useSwitchedOff(id);
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
        <UnsavedChip count={unsavedIn(id)} />
      </summary>
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
