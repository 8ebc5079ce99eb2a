import { ROUNDINGS } from '#shared/bid-prices.ts';
import { COMMODITY_MESSAGES, type Commodity, type CommodityList } from '#contract/cash-bids.ts';
import type { StoredForm } from '#app/editor/field/stored-form.ts';
import { GRID_FORM, isBlankRow, type CellKind, type Grid, type GridDraft } from '#app/editor/grid/grid.ts';

const HEADERS = ['Name', 'Lb/bu', 'Rounding', 'Decimals', 'Futures symbol'];
export const COMMODITY_KINDS: readonly CellKind[] = ['text', 'number', 'text', 'number', 'text'];

export const NEW_COMMODITY: readonly string[] = ['', '', 'half up', '2', ''];

export const gridOfCommodities = ({ commodities }: CommodityList): GridDraft => ({
  headers: HEADERS,
  rows: commodities.map((each) => [
    each.name,
    String(each.poundsPerBushel ?? ''),
    each.rounding,
    String(each.decimals),
    each.futuresRoot,
  ]),
});

export const COMMODITIES_FORM: StoredForm<GridDraft> = {
  ...GRID_FORM,
  read(text) {
    const draft = GRID_FORM.read(text);
    return draft?.headers.length === HEADERS.length ? draft : undefined;
  },
};

/** Validators by column. Each returns an error message, or '' for a valid text. */
const VALIDATORS = [
  (text: string) => (text === '' ? COMMODITY_MESSAGES.name : ''),
  (text: string) => (/^([1-9]\d{0,2})?$/.test(text) ? '' : COMMODITY_MESSAGES.poundsPerBushel),
  (text: string) =>
    ROUNDINGS.some((each) => each === text.toLowerCase()) ? '' : COMMODITY_MESSAGES.rounding,
  (text: string) => (/^[24]$/.test(text) ? '' : COMMODITY_MESSAGES.decimals),
  (text: string) => (/^[A-Za-z]{0,3}$/.test(text) ? '' : COMMODITY_MESSAGES.futuresRoot),
];

export const commodityWarnings = ({ rows }: Grid): string[][] =>
  rows.map((cells) =>
    cells.map((text, column) => (isBlankRow(cells) ? '' : (VALIDATORS[column]?.(text.trim()) ?? ''))),
  );

/** Returns the first error with its row and column, such as "Row 2, Decimals: Enter 2 or 4." */
export function firstCommodityIssue(grid: Grid): string | undefined {
  for (const [row, messages] of commodityWarnings(grid).entries()) {
    const column = messages.findIndex(Boolean);
    if (column !== -1) return `Row ${row + 1}, ${HEADERS[column]}: ${messages[column]}`;
  }
  return undefined;
}

/** Returns any text but a whole number as it is, because `Number` would turn it into another value. */
const wholeNumber = (text: string) => (/^\d+$/.test(text) ? Number(text) : text);

/** Converts the rows to commodities without validating them; the server rejects invalid ones. */
export const toCommodities = ({ rows }: Grid): Commodity[] =>
  rows
    .filter((cells) => !isBlankRow(cells))
    .map(([name = '', pounds = '', rounding = '', decimals = '', root = '']) => ({
      name: name.trim(),
      poundsPerBushel: pounds.trim() === '' ? null : (wholeNumber(pounds.trim()) as number),
      rounding: rounding.trim().toLowerCase() as Commodity['rounding'],
      decimals: wholeNumber(decimals.trim()) as Commodity['decimals'],
      futuresRoot: root.trim().toUpperCase(),
    }));
