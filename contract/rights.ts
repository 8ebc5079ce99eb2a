import type { ApiTokenScope } from './api-tokens.ts';
import {
  API,
  DOCUMENT_FILES,
  FORGOTTEN_PASSWORD_PAGE,
  IMAGE_FILES,
  PREVIEW_PAGE,
  SECOND_STEP_PAGE,
  SIGN_IN_PAGE,
} from './paths.ts';
import { VERSION_PATH } from './version-path.ts';

/** What administrators can be. Those of earlier releases are owners. */
export const ROLES = ['owner', 'content', 'prices', 'scale-house'] as const;
export type Role = (typeof ROLES)[number];

/** What people call the roles. */
export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  content: 'Content',
  prices: 'Prices',
  'scale-house': 'Scale house',
};

/** What a change can be about, as a sentence names it. */
export const AREAS = {
  access: 'people, their rights, how they sign in, or API tokens',
  website: 'the web address or demo content',
  content: 'this part of the website',
  bids: 'cash bids',
  fertilizer: 'fertilizer prices',
  fuel: 'fuel prices',
  hours: 'hours and special days',
  harvest: 'the harvest board',
} as const;
export type Area = keyof typeof AREAS;

const PRICES: readonly Area[] = ['bids', 'fertilizer', 'fuel'];
const SCALE_HOUSE: readonly Area[] = ['hours', 'harvest'];

/** What each role may change. All may read what the editor shows, and manage their own account. */
const MAY_CHANGE: Readonly<Record<Role, readonly Area[]>> = {
  owner: Object.keys(AREAS) as Area[],
  content: ['content', ...PRICES, ...SCALE_HOUSE],
  prices: PRICES,
  'scale-house': SCALE_HOUSE,
};

export const mayChange = (role: Role, areas: readonly Area[]): boolean =>
  areas.some((area) => MAY_CHANGE[role].includes(area));

/** Returns whether a role may undo some change of an item of the history. */
export function mayUndo(role: Role, itemId: string): boolean {
  const [subject = ''] = itemId.split('/');
  return mayChange(role, subject === 'locations' ? ['content', 'hours'] : [areaOf(subject)]);
}

/** The sentence for a change that a role does not allow. */
export const refusal = (area: Area): string => `Your account can't change ${AREAS[area]}. Ask an owner.`;

/** Who may send a request: everyone, every administrator, or administrators who may change one of these areas. */
export type Callers = 'everyone' | 'administrators' | readonly Area[];

type Name = keyof typeof API;
/** Names calls with a method. */
export const sender =
  (method: string) =>
  (...names: Name[]) =>
    names.map((name) => `${method} ${API[name]}`);
const [get, post] = [sender('GET'), sender('POST')];
/** Names calls of one item, whose id follows the path. */
export const item = (method: string, name: Name, id = ':id') => `${method} ${API[name]}/${id}`;

const OF: readonly (readonly [callers: Callers, ...calls: string[]])[] = [
  [
    'everyone',
    // Posting ids reads texts, like GET.
    ...post('siteTexts'),
    ...get(
      'siteTexts',
      'cashBids',
      'harvest',
      'employees',
      'locations',
      'pioneerItems',
      'documents',
      'openApi',
    ),
    item('GET', 'priceTable', ':type'),
    item('GET', 'pioneerItems', ':category'),
    item('GET', 'images', ':imageType'),
    ...sender('OPTIONS')('cashBids', 'harvest'),
    // The last two need the token of a link.
    ...post('signIn', 'signInPasskeyOptions', 'signInPasskey', 'linkPurpose', 'linkUse'),
    // These need a sign-in whose password was right.
    ...get('signInStep'),
    ...post('signInCode'),
    `POST ${SECOND_STEP_PAGE}`,
    `GET ${VERSION_PATH}`,
    `POST ${SIGN_IN_PAGE}`,
    `POST ${FORGOTTEN_PASSWORD_PAGE}`,
    `GET ${IMAGE_FILES}/:file`,
    `GET ${IMAGE_FILES}/:file/:name`,
    `GET ${DOCUMENT_FILES}/:id/:name`,
    `GET ${PREVIEW_PAGE}/:token`,
    'GET /media/*',
    'GET /.well-known/change-password',
    'GET /.well-known/security.txt',
    'GET /healthz',
    'GET /readyz',
    // Pages. Those of the editor have no content without its requests.
    'GET /*',
    // Respond with 404.
    'ALL /api',
    'ALL /api/*',
  ],
  [
    'administrators',
    ...get('verify', 'sessions', 'allSiteTexts', 'bidList', 'harvestBoard', 'siteSettings', 'demoContent'),
    ...get('history', 'historyPeople', 'historyCsv', 'lastSaves', 'lastBackup'),
    ...get('unlistedImages', 'deletedDocuments', 'ownPages', 'attention'),
    // Everyone while a setting makes past prices public.
    ...get('pastPrices'),
    item('GET', 'keptImages', ':file'),
    item('GET', 'deletedImages', ':imageType'),
    item('GET', 'ownPages'),
    ...post('signOut', 'signOutEverywhere', 'otherSessions', 'password', 'email', 'presence'),
    item('DELETE', 'sessions'),
    item('POST', 'sessions', ':id/known'),
    // Each save of a draft needs its own right. Others end only their own links.
    ...post('preview', 'previewLinks'),
    ...get('previewLinks'),
    item('DELETE', 'previewLinks'),
    ...get('factors'),
    ...post('totp', 'totpConfirmation', 'recoveryCodes', 'passkeyOptions', 'passkeys'),
    ...sender('DELETE')('totp'),
    item('PUT', 'passkeys'),
    item('DELETE', 'passkeys'),
    ...post('confirmation', 'confirmationOptions'),
    // Needs the rights of the changes that it restores.
    ...post('historyRestore'),
    // Needs the rights of the saves, and to change or cancel those of others.
    ...get('schedule'),
    ...post('schedule'),
    item('PUT', 'schedule'),
    item('DELETE', 'schedule'),
    item('POST', 'schedule', ':id/decide'),
  ],
  [
    ['access'],
    ...get('apiTokens', 'people'),
    ...post('apiTokens', 'personLinks'),
    item('DELETE', 'apiTokens'),
    item('PUT', 'people'),
    item('DELETE', 'people'),
    item('POST', 'people', ':id/password-link'),
    item('DELETE', 'people', ':id/factors'),
    item('DELETE', 'personLinks'),
  ],
  [['website'], ...post('demoContentRemoval')],
  [['bids'], ...sender('PUT')('cashBids', 'commodities')],
  [['harvest'], ...sender('PUT')('harvest')],
  [['fertilizer', 'fuel'], ...post('priceTable')],
  // Hours are texts, settings, and fields of locations, too.
  [['content', 'hours'], ...post('saveSiteText', 'siteSettings', 'locations')],
  [
    ['content'],
    item('DELETE', 'locations'),
    ...post('saveEmployees', 'newPioneerItems', 'pioneerItemUpdates', 'pioneerItemRestore'),
    item('DELETE', 'saveEmployees'),
    item('DELETE', 'newPioneerItems'),
    ...get('presignedUrl', 'documentUpload'),
    item('PUT', 'uploads', ':fileName'),
    ...post('saveImage', 'describeImage', 'focusImage', 'replaceImage', 'orderImages', 'bringBackImage'),
    item('DELETE', 'deleteImage', ':imageId'),
    ...post('saveDocument', 'nameDocument', 'replaceDocument', 'orderDocuments', 'bringBackDocument'),
    item('DELETE', 'deleteDocument'),
    ...post('ownPages'),
    item('PUT', 'ownPages'),
    item('DELETE', 'ownPages'),
    ...sender('PUT')('ownPageOrder'),
  ],
];

/** Who may send each request, by method and path of its route. A route that is missing here does not start. */
export const CALLS: ReadonlyMap<string, Callers> = new Map(
  OF.flatMap(([callers, ...calls]) => calls.map((call) => [call, callers] as const)),
);

/** Sensitive requests. They need a proof of who sends them, of the last `CONFIRMED_MINUTES`. */
export const CONFIRMED_CALLS: ReadonlySet<string> = new Set([
  ...post('email', 'totp', 'totpConfirmation', 'recoveryCodes', 'passkeyOptions', 'passkeys'),
  ...sender('DELETE')('totp'),
  item('DELETE', 'passkeys'),
  ...post('apiTokens', 'personLinks'),
  item('DELETE', 'apiTokens'),
  item('PUT', 'people'),
  item('DELETE', 'people'),
  item('POST', 'people', ':id/password-link'),
  item('DELETE', 'people', ':id/factors'),
]);
export const CONFIRMED_MINUTES = 10;

/** What a session may send without the second factor that everyone needs. */
export const SETUP_CALLS: ReadonlySet<string> = new Set([
  ...get('factors'),
  ...post('totp', 'totpConfirmation', 'passkeyOptions', 'passkeys'),
  ...post('confirmation', 'confirmationOptions', 'signOut'),
]);

/** What API tokens may send, by their scope, in addition to what everyone may. */
export const TOKEN_CALLS: Readonly<Record<ApiTokenScope, readonly string[]>> = {
  bids: [`PUT ${API.cashBids}`],
  harvest: [`PUT ${API.harvest}`],
  read: [`GET ${API.bidList}`, `GET ${API.harvestBoard}`, `GET ${API.pastPrices}`],
};

/** Fields of a location that are hours. */
const HOURS_FIELDS = /^(normal|harvest)(MonFri|SatSun)$|^(season|exceptions)$/;

/** What changes are about, by the start of their subject in the change log. Others are content. */
const SUBJECTS: readonly (readonly [subject: RegExp, area: Area])[] = [
  [/^(account|api-token):|^setting:requireSecondFactor$/, 'access'],
  [/^setting:publicAddress$|^(site|history)$/, 'website'],
  [/^cash-(bids|commodities|futures)$/, 'bids'],
  [/^harvest$/, 'harvest'],
  [/^price-table:1$/, 'fuel'],
  [/^price-table:/, 'fertilizer'],
  [/^contact-us-(norm|harvest)-|^setting:(season|specialDays)$/, 'hours'],
];

/** Returns what a logged change is about. `fields`: those of a row that it changes, none for a whole row or text. */
export function areaOf(subject: string, fields: readonly string[] = []): Area {
  const isHours = fields.length > 0 && fields.every((field) => HOURS_FIELDS.test(field));
  if (subject === 'locations') return isHours ? 'hours' : 'content';
  return SUBJECTS.find(([start]) => start.test(subject))?.[1] ?? 'content';
}
