import { useMemo } from 'react';
import type { BidField } from '#shared/parse-bids.ts';
import type { Commodity } from '#contract/cash-bids.ts';
import type { Locations } from '#contract/locations.ts';
import { API } from '#contract/paths.ts';
import { parseFuturesMonth } from '#shared/bid-dates.ts';
import { useEditor } from '#app/editor/field/editor-context.ts';
import type { Grid } from '#app/editor/grid/grid.ts';
import { call } from '#app/editor/shell/admin-api.ts';
import { useEditorQuery } from '#app/editor/shell/use-editor-query.ts';
import { BID_COLUMNS, columnOf, shortDay } from './bid-grid.ts';

const MONTHS = 18;
const loadLocations = () => call<Locations>(API.locations);

/** Returns what the cells of each column can be picked from: names in use, and the months from today on. */
export function useBidChoices({ rows }: Grid, commodities: readonly Commodity[]): readonly string[][] {
  const { today } = useEditor();
  const query = useEditorQuery(loadLocations);
  const locations = query.state === 'loaded' ? query.body : undefined;
  return useMemo(() => {
    const [year = 0, month = 0] = today.split('-').map(Number);
    const dayAt = (offset: number, day: number) =>
      shortDay(new Date(Date.UTC(year, month - 1 + offset, day)).toISOString().slice(0, 10));
    const offsets = [...Array(MONTHS).keys()];
    const starts = offsets.map((offset) => dayAt(offset, 1));
    const inUse = rows.map((cells) => cells[columnOf('location')] ?? '');
    const choices: Partial<Record<BidField, string[]>> = {
      location: [...new Set([...inUse, ...(locations ?? []).map(({ name }) => name)])],
      commodity: commodities.map(({ name }) => name),
      futuresMonth: starts.map((start) => parseFuturesMonth(start) ?? ''),
      deliveryStart: starts,
      deliveryEnd: offsets.map((offset) => dayAt(offset + 1, 0)),
    };
    return BID_COLUMNS.map(({ field }) => choices[field] ?? []);
  }, [rows, commodities, locations, today]);
}
