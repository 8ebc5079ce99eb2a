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
      default: [
        {
          id: 'corn-product',
          category: 0,
          categoryName: 'Corn',
          longDescription: 'Hybrids matched to local maturities, soils, and planting dates.',
          imageUrl: '/drawings/crops/corn.svg',
        },
        {
          id: 'soybean-product',
          category: 1,
          categoryName: 'Soybeans',
          longDescription: 'Varieties by maturity group and by herbicide tolerance.',
          imageUrl: '/drawings/crops/soybeans.svg',
        },
        {
          id: 'wheat-product',
          category: 3,
          categoryName: 'Wheat',
          longDescription: 'Winter wheat for grain, off in time to double-crop behind it.',
          imageUrl: '/drawings/crops/wheat.svg',
        },
        {
          id: 'alfalfa-product',
          category: 7,
          categoryName: 'Alfalfa',
          longDescription: 'Winter-hardy varieties for hay and haylage.',
          imageUrl: '/drawings/crops/alfalfa.svg',
        },
        {
          id: 'sorghum-product',
          category: 4,
          categoryName: 'Sorghum',
          longDescription: 'Grain and forage sorghum for dry ground.',
          imageUrl: '/drawings/crops/sorghum.svg',
        },
        {
          id: 'sunflower-product',
          category: 5,
          categoryName: 'Sunflower',
          longDescription: 'Oil and confection hybrids.',
          imageUrl: '/drawings/crops/sunflower.svg',
        },
        {
          id: 'cornsilage-product',
          category: 2,
          categoryName: 'Corn Silage',
          longDescription: 'Hybrids picked for tonnage and feed value.',
          imageUrl: '/drawings/crops/silage.svg',
        },
        {
          id: 'innoculant-product',
          category: 6,
          categoryName: 'Inoculants',
          longDescription: 'Inoculants for soybeans, silage, and hay.',
          imageUrl: '/drawings/crops/inoculant.svg',
        },
      ],
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
