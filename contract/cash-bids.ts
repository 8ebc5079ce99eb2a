import { Type, type Static } from 'typebox';
import { Saved } from './saved.ts';

/** Where the small page of bids stands, the one that the home page frames. */
export const CASH_BIDS_PAGE = '/cash-bids.html';

/** Where the board for the office's wall stands. */
export const WALL_BOARD_PAGE = '/board';

/** Where the sheet of all prices stands, made to be printed. */
export const PRICE_SHEET_PAGE = '/price-sheet';

/** What asks for the board as comma-separated values. */
export const CSV_MEDIA_TYPE = 'text/csv';

/**
 * One row of the board. All figures are text, so that none passes through a floating point, and each is empty where
 * there is none.
 */
export type CashBid = Static<typeof CashBid>;
export const CashBid = Type.Object({
  location: Type.String(),
  commodity: Type.String(),
  delivery: Type.String({ description: 'The delivery period as the cooperative names it, such as Spot.' }),
  deliveryStart: Type.String({ description: 'Its first day, such as 2026-12-01.' }),
  deliveryEnd: Type.String({ description: 'Its last day.' }),
  futuresMonth: Type.String({ description: 'Such as Dec 2026.' }),
  futures: Type.String({ description: "Cents and eighths per bushel, such as 432'6." }),
  change: Type.String({ description: "Of the futures, in cents and eighths, such as -3'2; 0'0 for none." }),
  basis: Type.String({ description: 'Cents per bushel, negative under the futures, such as -32.' }),
  cashPrice: Type.String({ description: 'Dollars per bushel, such as 4.01.' }),
  notes: Type.String(),
  asOf: Type.String({ format: 'date-time', description: 'When the price was set.' }),
});

/** The whole board as farmers see it, in the cooperative's order. */
export type CashBids = Static<typeof CashBids>;
export const CashBids = Type.Object({
  asOf: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'The newest of the rows, or null when no bids are posted.',
  }),
  bids: Type.Array(CashBid),
});

export const CashBidsQuery = Type.Object({
  format: Type.Optional(
    Type.String({ pattern: '^(json|csv)$', description: 'json or csv; else what Accept prefers' }),
  ),
});

// Plain constants: schemas made of them are left out of the browser's code, where nothing asks for them.
const ROWS = 1000;
const COMMODITIES = 30;
const NAME_LENGTH = 60;

/** Limits of a board: counts, and lengths in UTF-16 units. */
export const BOARD_LIMITS = {
  rows: ROWS,
  commodities: COMMODITIES,
  nameLength: NAME_LENGTH,
  notesLength: 200,
} as const;

/** What holds for all bids of a grain. */
export type Commodity = Static<typeof Commodity>;
export const Commodity = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: NAME_LENGTH,
      pattern: '^\\S(.*\\S)?$',
      description: 'a name',
    }),
    poundsPerBushel: Type.Union([Type.Integer({ minimum: 1, maximum: 999 }), Type.Null()]),
    rounding: Type.Union([
      Type.Literal('half up'),
      Type.Literal('half down'),
      Type.Literal('always up'),
      Type.Literal('always down'),
    ]),
    decimals: Type.Union([Type.Literal(2), Type.Literal(4)]),
    futuresRoot: Type.String({
      pattern: '^[A-Z]{0,3}$',
      description: 'the letters of its futures, such as ZC, or nothing',
    }),
  },
  { additionalProperties: false },
);

/** What a cooperative that has settled nothing yet begins with. */
export const FIRST_COMMODITIES: readonly Commodity[] = [
  { name: 'Corn', poundsPerBushel: 56, rounding: 'half up', decimals: 2, futuresRoot: 'ZC' },
  { name: 'Soybeans', poundsPerBushel: 60, rounding: 'half up', decimals: 2, futuresRoot: 'ZS' },
  { name: 'Wheat', poundsPerBushel: 60, rounding: 'half up', decimals: 2, futuresRoot: 'ZW' },
  { name: 'Milo', poundsPerBushel: 56, rounding: 'half up', decimals: 2, futuresRoot: 'ZC' },
];

/** A row as it is kept: that of the board, whether it is on it, and a cash price only where it is fixed. */
const BoardRow = Type.Object({
  location: Type.String(),
  commodity: Type.String(),
  delivery: Type.String(),
  deliveryStart: Type.String(),
  deliveryEnd: Type.String(),
  futuresMonth: Type.String(),
  futures: Type.String(),
  change: Type.String(),
  basis: Type.String(),
  cashPrice: Type.String({ description: 'Only where it is fixed: else futures and basis make it.' }),
  active: Type.Boolean({ description: 'Whether farmers see it.' }),
  notes: Type.String(),
  asOf: Type.String({ format: 'date-time' }),
});
export type BoardRow = Static<typeof BoardRow>;

/** The board as it is edited. */
export type BidBoard = Static<typeof BidBoard>;
export const BidBoard = Type.Object({
  commodities: Type.Array(Commodity),
  bids: Type.Array(BoardRow),
});

/**
 * A whole board to be saved. The rows are read one by one, to tell all that is wrong with them together: see
 * read-board.ts for what each field may be.
 */
export type BidBoardSave = Static<typeof BidBoardSave>;
export const BidBoardSave = Type.Object({
  commodities: Type.Optional(Type.Array(Commodity, { minItems: 1, maxItems: COMMODITIES })),
  bids: Type.Array(Type.Record(Type.String(), Type.Unknown()), { maxItems: ROWS }),
});

export type SavedBidBoard = Static<typeof SavedBidBoard>;
export const SavedBidBoard = Saved(BidBoard);
