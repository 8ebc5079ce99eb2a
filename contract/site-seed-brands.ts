import { Type } from 'typebox';
import { PAGE_ADDRESS, PAGE_MAX_LENGTH } from './own-pages.ts';
import {
  BRAND_NAME_MAX_LENGTH,
  CROP_ID_MAX_LENGTH,
  CROP_TEXT_MAX_LENGTH,
  CROPS_MAX,
  PROGRAM_TEXT_MAX_LENGTH,
  SEED_BRANDS_MAX,
} from './seed-brands.ts';
import { Closed, ImageRef, Service, SitePath, Text } from './site-values.ts';

export const Name = Type.String({
  maxLength: BRAND_NAME_MAX_LENGTH,
  pattern: '\\S',
  description: 'the name of a seed brand, 1 to 80 characters',
});
export const Heading = Text('the heading of the page');

export const Program = Closed(
  {
    name: Text('the name of a program'),
    text: Type.String({
      minLength: 1,
      maxLength: PROGRAM_TEXT_MAX_LENGTH,
      description: 'what the program offers, 1 to 1,000 characters',
    }),
  },
  'a name and a text',
);

export const Crop = Closed(
  {
    id: Type.String({
      pattern: `^[a-z0-9-]{1,${CROP_ID_MAX_LENGTH}}$`,
      description:
        "an ID for the category's web address, such as corn-product: 1 to 40 lowercase letters, digits, or hyphens",
    }),
    categoryName: Text('the name of a crop'),
    text: Type.String({
      maxLength: CROP_TEXT_MAX_LENGTH,
      description: 'the text about a crop, up to 1,000 characters',
    }),
    imageUrl: SitePath,
    imageId: Type.Optional(ImageRef),
  },
  'an id, a categoryName, a text, an imageUrl, and, for an image from the editor, an imageId',
);

const SeedBrand = Closed(
  {
    address: Type.String({
      maxLength: PAGE_MAX_LENGTH.address,
      pattern: PAGE_ADDRESS,
      description:
        'the last part of the address of the page, such as prairie-gold: lowercase letters, digits, and single hyphens',
    }),
    name: Name,
    heading: Heading,
    programs: Type.Array(Program, { description: 'a list of programs, each with a name and a text' }),
    categories: Type.Array(Crop, {
      maxItems: CROPS_MAX,
      description: 'a list of up to 20 crops, in page order',
    }),
    services: Type.Array(Service, { description: 'a list of services' }),
  },
  'an address, a name, a heading, and lists of programs, categories, and services',
);

/** Brands of seed other than Pioneer, whose crops have a text instead of items. */
export const SeedBrands = Type.Array(SeedBrand, {
  default: [],
  maxItems: SEED_BRANDS_MAX,
  description: 'a list of up to 10 seed brands other than Pioneer',
});
