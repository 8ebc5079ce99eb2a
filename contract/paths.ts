/** The addresses of the calls that the site's own pages make. */
export const API = {
  siteTexts: '/api/config/configs',
  cashBids: '/api/cash-bids',
  bidBoard: '/api/admin/cash-bids',
  apiTokens: '/api/admin/tokens',
  openApi: '/api/openapi.json',
  signIn: '/api/admin/login',
  verify: '/api/admin/verify',
  signOut: '/api/admin/logout',
  password: '/api/admin/password',
  demoContent: '/api/admin/demo-content',
  demoContentRemoval: '/api/admin/demo-content/removal',
  allSiteTexts: '/api/config/all',
  saveSiteText: '/api/config',
  employees: '/api/config/employees',
  saveEmployees: '/api/config/employee',
  priceTable: '/api/config/table',
  pioneerItems: '/api/config/pioneer-items',
  newPioneerItems: '/api/config/pioneer-item',
  pioneerItemUpdates: '/api/config/pioneer-item-update',
  images: '/api/images',
  presignedUrl: '/api/images/presigned-url',
  uploads: '/api/images/uploads',
  saveImage: '/api/images/save',
  deleteImage: '/api/images/delete',
  describeImage: '/api/images/describe',
  focusImage: '/api/images/focus',
  replaceImage: '/api/images/replace',
  orderImages: '/api/images/order',
  deletedImages: '/api/images/deleted',
  bringBackImage: '/api/images/bring-back',
} as const;

/** Where the files of pictures are read, each under a name that nothing else has. */
export const IMAGE_FILES = '/images';

/**
 * The number of the newest change, carried by every answer that has content in it. A save may carry back the number of
 * the answer that it was made from: it is then refused when the same item has changed since.
 */
export const CONTENT_VERSION_HEADER = 'content-version';

/** The path of a page as it is listed: the same with and without its last slash. */
export const withoutLastSlash = (path: string) => path.replace(/([^/])\/$/, '$1');

/** The pages that stand for a vendor's market and weather widgets; links to them load the page fully. */
export const WIDGET_PAGES = [
  '/future-market-overview',
  '/future-detail',
  '/market-snapshot',
  '/news',
  '/weather-overview',
  '/weather-detail',
] as const;
export type WidgetPage = (typeof WIDGET_PAGES)[number];
