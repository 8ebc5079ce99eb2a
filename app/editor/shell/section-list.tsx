import { useEffect, useRef, useState } from 'react';
import { TODAY_PAGE } from '#contract/paths.ts';
import { counted } from '#contract/text.ts';
import { Link } from '#app/router/link.tsx';
import controls from './controls.module.css';
import type { Target } from './keep-in-view.ts';
import { UnsavedChip } from './unsaved-chip.tsx';
import { useSections } from './use-section-states.ts';
import chip from './unsaved-chip.module.css';
import styles from './section-list.module.css';

/** A link to a section, or to a field or row of it. */
export type SectionLink = Target & {
  section: string;
  text: string;
  /** What needs a look there, such as “1 new.” */
  news?: string;
};

export type SectionListProps = {
  /** Prices first. Of two links to a section, the last one has its heading. */
  groups: readonly (readonly SectionLink[])[];
  find: (query: string) => readonly SectionLink[];
  /** Whether to link the pages that administrators create. */
  hasPages: boolean;
};

const linkToPage = (text: string, to: string, count = 0) => (
  <li>
    <Link to={to}>
      {text}
      {count > 0 && (
        <span className={chip.chip}>
          {count}
          <span className="visually-hidden"> to look at</span>
        </span>
      )}
    </Link>
  </li>
);

/** Renders a search and links to the sections. On phones they are behind a button, which stays in view. */
export function SectionList({
  groups,
  find,
  hasPages,
  count,
  attention,
}: SectionListProps & { count: number; attention: number }) {
  const { current, open, unsavedIn } = useSections();
  const menu = useRef<HTMLDetailsElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState('');
  const found = query.trim() === '' ? undefined : find(query.trim());
  const [prices = [], ...others] = groups;
  const headingOf = (section: string) => groups.flat().findLast((link) => link.section === section)?.text;

  function showCurrent() {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }
  useEffect(showCurrent, [current]);

  useEffect(() => {
    function closeOnEscape({ key }: KeyboardEvent) {
      if (key !== 'Escape') return;
      setQuery('');
      if (!menu.current?.open) return;
      menu.current.open = false;
      menu.current.querySelector('summary')?.focus();
    }
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, []);

  const linkTo = ({ section, text, news, ...target }: SectionLink) => {
    const heading = headingOf(section);
    return (
      <li key={`${section} ${text}`}>
        <Link
          to={`#${section}`}
          preventScrollReset
          aria-current={section === current && text === heading ? 'location' : undefined}
          onClick={() => {
            menu.current!.open = false;
            setQuery('');
            open(section, target);
          }}
        >
          {text} {found && text !== heading && <span className={styles.current}>{heading}</span>}
          {news && <span className={styles.current}>{news}</span>}
          <UnsavedChip count={unsavedIn(section)} />
        </Link>
      </li>
    );
  };

  return (
    <nav className={styles.rail} aria-label="Sections">
      <details ref={menu} onToggle={showCurrent}>
        <summary>
          Sections
          <span className={styles.current}>{headingOf(current)}</span>
          <UnsavedChip count={count} />
        </summary>
      </details>
      <div ref={list} className={styles.list}>
        <form
          role="search"
          className={styles.search}
          onSubmit={(event) => {
            event.preventDefault();
            if (found) list.current?.querySelector<HTMLElement>('ul:not([hidden]) a')?.click();
          }}
        >
          <input
            className={controls.input}
            type="search"
            aria-label="Find a field"
            placeholder="Type diesel to find its field"
            value={query}
            onChange={({ target }) => setQuery(target.value)}
          />
          <p role="status">{found && counted(found.length, 'result')}</p>
        </form>
        <ul hidden={found !== undefined}>
          {linkToPage('Today', TODAY_PAGE, attention)}
          {prices.map(linkTo)}
        </ul>
        {(found ? [found] : others).map((links, at) => (
          <ul key={at}>{links.map(linkTo)}</ul>
        ))}
        <ul hidden={found !== undefined}>
          {linkToPage('History', '/admin/history')}
          {hasPages && linkToPage('Custom pages', '/admin/pages')}
        </ul>
      </div>
    </nav>
  );
}
