import { flushSync } from 'react-dom';
import { counted } from '#contract/text.ts';
import { PickerSearch } from '#app/editor/field/picker-search.tsx';
import type { FileWords } from './file-list.ts';
import { pageOf } from './file-pages.ts';
import type { FilePages } from './use-file-order.ts';
import { Button } from '#app/editor/shell/button.tsx';
import styles from './file-finder.module.css';

type FinderProps = { words: FileWords; pages: FilePages; focusRow: (selector: string) => void };

/** Renders the search in a long list of files, its pages, and the unsaved files of other pages. */
export function FileFinder({ words, pages, focusRow }: FinderProps) {
  const { noun, find } = words;
  const { matches, before, positions } = pages.rows;
  const [first, last] = [before + 1, before + positions.size].map((each) => each.toLocaleString('en-US'));
  const result = `Showing ${first} to ${last} of ${counted(matches, noun)}`;

  function show(position: number) {
    flushSync(() => {
      pages.setSearch('');
      pages.setPage(pageOf(position));
    });
    focusRow(`[data-position="${position}"]`);
  }

  return (
    <>
      {pages.isLong && (
        <div className={styles.finder}>
          <PickerSearch
            label={find}
            search={pages.search}
            found={matches}
            noun={noun}
            result={matches === 0 ? `No ${noun} matches.` : result}
            onSearch={pages.setSearch}
          />
          <PageButtons label={`Pages of ${noun}s, above the list`} pages={pages} onPage={pages.setPage} />
        </div>
      )}
      {pages.unsavedElsewhere.length > 0 && (
        <p className={styles.elsewhere}>
          Not saved yet, and not shown here:
          {pages.unsavedElsewhere.map(({ id, name, position }) => (
            <Button key={id} onClick={() => show(position)}>
              {name}
            </Button>
          ))}
        </p>
      )}
    </>
  );
}

type PageButtonsProps = { label: string; pages: FilePages; onPage: (page: number) => void };

/** Renders the buttons that show other pages of a long list. They stay focusable at either end. */
export function PageButtons({ label, pages: { rows }, onPage }: PageButtonsProps) {
  const { page, pages } = rows;
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
        <Button key={name} aria-disabled={isEnd} onClick={() => !isEnd && onPage(to)}>
          {name}
        </Button>
      ))}
    </div>
  );
}
