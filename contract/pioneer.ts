import { Type, type Static } from 'typebox';
import { ItemId } from './item-id.ts';
import { NO_NUL } from './text.ts';

/** The seed brand's categories by their public number; those with `always` stand on the page without items, too. */
export const PIONEER_CATEGORIES = [
  { category: 0, id: 'corn-product', always: true },
  { category: 1, id: 'soybean-product', always: true },
  { category: 2, id: 'cornsilage-product', always: false },
  { category: 3, id: 'wheat-product', always: true },
  { category: 4, id: 'sorghum-product', always: true },
  { category: 5, id: 'sunflower-product', always: true },
  { category: 6, id: 'innoculant-product', always: false },
  { category: 7, id: 'alfalfa-product', always: true },
] as const;

export type PioneerCategoryId = (typeof PIONEER_CATEGORIES)[number]['id'];

const CATEGORIES = 8;

/** In the address of the page, it names the category that is shown. */
export const CATEGORY_PARAMETER = 'category';

export const PIONEER_ITEMS_PER_CATEGORY = 100;
export const CATEGORY_DESCRIPTION_MAX_LENGTH = 1000;

const Category = Type.Integer({
  minimum: 0,
  maximum: CATEGORIES - 1,
  description: 'The number of a category, 0 to 7.',
});

export const PioneerCategoryParams = Type.Object({
  category: Type.String({ pattern: '^[0-7]$', description: 'the number of a category, 0 to 7' }),
});
export const PioneerItemParams = Type.Object({ id: ItemId });

/** One item of a category. */
export type PioneerItem = Static<typeof PioneerItem>;
export const PioneerItem = Type.Object({
  id: Type.String(),
  pioneerCategory: Category,
  description: Type.String({ description: 'Cleaned HTML.' }),
  categoryDescription: Type.String({
    description: 'Plain text of the whole category, the same in each of its items.',
  }),
});

/** All items, or those of one category, in the order in which they were added. */
export const PioneerItems = Type.Array(PioneerItem);

const Description = Type.String({ pattern: NO_NUL, description: 'HTML, which is cleaned.' });
const CategoryDescription = Type.Optional(
  Type.String({
    pattern: NO_NUL,
    maxLength: CATEGORY_DESCRIPTION_MAX_LENGTH,
    description: 'Plain text; left out, the category keeps its own.',
  }),
);

/** New items. Their ids, when they have one, only tell a repeated save from a new one. */
export type NewPioneerItems = Static<typeof NewPioneerItems>;
export const NewPioneerItems = Type.Array(
  Type.Object({
    id: Type.Optional(Type.Union([ItemId, Type.Literal(''), Type.Null()])),
    pioneerCategory: Category,
    description: Description,
    categoryDescription: CategoryDescription,
  }),
  { maxItems: PIONEER_ITEMS_PER_CATEGORY * CATEGORIES },
);

/** Items that are stored already, with their ids. */
export type PioneerItemUpdates = Static<typeof PioneerItemUpdates>;
export const PioneerItemUpdates = Type.Array(
  Type.Object({
    id: ItemId,
    pioneerCategory: Category,
    description: Description,
    categoryDescription: CategoryDescription,
  }),
  {
    maxItems: PIONEER_ITEMS_PER_CATEGORY * CATEGORIES,
  },
);
