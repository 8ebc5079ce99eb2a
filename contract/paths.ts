export const API = {
  siteTexts: '/api/config/configs',
  cashBids: '/api/cash-bids',
  commodities: '/api/cash-bids/commodities',
  bidList: '/api/admin/cash-bids',
  pastPrices: '/api/past-prices',
  harvest: '/api/harvest',
  harvestBoard: '/api/admin/harvest',
  apiTokens: '/api/admin/tokens',
  people: '/api/admin/people',
  sessions: '/api/admin/sessions',
  otherSessions: '/api/admin/end-other-sessions',
  personLinks: '/api/admin/person-links',
  linkPurpose: '/api/admin/link',
  linkUse: '/api/admin/link/use',
  openApi: '/api/openapi.json',
  signIn: '/api/admin/login',
  signInStep: '/api/admin/sign-in-step',
  signInCode: '/api/admin/login/code',
  signInPasskeyOptions: '/api/admin/login/passkey-options',
  signInPasskey: '/api/admin/login/passkey',
  factors: '/api/admin/factors',
  totp: '/api/admin/factors/totp',
  totpConfirmation: '/api/admin/factors/totp/confirm',
  recoveryCodes: '/api/admin/factors/recovery-codes',
  passkeyOptions: '/api/admin/factors/passkey-options',
  passkeys: '/api/admin/factors/passkeys',
  confirmation: '/api/admin/confirm',
  confirmationOptions: '/api/admin/confirm/options',
  verify: '/api/admin/verify',
  signOut: '/api/admin/logout',
  signOutEverywhere: '/api/admin/logout-everywhere',
  password: '/api/admin/password',
  email: '/api/admin/email',
  demoContent: '/api/admin/demo-content',
  demoContentRemoval: '/api/admin/demo-content/removal',
  siteSettings: '/api/admin/site-settings',
  lastSaves: '/api/admin/last-saves',
  lastBackup: '/api/admin/last-backup',
  attention: '/api/admin/attention',
  presence: '/api/admin/presence',
  preview: '/api/admin/preview',
  previewLinks: '/api/admin/preview-links',
  schedule: '/api/admin/schedule',
  history: '/api/admin/history',
  historyPeople: '/api/admin/history/people',
  historyCsv: '/api/admin/history/csv',
  historyRestore: '/api/admin/history/restore',
  allSiteTexts: '/api/config/all',
  saveSiteText: '/api/config',
  employees: '/api/config/employees',
  saveEmployees: '/api/config/employee',
  locations: '/api/locations',
  priceTable: '/api/config/table',
  pioneerItems: '/api/config/pioneer-items',
  newPioneerItems: '/api/config/pioneer-item',
  pioneerItemUpdates: '/api/config/pioneer-item-update',
  pioneerItemRestore: '/api/config/pioneer-item-restore',
  images: '/api/images',
  unlistedImages: '/api/images/unlisted',
  presignedUrl: '/api/images/presigned-url',
  uploads: '/api/images/uploads',
  saveImage: '/api/images/save',
  deleteImage: '/api/images/delete',
  describeImage: '/api/images/describe',
  focusImage: '/api/images/focus',
  replaceImage: '/api/images/replace',
  orderImages: '/api/images/order',
  deletedImages: '/api/images/deleted',
  keptImages: '/api/images/kept',
  bringBackImage: '/api/images/bring-back',
  ownPages: '/api/admin/pages',
  ownPageOrder: '/api/admin/page-order',
  documents: '/api/documents',
  documentUpload: '/api/documents/presigned-url',
  saveDocument: '/api/documents/save',
  nameDocument: '/api/documents/title',
  replaceDocument: '/api/documents/replace',
  orderDocuments: '/api/documents/order',
  deleteDocument: '/api/documents/delete',
  deletedDocuments: '/api/documents/deleted',
  bringBackDocument: '/api/documents/bring-back',
} as const;

export const API_ROOT = '/api';

/** Path of the image files. The file under a given name never changes. */
export const IMAGE_FILES = '/images';

/** Path of the documents' files. The file under a given name can be replaced. */
export const DOCUMENT_FILES = '/documents';

/** Path of the previews that links open, before their token. */
export const PREVIEW_PAGE = '/preview';

/** Header with the content version. A save sends it back as its base version, which reveals conflicts. */
export const CONTENT_VERSION_HEADER = 'content-version';

/**
 * Header with that change's random id. A save sends it back too, because after a restore or a failover
 * another change may have the same number.
 */
export const CONTENT_EPOCH_HEADER = 'content-epoch';

/** Header with the change that a save made, such as 12-0a1b2c3d, or its first and last, such as 12-0a1b2c3d..15-4e5f6a7b. */
export const CHANGES_HEADER = 'content-changes';

/** Header with a hash of what every page shows of the website: its settings, colors, menu, and logo. */
export const SITE_REVISION_HEADER = 'site-revision';

/** Response header of the last saves: what is wrong with the database, in a sentence for administrators. */
export const SITE_PROBLEM_HEADER = 'site-problem';

/** Removes the trailing slash of a path, except of "/". */
export const withoutLastSlash = (path: string) => path.replace(/([^/])\/$/, '$1');

/** The sign-in page, and the address of its form before hydration. */
export const SIGN_IN_PAGE = '/admin';

/** Page for the second step of a sign-in, and the address of its form. */
export const SECOND_STEP_PAGE = '/admin/second-step';

/** Page of links to create an account or to set a password. Browsers send no server the token, which follows #. */
export const LINK_PAGE = '/admin/invitation';
export const linkPath = (token: string) => `${LINK_PAGE}#${token}`;

/** Page for those who forgot their password, and the address of its form. */
export const FORGOTTEN_PASSWORD_PAGE = '/admin/forgotten-password';

export const DASHBOARD_PAGE = '/admin/dashboard';
export const TODAY_PAGE = '/admin/today';

/** What the editor requests first. Browsers send these requests while they load its scripts. */
export const DASHBOARD_REQUESTS = [API.allSiteTexts, API.verify, API.demoContent];

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

/** Returns the path of the sandboxed document in which the vendor's script of a page runs. */
export const vendorFrameOf = (page: string) => `/embeds${page}`;
