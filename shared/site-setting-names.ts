import type { SiteSetting } from '#contract/site-settings.ts';

/** What people call the settings. */
export const SETTING_NAMES: Readonly<Record<SiteSetting, string>> = {
  name: 'Name of the cooperative',
  shortName: 'Short name',
  timeZone: 'Time zone',
  language: 'Language',
  location: 'Location',
  logo: 'Logo',
  brand: 'Logo and icon',
  colors: 'Colors',
  shareImage: 'Image for shared links',
  parts: 'Pages and parts',
  navigation: 'Menu',
  titles: 'Page titles',
  descriptions: 'Page descriptions',
  links: 'Links',
  copyrightYear: 'Copyright year',
  cashBids: 'Old bids',
  pastPrices: 'Past prices',
  fertilizer: 'Nutrient prices',
  fuel: 'Fuel note',
  services: 'Services',
  offers: 'Offers',
  pioneer: 'Pioneer page',
  seedBrands: 'Other seed brands',
  film: 'Video',
  setup: 'Guided setup',
};

/** What people call the parts of settings, by key. */
const PART_NAMES: Readonly<Record<string, string>> = {
  film: 'video',
  gallery: 'gallery',
  merchandise: 'merchandise',
  weather: 'weather',
  fertilizer: 'fertilizer prices',
  fuel: 'fuel prices',
  lat: 'latitude',
  lon: 'longitude',
  wideLogo: 'logo',
  darkLogo: 'logo in the dark',
  icon: 'icon',
  share: 'image for shared links',
  tint: 'tint color',
  light: 'light',
  dark: 'dark',
  plate: 'header',
  plateDeep: 'footer',
  accent: 'headings and links',
  gold: 'gold',
  label: 'label',
  to: 'address',
  links: 'links',
  marketAlerts: 'market alerts',
  map: 'map',
  dataTerms: 'market data terms',
  exchanges: 'exchanges',
  name: 'name',
  address: 'address',
  mark: 'logo',
  oldAfterHours: 'hours until a bid is marked old',
  public: 'visitors can look up past prices',
  nutrientPrices: 'price per pound of nutrient',
  priceNote: 'note',
  drawing: 'drawing',
  terms: 'terms',
  shown: 'shown',
  heading: 'heading',
  programs: 'programs',
  text: 'text',
  categories: 'crops',
  category: 'number',
  categoryName: 'crop',
  longDescription: 'description',
  imageUrl: 'drawing',
  imageId: 'image',
  services: 'services',
  id: 'web address',
  poster: 'first image',
  sources: 'files',
  path: 'file',
  type: 'type',
  media: 'shown when',
};

/** What people call one item of a list, by the key of the list. */
const ITEM_NAMES: Readonly<Record<string, string>> = {
  navigation: 'entry',
  links: 'link',
  exchanges: 'exchange',
  services: 'service',
  offers: 'offer',
  categories: 'crop',
  programs: 'program',
  seedBrands: 'brand',
  sources: 'file',
};

export const partName = (key: string): string => PART_NAMES[key] ?? key;

/** Names a value inside a setting, such as "Menu, entry 2, link 1, address". */
export const pathInWords = ([setting, ...keys]: readonly [SiteSetting, ...string[]]): string =>
  [SETTING_NAMES[setting], ...wordsOf(setting, keys)].join(', ');

/** Names a value inside a setting without the setting, such as "Entry 2, link 1, address". */
export function partInWords(setting: SiteSetting, keys: readonly string[]): string {
  const words = wordsOf(setting, keys).join(', ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

const isIndex = (key: string) => /^\d+$/.test(key);

function wordsOf(setting: SiteSetting, keys: readonly string[]): string[] {
  return keys.flatMap((key, at) => {
    if (isIndex(key)) return `${ITEM_NAMES[keys[at - 1] ?? setting] ?? 'item'} ${Number(key) + 1}`;
    // The list before an item goes without saying.
    return isIndex(keys[at + 1] ?? '') ? [] : partName(key);
  });
}
