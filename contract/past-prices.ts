import { Type, type Static } from 'typebox';
import { Moment, OrNull } from './schemas.ts';
import { CashBid } from './cash-bids.ts';
import { HarvestEntry } from './harvest.ts';
import { Bom } from './open-data.ts';

/** Change of the change log from which a price comes. */
export type PriceSource = Static<typeof PriceSource>;
export const PriceSource = Type.Object({
  id: Type.String({ description: 'The id of the change, such as 1234-0a1b2c3d. It never changes.' }),
  at: Moment(),
  by: Type.String({
    description:
      'The administrator or API token, "the office" while past prices are public, or where else the price comes from.',
  }),
});

const Source = OrNull(PriceSource);

export type PastBid = Static<typeof PastBid>;
export const PastBid = Type.Intersect([
  CashBid,
  Type.Object({
    setBy: Source,
    futuresBy: OrNull(PriceSource, "Set if the futures price is the vendor's."),
  }),
]);

export type PastTable = Static<typeof PastTable>;
export const PastTable = Type.Object({
  type: Type.Integer({ description: 'The number of the table, 0 to 4.' }),
  headers: Type.Array(Type.String()),
  rows: Type.Array(Type.Array(Type.String())),
  changedAt: OrNull(Moment()),
  setBy: Source,
});

/** Prices as visitors saw them at the end of a minute. */
export type PastPrices = Static<typeof PastPrices>;
export const PastPrices = Type.Object({
  minute: Moment('The beginning of the minute.'),
  at: Moment('The end of the minute, or the present if it is not over.'),
  timeZone: Type.String(),
  asOf: OrNull(Moment()),
  bids: Type.Array(PastBid),
  tables: Type.Array(PastTable),
  harvest: Type.Array(HarvestEntry, { description: 'The harvest board of that time.' }),
  changes: Type.Array(PriceSource, { description: 'The changes from which these prices come.' }),
  changesInMinute: Type.Integer({
    description: 'How often prices or the harvest board changed in this minute.',
  }),
  lost: Type.Union([Type.Object({ from: Moment(), to: Moment() }), Type.Null()], {
    description:
      'Set if a backup was restored later that lacks changes of this time. Visitors may have seen other prices.',
  }),
});

export const PastPricesQuery = Type.Object({
  bom: Bom,
  at: Type.String({
    description:
      "A minute in the cooperative's time zone, such as 2026-11-20T09:05. In an hour that clocks repeat, add the offset from UTC, such as 2026-11-01T01:30-05:00.",
  }),
  format: Type.Optional(
    Type.String({ pattern: '^(json|csv)$', description: 'json or csv; json if you leave it out' }),
  ),
});
