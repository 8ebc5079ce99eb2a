import type { VersionedImage } from './image-list.ts';

/** Rows that are shown at a time. A list that fits has neither a search nor pages. */
export const PAGE_ROWS = 50;

/** Rows of a long list to show. Positions count from 0. */
export type RowPage = {
  page: number;
  pages: number;
  /** Number of images that match the search. */
  matches: number;
  /** Positions of the matches before this page. */
  before: number;
  positions: ReadonlySet<number>;
};

/** Returns the rows of a page of the images whose name or description contains the search, in any case. */
export function rowPageOf(
  items: readonly VersionedImage[],
  { search, page: wanted }: { search: string; page: number },
): RowPage {
  const found = items.flatMap(({ image: { imageName, altText = '' } }, position) =>
    matchesSearch(`${imageName}\n${altText}`, search) ? [position] : [],
  );
  const pages = Math.max(1, Math.ceil(found.length / PAGE_ROWS));
  const page = Math.min(wanted, pages - 1);
  const before = page * PAGE_ROWS;
  return {
    page,
    pages,
    matches: found.length,
    before,
    positions: new Set(found.slice(before, before + PAGE_ROWS)),
  };
}

export const matchesSearch = (text: string, search: string): boolean =>
  text.toLowerCase().includes(search.trim().toLowerCase());

/** Returns the page of a position when nothing is searched. */
export const pageOf = (position: number) => Math.floor(position / PAGE_ROWS);

/** Returns a position from 0 for typed text, or undefined if the list has no such position. */
export function positionIn(text: string, count: number): number | undefined {
  const digits = text.trim().replaceAll(',', '');
  const position = /^[0-9]{1,6}$/.test(digits) ? Number(digits) : 0;
  return position >= 1 && position <= count ? position - 1 : undefined;
}
