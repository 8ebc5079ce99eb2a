import { Type, type Static } from 'typebox';
import { ItemId } from './item-id.ts';
import { NO_NUL } from './text.ts';

/** Pioneer seed categories by their number in the API. Those with `always` are shown even if they have no items. */
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

/** Returns true for a crop that shows only once it has items, unless an administrator has put another one in its place. */
export const isHiddenWhenEmpty = (crop: { category: number; id: string }): boolean =>
  PIONEER_CATEGORIES.some(
    ({ category, id, always }) => category === crop.category && id === crop.id && !always,
  );

/** What people call the fields. */
export const PIONEER_LABELS = { category: 'Category', description: 'Description' } as const;

const CATEGORIES = 8;

/** Query parameter of the Pioneer page that selects a category. */
export const CATEGORY_PARAMETER = 'category';

export const PIONEER_ITEMS_PER_CATEGORY = 100;
export const CATEGORY_DESCRIPTION_MAX_LENGTH = 1000;

const Category = Type.Integer({
  minimum: 0,
  maximum: CATEGORIES - 1,
  description: 'The category number, 0 to 7.',
});

export const PioneerCategoryParams = Type.Object({
  category: Type.String({ pattern: '^[0-7]$', description: 'a category number, 0 to 7' }),
});

export type PioneerItem = Static<typeof PioneerItem>;
export const PioneerItem = Type.Object({
  id: Type.String(),
  pioneerCategory: Category,
  description: Type.String({ description: 'Cleaned HTML.' }),
  categoryDescription: Type.String({
    description: "The category's description, in plain text. The same in all of its items.",
  }),
});

/** All items, or those of one category, oldest first. */
export const PioneerItems = Type.Array(PioneerItem);

const NewValues = {
  pioneerCategory: Category,
  description: Type.String({ pattern: NO_NUL, description: 'HTML. Cleaned on save.' }),
  categoryDescription: Type.Optional(
    Type.String({
      pattern: NO_NUL,
      maxLength: CATEGORY_DESCRIPTION_MAX_LENGTH,
      description: "Plain text. Leave it out to keep the category's current description.",
    }),
  ),
};

/** Items to add. An id only serves to recognize a repeated save; the server assigns its own ids. */
export type NewPioneerItems = Static<typeof NewPioneerItems>;
export const NewPioneerItems = Type.Array(
  Type.Object({
    id: Type.Optional(Type.Union([ItemId, Type.Literal(''), Type.Null()])),
    ...NewValues,
  }),
  { maxItems: PIONEER_ITEMS_PER_CATEGORY * CATEGORIES },
);

export type PioneerItemUpdates = Static<typeof PioneerItemUpdates>;
export const PioneerItemUpdates = Type.Array(Type.Object({ id: ItemId, ...NewValues }), {
  maxItems: PIONEER_ITEMS_PER_CATEGORY * CATEGORIES,
});
