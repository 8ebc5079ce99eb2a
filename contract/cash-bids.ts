import { Type, type Static } from 'typebox';
import { Moment, OrNull } from './schemas.ts';
import { Saved } from './saved.ts';

/** Page of cash bids, which the home page shows in an iframe. */
export const CASH_BIDS_PAGE = '/cash-bids.html';

/** Page of cash bids for a wall-mounted screen. */
export const WALL_BOARD_PAGE = '/board';

export const PRICE_SHEET_PAGE = '/price-sheet';

/** Cash bid as visitors see it. Numbers are strings, so that no client rounds them to floating point; '' if absent. */
export type CashBid = Static<typeof CashBid>;
export const CashBid = Type.Object({
  location: Type.String(),
  commodity: Type.String(),
  delivery: Type.String({ description: "The cooperative's name for the delivery period, such as Spot." }),
  deliveryStart: Type.String({ description: 'The first day of the delivery period, such as 2026-12-01.' }),
  deliveryEnd: Type.String({ description: 'The last day of the delivery period.' }),
  futuresMonth: Type.String({ description: 'The futures month, such as Dec 2026.' }),
  futures: Type.String({ description: "Cents and eighths per bushel, such as 432'6." }),
  change: Type.String({
    description: "Change in futures, in cents and eighths, such as -3'2; 0'0 for no change.",
  }),
  basis: Type.String({ description: 'Cents per bushel. Negative means under futures, such as -32.' }),
  cashPrice: Type.String({ description: 'Dollars per bushel, such as 4.01.' }),
  notes: Type.String(),
  asOf: Moment('The time when the price was set.'),
});

/** All active cash bids, in the cooperative's order. */
export type CashBids = Static<typeof CashBids>;
export const CashBids = Type.Object({
  asOf: OrNull(Moment(), "The newest bid's time, or null if no bids are posted."),
  bids: Type.Array(CashBid),
});

// Plain constants, so that the bundler can drop the schemas that use them from the browser bundle.
const ROWS = 1000;
const COMMODITIES = 30;
const NAME_LENGTH = 60;

/** Limits of the bid list: counts, and lengths in UTF-16 code units. */
export const BID_LIMITS = {
  rows: ROWS,
  commodities: COMMODITIES,
  nameLength: NAME_LENGTH,
  notesLength: 200,
} as const;

export type Commodity = Static<typeof Commodity>;
export const Commodity = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: NAME_LENGTH,
      pattern: '^\\S(.*\\S)?$',
      description: 'a name with no space at the start or end',
    }),
    poundsPerBushel: OrNull(Type.Integer({ minimum: 1, maximum: 999 })),
    rounding: Type.Enum(['half up', 'half down', 'always up', 'always down']),
    decimals: Type.Union([Type.Literal(2), Type.Literal(4)]),
    futuresRoot: Type.String({
      pattern: '^[A-Z]{0,3}$',
      description: 'a futures symbol, such as ZC, or an empty string',
    }),
  },
  { additionalProperties: false },
);

/** What people call the fields of a commodity. */
export const COMMODITY_LABELS = {
  name: 'Name',
  poundsPerBushel: 'Pounds per bushel',
  rounding: 'Rounding',
  decimals: 'Decimals',
  futuresRoot: 'Futures symbol',
} as const satisfies Record<keyof Commodity, string>;

/** Sentences that say how to correct a field of a commodity. */
export const COMMODITY_MESSAGES = {
  name: 'Enter a name.',
  poundsPerBushel: 'Enter whole pounds, such as 56, or leave it blank.',
  rounding: 'Enter half up, half down, always up, or always down.',
  decimals: 'Enter 2 or 4.',
  futuresRoot: 'Enter a futures symbol, such as ZC, or leave it blank.',
} as const satisfies Record<keyof Commodity, string>;

/** Commodities of a cooperative that has not configured any. */
export const FIRST_COMMODITIES: readonly Commodity[] = [
  { name: 'Corn', poundsPerBushel: 56, rounding: 'half up', decimals: 2, futuresRoot: 'ZC' },
  { name: 'Soybeans', poundsPerBushel: 60, rounding: 'half up', decimals: 2, futuresRoot: 'ZS' },
  { name: 'Wheat', poundsPerBushel: 60, rounding: 'half up', decimals: 2, futuresRoot: 'ZW' },
  { name: 'Milo', poundsPerBushel: 56, rounding: 'half up', decimals: 2, futuresRoot: 'ZC' },
];

/** What people call the fields of a bid. */
export const BID_LABELS = {
  location: 'Location',
  commodity: 'Commodity',
  delivery: 'Delivery',
  deliveryStart: 'Delivery start',
  deliveryEnd: 'Delivery end',
  futuresMonth: 'Futures month',
  futures: 'Futures',
  change: 'Change',
  basis: 'Basis',
  cashPrice: 'Fixed price',
  active: 'On website',
  notes: 'Notes',
} as const;

/** Stored bid as the editor reads it. Unlike in `CashBid`, `cashPrice` is set for flat prices only. */
const { notes, asOf, ...prices } = CashBid.properties;
const BidRow = Type.Object({
  ...prices,
  cashPrice: Type.String({ description: "Only for a fixed price. Otherwise it's futures plus basis." }),
  active: Type.Boolean({ description: 'Whether the bid shows on the website.' }),
  notes,
  asOf,
});
export type BidRow = Static<typeof BidRow>;

export type BidList = Static<typeof BidList>;
export const BidList = Type.Object({
  commodities: Type.Array(Commodity),
  bids: Type.Array(BidRow),
});

/** Bid list to save. Accepts any rows, so that `parseBids` can report all validation errors together. */
export type BidListUpdate = Static<typeof BidListUpdate>;
export const BidListUpdate = Type.Object({
  commodities: Type.Optional(Type.Array(Commodity, { minItems: 1, maxItems: COMMODITIES })),
  bids: Type.Array(Type.Record(Type.String(), Type.Unknown(), { maxProperties: 50 }), { maxItems: ROWS }),
});

/** All commodities. The rule for saving requires at least one. */
export type CommodityList = Static<typeof CommodityList>;
export const CommodityList = Type.Object({
  commodities: Type.Array(Commodity, { maxItems: COMMODITIES }),
});

export type SavedCommodities = Static<typeof SavedCommodities>;
export const SavedCommodities = Saved(CommodityList);

export type SavedBidList = Static<typeof SavedBidList>;
export const SavedBidList = Saved(BidList);
