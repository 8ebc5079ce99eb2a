import { Type } from 'typebox';
import { PIONEER_HEADING, PIONEER_NAME } from './seed-brands.ts';
import { Crop, Heading, Name, Program } from './site-seed-brands.ts';
import { Closed, Defaulted, Service, Switch } from './site-values.ts';

const { id, categoryName, imageUrl, imageId } = Crop.properties;

const PioneerCategory = Closed(
  {
    id,
    category: Type.Integer({
      minimum: 0,
      maximum: 7,
      description:
        '0 (corn), 1 (soybeans), 2 (silage), 3 (wheat), 4 (sorghum), 5 (sunflower), 6 (inoculants), or 7 (alfalfa)',
    }),
    categoryName,
    longDescription: Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'the description shown until someone writes one in the editor, 1 to 1,000 characters',
    }),
    imageUrl,
    imageId,
  },
  'an id, a category, a categoryName, a longDescription, an imageUrl, and, for an image from the editor, an imageId',
);

/** The standard crops: number, ID, name, drawing, and description of each. */
const CROPS = [
  [0, 'corn-product', 'Corn', 'corn', 'Hybrids matched to local maturities, soils, and planting dates.'],
  [1, 'soybean-product', 'Soybeans', 'soybeans', 'Varieties by maturity group and by herbicide tolerance.'],
  [3, 'wheat-product', 'Wheat', 'wheat', 'Winter wheat for grain, off in time to double-crop behind it.'],
  [7, 'alfalfa-product', 'Alfalfa', 'alfalfa', 'Winter-hardy varieties for hay and haylage.'],
  [4, 'sorghum-product', 'Sorghum', 'sorghum', 'Grain and forage sorghum for dry ground.'],
  [5, 'sunflower-product', 'Sunflower', 'sunflower', 'Oil and confection hybrids.'],
  [2, 'cornsilage-product', 'Corn Silage', 'silage', 'Hybrids picked for tonnage and feed value.'],
  [6, 'innoculant-product', 'Inoculants', 'inoculant', 'Inoculants for soybeans, silage, and hay.'],
] as const;

export const Pioneer = Defaulted(
  {
    shown: Switch('the website has the Pioneer page', true),
    name: Type.String({ ...Name, default: PIONEER_NAME }),
    heading: Type.String({ ...Heading, default: PIONEER_HEADING }),
    programs: Type.Array(Program, {
      default: [
        {
          name: 'TruChoice',
          text: 'customers are eligible to save up to 15% on crop protection products.',
        },
      ],
      description: 'a list of programs, each with a name and a text',
    }),
    categories: Type.Array(PioneerCategory, {
      default: CROPS.map(([category, cropId, name, drawing, longDescription]) => ({
        id: cropId,
        category,
        categoryName: name,
        longDescription,
        imageUrl: `/drawings/crops/${drawing}.svg`,
      })),
      description: 'a list of categories, in page order',
    }),
    services: Type.Array(Service, {
      default: [
        { name: 'Field Mapping', drawing: '/drawings/pioneer/field-mapping.svg' },
        { name: 'LumiGen Seed Treatment', drawing: '/drawings/pioneer/seed-treatment.svg' },
        { name: 'Seed Delivery', drawing: '/drawings/pioneer/seed-delivery.svg' },
        { name: 'Crop Scouting', drawing: '/drawings/pioneer/crop-scouting.svg' },
      ],
      description: 'a list of services',
    }),
  },
  'the Pioneer page: an object with shown, name, heading, programs, categories, and services',
);
