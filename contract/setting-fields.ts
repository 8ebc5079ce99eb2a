import { EXCEPTION_HOURS_LENGTH, EXCEPTIONS_MAX, REASON_LENGTH } from './locations.ts';
import { PAGE_MAX_LENGTH } from './own-pages.ts';
import { PIONEER_CATEGORIES } from './pioneer.ts';
import {
  BRAND_NAME_MAX_LENGTH,
  CROP_TEXT_MAX_LENGTH,
  CROPS_MAX,
  PROGRAM_TEXT_MAX_LENGTH,
  SEED_BRANDS_MAX,
} from './seed-brands.ts';

/** Maximum length of most texts of the site file. */
export const SITE_TEXT_MAX_LENGTH = 300;

/**
 * How people see a value of the site file: what it is called, in lower case inside of a setting, and how the editor shows
 * it. The schema of the values is in `site.ts`; its patterns and messages, and TypeBox, are not in the editor's script.
 */
export type Field = {
  label: string;
  help?: string;
  /** Left out of the site file if it is empty. */ isOptional?: true;
} & (
  | { kind: 'text' | 'address' | 'long' | 'number'; max: number; /** Without a path. */ isOrigin?: true }
  | { kind: 'switch'; /** Label in the editor. */ action?: string }
  | { kind: 'timeZone' | 'color' | 'season' | 'date' }
  /** Path of a drawing of the project. */
  | { kind: 'drawing'; of: 'crops' | 'services' }
  /** Id of an image; in a row, of one that replaces a drawing. */
  | { kind: 'image'; drawing?: string }
  /** Not typed: an id made from the first text of a row, or the first number that no other row has. */
  | { kind: 'id' | 'freeNumber' }
  /** Changed in the site file, or by a button. */
  | { kind: 'other'; noun?: string; fields?: Fields }
  | { kind: 'form'; fields: Fields }
  /** Texts by the path of their page. */
  | { kind: 'pageTexts'; max: number }
  /** Rows, each with the fields. The first field names the row. */
  | { kind: 'list'; noun: string; max?: number; fields: Fields }
);
export type Fields = Readonly<Record<string, Field>>;
export type ListField = Extract<Field, { kind: 'list' }>;

/** Returns the fields inside of a field; none for a single value. */
export const fieldsIn = (field: Field | undefined): Fields =>
  (field && 'fields' in field && field.fields) || {};

const text = (label: string, max = SITE_TEXT_MAX_LENGTH) => ({ kind: 'text', label, max }) as const;
const long = (label: string, max: number) => ({ kind: 'long', label, max }) as const;
const address = (label: string, max = 2000) => ({ kind: 'address', label, max }) as const;
const optionalAddress = (label: string) => ({ ...address(label), isOptional: true }) as const;
const number = (label: string, max = SITE_TEXT_MAX_LENGTH) => ({ kind: 'number', label, max }) as const;
const part = (label: string) => ({ kind: 'switch', label }) as const;
const image = (label: string, help: string) => ({ kind: 'image', label, help }) as const;
const color = (label: string) => ({ kind: 'color', label, isOptional: true }) as const;
const other = (label: string) => ({ kind: 'other', label }) as const;
const form = <Inner extends Fields>(label: string, fields: Inner) =>
  ({ kind: 'form', label, fields }) as const;
const list = <Inner extends Fields>(label: string, noun: string, fields: Inner) =>
  ({ kind: 'list', label, noun, fields }) as const;

const COLORS = {
  plate: color('header'),
  plateDeep: color('footer'),
  accent: color('headings and links'),
  gold: color('gold'),
};

const LINK = { label: text('label'), to: address('address') };

const SERVICES = list('services', 'service', {
  name: text('name'),
  drawing: { kind: 'drawing', label: 'drawing', of: 'services' },
  imageId: { kind: 'image', label: 'image', drawing: 'drawing', isOptional: true },
});

const PROGRAMS = list('programs', 'program', {
  name: text('name'),
  text: long('text', PROGRAM_TEXT_MAX_LENGTH),
});

const crops = <Texts extends Fields>(max: number, texts: Texts) => ({
  ...list('crops', 'crop', {
    categoryName: text('crop'),
    imageUrl: { kind: 'drawing', label: 'drawing', of: 'crops' },
    ...texts,
    imageId: { kind: 'image', label: 'image', drawing: 'imageUrl', isOptional: true },
    id: { kind: 'id', label: 'web address' },
  }),
  max,
});

/** The keys of the site file that the editor can change, in the order in which the editor shows them. */
export const SETTING_FIELDS = {
  name: text('Name of the cooperative'),
  shortName: {
    ...long('Short name', 33),
    help: '1 or 2 lines of up to 16 characters.',
  },
  publicAddress: {
    ...address('Web address', SITE_TEXT_MAX_LENGTH),
    isOrigin: true,
    help: 'Search engines, shared links, and the QR code on your price sheet lead there.',
  },
  timeZone: {
    kind: 'timeZone',
    label: 'Time zone',
  },
  language: {
    ...text('Language', 35),
    help: 'Such as en-US or es-US.',
  },
  season: { kind: 'season', label: 'Season' },
  specialDays: {
    ...list('Special days', 'day', {
      date: { kind: 'date', label: 'day' },
      until: { kind: 'date', label: 'last day', isOptional: true },
      hours: text('hours', EXCEPTION_HOURS_LENGTH),
      reason: { ...text('reason', REASON_LENGTH), isOptional: true },
    }),
    max: EXCEPTIONS_MAX,
  },
  location: form('Location', { lat: number('latitude'), lon: number('longitude') }),
  logo: other('Logo'),
  brand: {
    ...form('Logo and icon', {
      wideLogo: image('logo', 'Best if wide.'),
      darkLogo: image('logo in the dark', 'For dark mode.'),
      icon: image('icon', 'Square, at least 512 pixels.'),
      share: image('image for shared links', 'At least 1,200 × 630 pixels.'),
      home: image('image for the home page', 'Replaces video.'),
    }),
    help: 'Keep them under Image Uploading, Products.',
  },
  colors: {
    ...form('Colors', {
      tint: color('tint color'),
      light: form('light', COLORS),
      dark: form('dark', COLORS),
    }),
    help: 'The tint sets all colors that you leave alone.',
  },
  shareImage: other('Image for shared links'),
  parts: {
    ...form('Pages and parts', {
      film: part('video'),
      gallery: part('gallery'),
      merchandise: part('merchandise'),
      weather: part('weather'),
      exchanges: part('exchanges'),
      fertilizer: part('fertilizer prices'),
      fuel: part('fuel prices'),
    }),
    help: 'Clear a box to hide that part. Its content stays.',
  },
  navigation: {
    ...list('Menu', 'entry', {
      label: LINK.label,
      to: { ...LINK.to, isOptional: true },
      links: { ...list('links', 'link', LINK), isOptional: true },
    }),
    help: 'An address is like /about-us, or a web address.',
  },
  titles: {
    kind: 'pageTexts',
    label: 'Page titles',
    max: SITE_TEXT_MAX_LENGTH,
  },
  descriptions: {
    kind: 'pageTexts',
    label: 'Page descriptions',
    help: 'For search results. {name} becomes your name.',
    max: SITE_TEXT_MAX_LENGTH,
  },
  links: {
    ...form('Links', {
      marketAlerts: optionalAddress('market alerts'),
      map: optionalAddress('map'),
      dataTerms: optionalAddress('market data terms'),
      exchanges: list('exchanges', 'exchange', {
        name: text('name'),
        address: address('address'),
        mark: { ...address('logo', SITE_TEXT_MAX_LENGTH), isOptional: true },
      }),
    }),
    help: "In the map's address, {address} becomes your street address.",
  },
  copyrightYear: {
    ...number('Copyright year', 10),
    help: 'Blank for the current year.',
  },
  cashBids: form('Old bids', {
    oldAfterHours: { ...number('hours until a bid is marked old'), isOptional: true },
  }),
  pastPrices: form('Who sees past prices', { public: part('visitors can look up past prices') }),
  fertilizer: {
    ...form('Nutrient prices', { nutrientPrices: part('price per pound of nutrient') }),
    help: 'For names such as 46-0-0.',
  },
  fuel: form('Fuel note', { priceNote: text('note') }),
  services: { ...SERVICES, label: 'Services' },
  offers: list('Offers', 'offer', { name: text('name'), terms: text('terms') }),
  pioneer: {
    ...form('Pioneer page', {
      shown: { ...part('shown'), action: 'Show this page' },
      name: text('name', BRAND_NAME_MAX_LENGTH),
      heading: text('heading'),
      categories: {
        ...crops(PIONEER_CATEGORIES.length, {
          longDescription: long('description', CROP_TEXT_MAX_LENGTH),
          category: { kind: 'freeNumber', label: 'number' },
        }),
        help: 'A new crop takes the items of one that you removed.',
      },
      services: SERVICES,
      programs: PROGRAMS,
    }),
    help: 'To sell another brand, type its name and heading.',
  },
  seedBrands: {
    ...list('Other seed brands', 'brand', {
      name: text('name', BRAND_NAME_MAX_LENGTH),
      address: address('address', PAGE_MAX_LENGTH.address),
      heading: text('heading'),
      categories: crops(CROPS_MAX, { text: long('text', CROP_TEXT_MAX_LENGTH) }),
      services: SERVICES,
      programs: PROGRAMS,
    }),
    max: SEED_BRANDS_MAX,
  },
  film: {
    ...other('Video'),
    fields: {
      poster: other('first image'),
      sources: {
        ...other('files'),
        noun: 'file',
        fields: { path: other('file'), type: other('type'), media: other('shown when') },
      },
    },
  },
  requireSecondFactor: {
    ...part('Second factor for everyone'),
    action: 'Everyone needs a second factor to sign in',
  },
  setup: other('Guided setup'),
} as const satisfies Fields;
