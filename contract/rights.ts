import type { ApiTokenScope } from './api-tokens.ts';
import { API, DOCUMENT_FILES, IMAGE_FILES, SIGN_IN_PAGE } from './paths.ts';

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
  access: 'people, their rights, or API tokens',
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

/** The sentence for a change that a role does not allow. */
export const refusal = (area: Area): string => `Your account can't change ${AREAS[area]}. Ask an owner.`;

/** Who may send a request: everyone, every administrator, or administrators who may change one of these areas. */
export type Callers = 'everyone' | 'administrators' | readonly Area[];

const { images, documents, pioneerItems, newPioneerItems, locations, ownPages, apiTokens } = API;

const OF: readonly (readonly [callers: Callers, ...calls: string[]])[] = [
  [
    'everyone',
    `GET ${API.siteTexts}`,
    // Reads texts, like GET.
    `POST ${API.siteTexts}`,
    `GET ${API.cashBids}`,
    `OPTIONS ${API.cashBids}`,
    `GET ${API.harvest}`,
    `OPTIONS ${API.harvest}`,
    `GET ${API.employees}`,
    `GET ${locations}`,
    `GET ${API.priceTable}/:type`,
    `GET ${pioneerItems}`,
    `GET ${pioneerItems}/:category`,
    `GET ${images}/:imageType`,
    `GET ${documents}`,
    `GET ${API.openApi}`,
    `POST ${API.signIn}`,
    // Need the token of a link.
    `POST ${API.linkPurpose}`,
    `POST ${API.linkUse}`,
    `POST ${SIGN_IN_PAGE}`,
    `GET ${IMAGE_FILES}/:file`,
    `GET ${IMAGE_FILES}/:file/:name`,
    `GET ${DOCUMENT_FILES}/:id/:name`,
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
    `GET ${API.verify}`,
    `POST ${API.signOut}`,
    `POST ${API.signOutEverywhere}`,
    `POST ${API.password}`,
    `GET ${API.sessions}`,
    `DELETE ${API.sessions}/:id`,
    `POST ${API.sessions}/:id/known`,
    `POST ${API.otherSessions}`,
    `GET ${API.allSiteTexts}`,
    `GET ${API.bidList}`,
    `GET ${API.harvestBoard}`,
    // Everyone while a setting makes past prices public.
    `GET ${API.pastPrices}`,
    `GET ${API.siteSettings}`,
    `GET ${API.demoContent}`,
    `GET ${API.history}`,
    `GET ${API.historyPeople}`,
    `GET ${API.historyCsv}`,
    // Needs the rights of the changes that it restores.
    `POST ${API.historyRestore}`,
    `GET ${API.lastSaves}`,
    `GET ${API.lastBackup}`,
    `GET ${API.attention}`,
    `GET ${API.unlistedImages}`,
    `GET ${API.keptImages}/:file`,
    `GET ${API.deletedImages}/:imageType`,
    `GET ${API.deletedDocuments}`,
    `GET ${ownPages}`,
    `GET ${ownPages}/:id`,
  ],
  [
    ['access'],
    `GET ${apiTokens}`,
    `POST ${apiTokens}`,
    `DELETE ${apiTokens}/:id`,
    `GET ${API.people}`,
    `PUT ${API.people}/:id`,
    `DELETE ${API.people}/:id`,
    `POST ${API.people}/:id/password-link`,
    `POST ${API.personLinks}`,
    `DELETE ${API.personLinks}/:id`,
  ],
  [['website'], `POST ${API.demoContentRemoval}`],
  [['bids'], `PUT ${API.cashBids}`, `PUT ${API.commodities}`],
  [['harvest'], `PUT ${API.harvest}`],
  [['fertilizer', 'fuel'], `POST ${API.priceTable}`],
  [
    // Hours are texts, settings, and fields of locations, too.
    ['content', 'hours'],
    `POST ${API.saveSiteText}`,
    `POST ${API.siteSettings}`,
    `POST ${locations}`,
  ],
  [
    ['content'],
    `DELETE ${locations}/:id`,
    `POST ${API.saveEmployees}`,
    `DELETE ${API.saveEmployees}/:id`,
    `POST ${newPioneerItems}`,
    `POST ${API.pioneerItemUpdates}`,
    `POST ${API.pioneerItemRestore}`,
    `DELETE ${newPioneerItems}/:id`,
    `GET ${API.presignedUrl}`,
    `PUT ${API.uploads}/:fileName`,
    `POST ${API.saveImage}`,
    `POST ${API.describeImage}`,
    `POST ${API.focusImage}`,
    `POST ${API.replaceImage}`,
    `POST ${API.orderImages}`,
    `POST ${API.bringBackImage}`,
    `DELETE ${API.deleteImage}/:imageId`,
    `GET ${API.documentUpload}`,
    `POST ${API.saveDocument}`,
    `POST ${API.nameDocument}`,
    `POST ${API.replaceDocument}`,
    `POST ${API.orderDocuments}`,
    `POST ${API.bringBackDocument}`,
    `DELETE ${API.deleteDocument}/:id`,
    `POST ${ownPages}`,
    `PUT ${ownPages}/:id`,
    `DELETE ${ownPages}/:id`,
    `PUT ${API.ownPageOrder}`,
  ],
];

/** Who may send each request, by method and path of its route. A route that is missing here does not start. */
export const CALLS: ReadonlyMap<string, Callers> = new Map(
  OF.flatMap(([callers, ...calls]) => calls.map((call) => [call, callers] as const)),
);

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
  [/^(account|api-token):/, 'access'],
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
