import type { Entry } from '#app/editor/field/removals.ts';

/** Rows that are shown at a time. A list that fits has neither a search nor pages. */
export const PAGE_ROWS = 50;

/** Returns the rows of a page of the files whose text contains the search, in any case. Positions count from 0. */
export function rowPageOf(
  texts: readonly string[],
  { search, page: wanted }: { search: string; page: number },
) {
  const found = texts.flatMap((text, position) => (matchesSearch(text, search) ? [position] : []));
  const pages = Math.max(1, Math.ceil(found.length / PAGE_ROWS));
  const page = Math.min(wanted, pages - 1);
  /** Number of matches before this page. */
  const before = page * PAGE_ROWS;
  const positions: ReadonlySet<number> = new Set(found.slice(before, before + PAGE_ROWS));
  return { page, pages, matches: found.length, before, positions };
}

const matchesSearch = (text: string, search: string): boolean =>
  text.toLowerCase().includes(search.trim().toLowerCase());

/** Returns the page of a position when nothing is searched. */
export const pageOf = (position: number) => Math.floor(position / PAGE_ROWS);

/** Returns a position from 0 for typed text, or undefined if the list has no such position. */
export function positionIn(text: string, count: number): number | undefined {
  const digits = text.trim().replaceAll(',', '');
  const position = /^[0-9]{1,6}$/.test(digits) ? Number(digits) : 0;
  return position >= 1 && position <= count ? position - 1 : undefined;
}

type RowEntry = Entry<{ id: string; name: string }>;

const isRow = ({ removal }: RowEntry) => removal === undefined;

/** Returns the entries to mount: the rows of the page, the removals beside them, and the hidden rows to keep. */
export function shownEntries(
  all: readonly RowEntry[],
  { rows, search, kept }: { rows: ReturnType<typeof rowPageOf>; search: string; kept: ReadonlySet<string> },
): (RowEntry & { isShown: boolean })[] {
  const isOnPage = (entry: RowEntry | undefined) =>
    entry?.position !== undefined && rows.positions.has(entry.position);
  return all.flatMap((entry, index) => {
    if (!entry.removal) {
      const isShown = isOnPage(entry);
      return isShown || kept.has(entry.id) ? { ...entry, isShown } : [];
    }
    const isShown =
      search === ''
        ? !all.some(isRow) ||
          isOnPage(all.slice(0, index).findLast(isRow)) ||
          isOnPage(all.slice(index).find(isRow))
        : matchesSearch(entry.removal.item.name, search);
    return isShown ? { ...entry, isShown } : [];
  });
}
