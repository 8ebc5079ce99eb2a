import { Type, type Static, type TProperties } from 'typebox';
import { ItemId } from './item-id.ts';
import { NO_NUL, toSlug } from './text.ts';

export const OWN_PAGES_MAX = 200;
export const PAGE_BLOCKS_MAX = 100;
/** Maximum length of the JSON of all blocks of a page, in UTF-16 code units. */
export const PAGE_LENGTH_MAX = 500_000;

/** Maximum lengths in UTF-16 code units, as `<input maxlength>` counts. */
export const PAGE_MAX_LENGTH = { title: 80, address: 60, description: 300 } as const;
export const BLOCK_MAX_LENGTH = {
  heading: 200,
  html: 50_000,
  caption: 300,
  cell: 300,
  message: 300,
  phoneNumber: 100,
  frameTitle: 200,
  frameAddress: 2000,
} as const;
export const GALLERY_BLOCK_IMAGES_MAX = 60;
const PEOPLE_BLOCK_MAX = 100;
export const DOCUMENTS_BLOCK_MAX = 100;
export const TABLE_BLOCK_MAX = { columns: 10, rows: 100 } as const;
/** Height of a frame, in CSS pixels. */
export const FRAME_HEIGHT = { min: 150, max: 1200, first: 450 } as const;

/** The last part of a page's path, such as annual-meeting. */
export const PAGE_ADDRESS = '^[a-z0-9]+(-[a-z0-9]+)*$';

/** Kinds of blocks and what people call them, in the order in which the editor offers them. */
export const BLOCK_NAMES = {
  heading: 'Heading',
  text: 'Text',
  picture: 'Image',
  gallery: 'Gallery',
  table: 'Table',
  people: 'People',
  documents: 'Documents',
  phone: 'Phone call-out',
  frame: 'Frame',
} as const;
export type BlockKind = keyof typeof BLOCK_NAMES;
export const BLOCK_KINDS = Object.keys(BLOCK_NAMES) as BlockKind[];

/** What people call the fields of pages and blocks. */
export const PAGE_LABELS = {
  title: 'Title',
  address: 'Address',
  description: 'Description',
  inMenu: 'In the menu',
  hidden: 'Hidden',
  level: 'Size',
  text: 'Heading',
  html: 'Text',
  imageId: 'Image',
  imageIds: 'Images',
  caption: 'Caption',
  headers: 'Columns',
  rows: 'Rows',
  employeeIds: 'People',
  documentIds: 'Documents',
  message: 'Message',
  phoneNumber: 'Phone number',
  height: 'Height',
} as const;

const PageLine = (maxLength: number) => Type.String({ maxLength, pattern: NO_NUL });
const PageIds = (maxItems: number) => Type.Array(ItemId, { maxItems });

const Block = <Kind extends BlockKind, Fields extends TProperties>(kind: Kind, fields: Fields) =>
  Type.Object({ id: ItemId, kind: Type.Literal(kind), ...fields });

export type PageBlock = Static<typeof PageBlock>;
export const PageBlock = Type.Union(
  [
    Block('heading', {
      level: Type.Integer({ minimum: 2, maximum: 3, description: '2 for a heading or 3 for a subheading' }),
      text: PageLine(BLOCK_MAX_LENGTH.heading),
    }),
    Block('text', { html: Type.String({ maxLength: BLOCK_MAX_LENGTH.html, pattern: NO_NUL }) }),
    Block('picture', {
      imageId: Type.Union([ItemId, Type.Literal('')], { description: 'the ID of an image, or empty' }),
      caption: PageLine(BLOCK_MAX_LENGTH.caption),
    }),
    Block('gallery', { imageIds: PageIds(GALLERY_BLOCK_IMAGES_MAX) }),
    Block('table', {
      caption: PageLine(BLOCK_MAX_LENGTH.caption),
      headers: Type.Array(PageLine(BLOCK_MAX_LENGTH.cell), {
        minItems: 1,
        maxItems: TABLE_BLOCK_MAX.columns,
      }),
      rows: Type.Array(Type.Array(PageLine(BLOCK_MAX_LENGTH.cell), { maxItems: TABLE_BLOCK_MAX.columns }), {
        maxItems: TABLE_BLOCK_MAX.rows,
      }),
    }),
    Block('people', {
      employeeIds: Type.Array(ItemId, {
        maxItems: PEOPLE_BLOCK_MAX,
        description: 'The employees to show, in this order. Empty for all.',
      }),
    }),
    Block('documents', { documentIds: PageIds(DOCUMENTS_BLOCK_MAX) }),
    Block('phone', {
      message: PageLine(BLOCK_MAX_LENGTH.message),
      phoneNumber: PageLine(BLOCK_MAX_LENGTH.phoneNumber),
    }),
    Block('frame', {
      title: PageLine(BLOCK_MAX_LENGTH.frameTitle),
      address: PageLine(BLOCK_MAX_LENGTH.frameAddress),
      height: Type.Integer({
        minimum: FRAME_HEIGHT.min,
        maximum: FRAME_HEIGHT.max,
        description: 'a whole number from 150 to 1200',
      }),
    }),
  ],
  { description: 'a block with an ID, a kind, and the fields of that kind' },
);

/** Page that administrators have created. */
export type OwnPage = Static<typeof OwnPage>;
export const OwnPage = Type.Object({
  id: ItemId,
  address: Type.String({
    maxLength: PAGE_MAX_LENGTH.address,
    pattern: PAGE_ADDRESS,
    description: 'lowercase letters, digits, and single hyphens, such as annual-meeting',
  }),
  title: PageLine(PAGE_MAX_LENGTH.title),
  description: PageLine(PAGE_MAX_LENGTH.description),
  inMenu: Type.Boolean(),
  hidden: Type.Boolean({ description: 'Visitors get a not-found page.' }),
  blocks: Type.Array(PageBlock, { maxItems: PAGE_BLOCKS_MAX }),
});

/** Page in the list of pages. */
export type OwnPageSummary = Static<typeof OwnPageSummary>;
export const OwnPageSummary = Type.Omit(OwnPage, ['description', 'blocks']);
export const OwnPageSummaries = Type.Array(OwnPageSummary);

export type OwnPageList = Static<typeof OwnPageList>;
export const OwnPageList = Type.Object({
  pages: OwnPageSummaries,
  earlier: Type.Record(Type.String(), Type.String(), {
    description: 'The IDs of pages by their earlier addresses, which lead to them.',
  }),
  unreadable: Type.Optional(
    Type.Array(OwnPageSummary, {
      description:
        'The pages whose stored data is damaged, which visitors do not see after the next start. Saving one restores it.',
    }),
  ),
  frameOrigins: Type.Array(Type.String(), {
    description: 'The origins from which the site file allows frames.',
  }),
});

/** IDs of pages in their new order. Pages that are not listed follow in their current order. */
export const OwnPageOrder = PageIds(OWN_PAGES_MAX);

/** Returns an address for a title, such as annual-meeting for "Annual Meeting!", or '' if it has no letters. */
export const addressOf = (title: string): string => toSlug(title, PAGE_MAX_LENGTH.address);
