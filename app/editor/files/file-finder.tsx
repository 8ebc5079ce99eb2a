import { useId } from 'react';
import { counted } from '#contract/text.ts';
import type { RowPage } from './file-pages.ts';
import controls from '#app/editor/frame/controls.module.css';
import forms from '#app/editor/field/file-form.module.css';
import styles from './file-finder.module.css';

/** Renders the search in a long list of files. */
export function FileFinder({
  label,
  noun,
  search,
  rows: { matches, before, positions },
  onSearch,
}: {
  label: string;
  noun: string;
  search: string;
  rows: RowPage;
  onSearch: (text: string) => void;
}) {
  const id = useId();
  return (
    <div className={forms.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="search"
        className={controls.input}
        value={search}
        onChange={({ target }) => onSearch(target.value)}
      />
      <p className={styles.count} role="status">
        {matches === 0
          ? `No ${noun} matches.`
          : `Showing ${number(before + 1)} to ${number(before + positions.size)} of ${counted(matches, noun)}`}
      </p>
    </div>
  );
}

/** Renders the buttons that show other pages of a long list. They stay focusable at either end. */
export function PageButtons({
  label,
  rows: { page, pages },
  onPage,
}: {
  label: string;
  rows: RowPage;
  onPage: (page: number) => void;
}) {
  if (pages === 1) return null;
  const last = pages - 1;
  const buttons = [
    { name: 'First', to: 0, isEnd: page === 0 },
    { name: 'Previous', to: page - 1, isEnd: page === 0 },
    { name: 'Next', to: page + 1, isEnd: page === last },
    { name: 'Last', to: last, isEnd: page === last },
  ];
  return (
    <div className={styles.pages} role="group" aria-label={label}>
      {buttons.map(({ name, to, isEnd }) => (
        <button
          key={name}
          type="button"
          className={controls.button}
          aria-disabled={isEnd}
          onClick={() => !isEnd && onPage(to)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

const number = (count: number) => count.toLocaleString('en-US');
