export const API = {
  siteTexts: '/api/config/configs',
  cashBids: '/api/cash-bids',
  commodities: '/api/cash-bids/commodities',
  bidList: '/api/admin/cash-bids',
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

/** Path of the image files. The file under a given name never changes. */
export const IMAGE_FILES = '/images';

/** Header with the content version. A save sends it back as its base version, which reveals conflicts. */
export const CONTENT_VERSION_HEADER = 'content-version';

/** Removes the trailing slash of a path, except of "/". */
export const withoutLastSlash = (path: string) => path.replace(/([^/])\/$/, '$1');

/** Pages for a vendor's market and weather widgets. Links to them trigger a full page load. */
export const WIDGET_PAGES = [
  '/future-market-overview',
  '/future-detail',
  '/market-snapshot',
  '/news',
  '/weather-overview',
  '/weather-detail',
] as const;
export type WidgetPage = (typeof WIDGET_PAGES)[number];
