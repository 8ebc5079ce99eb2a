import { useId } from 'react';
import { counted } from '#contract/text.ts';
import type { RowPage } from './image-pages.ts';
import controls from '#app/editor/frame/controls.module.css';
import forms from '#app/editor/field/file-form.module.css';
import styles from './image-finder.module.css';

/** Renders the search in a long list of images. */
export function ImageFinder({
  search,
  rows: { matches, before, positions },
  onSearch,
}: {
  search: string;
  rows: RowPage;
  onSearch: (text: string) => void;
}) {
  const id = useId();
  return (
    <div className={forms.field}>
      <label htmlFor={id}>Find an image by its name or description</label>
      <input
        id={id}
        type="search"
        className={controls.input}
        value={search}
        onChange={({ target }) => onSearch(target.value)}
      />
      <p className={styles.count} role="status">
        {matches === 0
          ? 'No image matches.'
          : `Showing ${number(before + 1)} to ${number(before + positions.size)} of ${counted(matches, 'image')}`}
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
