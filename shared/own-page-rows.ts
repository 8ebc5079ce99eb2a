import { DOCUMENTS_BLOCK_MAX, GALLERY_BLOCK_IMAGES_MAX, type OwnPage } from '#contract/own-pages.ts';
import { mergeLists, type Choose, type Conflict, type Versions } from './merge-lists.ts';
import { mapVersions } from './merge-moves.ts';

/**
 * Page as a list of rows with primitive values, which can be merged and logged like other lists. The first row has the
 * fields of the page itself; every other one is a block. Lists are JSON.
 */
export type PageRow = { id: string } & Record<string, string | number | boolean>;

/** Id of the row with the page's own fields. No block can have it, because of the colon. */
export const PAGE_ROW = ':page';

const LISTS: ReadonlySet<string> = new Set(['imageIds', 'employeeIds', 'documentIds', 'headers', 'rows']);

export function toPageRows({ id: _id, blocks, ...fields }: OwnPage): PageRow[] {
  return [
    { id: PAGE_ROW, ...fields },
    ...blocks.map((block) => {
      const values = Object.entries(block).map(([name, value]) => [
        name,
        LISTS.has(name) ? JSON.stringify(value) : value,
      ]);
      return Object.fromEntries(values) as PageRow;
    }),
  ];
}

/** Returns the page of rows, or undefined if they lack the page's own fields. */
export function fromPageRows(id: string, rows: readonly PageRow[]): OwnPage | undefined {
  const own = rows.find((row) => row.id === PAGE_ROW);
  if (!own) return undefined;
  const { address, title, description, inMenu, hidden } = own as unknown as OwnPage;
  const blocks = rows
    .filter((row) => row !== own)
    .map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, LISTS.has(name) ? listIn(value) : value]),
      ),
    ) as OwnPage['blocks'];
  return { id, address, title, description, inMenu, hidden, blocks };
}

export const listIn = (value: unknown): unknown => JSON.parse(String(value)) as unknown;

/** Maximum lengths of the lists of ids that are merged by id. No employees means all of them, so those are not. */
const MERGED_BY_ID = { imageIds: GALLERY_BLOCK_IMAGES_MAX, documentIds: DOCUMENTS_BLOCK_MAX } as const;

/** Merges the changes of two people to a page, like `mergeLists`, and the images and documents that a block lists by id. */
export function mergePageRows(
  { base, mine, theirs }: Versions<readonly PageRow[]>,
  choose?: Choose<PageRow>,
): { rows: PageRow[]; conflicts: Conflict<PageRow>[] } {
  const [old, their] = [base, theirs].map((rows) => new Map(rows.map((row) => [row.id, row])));
  const merged = new Map(
    mine.flatMap((row) => {
      const [before, newer] = [old?.get(row.id), their?.get(row.id)];
      return before && newer ? [[row.id, mergeIds({ base: before, mine: row, theirs: newer })]] : [];
    }),
  );
  const withMerged = (rows: readonly PageRow[]) => rows.map((row) => ({ ...row, ...merged.get(row.id) }));
  return mergeLists({ base, mine: withMerged(mine), theirs: withMerged(theirs) }, choose);
}

/** Returns the merged lists of a block. Leaves out those that would be too long, which are a conflict. */
function mergeIds(versions: Versions<PageRow>): Record<string, string> {
  const lists = Object.entries(MERGED_BY_ID).flatMap(([field, maxLength]) => {
    if (Object.values(versions).some((row) => !(field in row))) return [];
    const rowsIn = (row: PageRow) => (listIn(row[field]) as string[]).map((id) => ({ id }));
    const { rows } = mergeLists(mapVersions(versions, rowsIn));
    return rows.length > maxLength ? [] : [[field, JSON.stringify(rows.map(({ id }) => id))]];
  });
  return Object.fromEntries(lists) as Record<string, string>;
}
