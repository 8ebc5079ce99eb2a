import type { PasswordChange, CurrentAdmin, SignIn } from '#contract/accounts.ts';
import type { ApiToken, NewApiToken } from '#contract/api-tokens.ts';
import type {
  BidList,
  BidListUpdate,
  CommodityList,
  SavedBidList,
  SavedCommodities,
} from '#contract/cash-bids.ts';
import type { DemoContent, DemoContentRemoved } from '#contract/demo-content.ts';
import type { Employees, EmployeesSave } from '#contract/employees.ts';
import { API, CONTENT_VERSION_HEADER } from '#contract/paths.ts';
import type { NewPioneerItems, PioneerItem, PioneerItemUpdates } from '#contract/pioneer.ts';
import type {
  PriceTableResponse,
  PriceTableSave,
  PriceTableType,
  SavedPriceTable,
} from '#contract/price-tables.ts';
import type { Problem } from '#contract/problem.ts';
import type { AllSiteTexts, SavedSiteText, SiteTextSave } from '#contract/site-text.ts';

/** Result of an API request. `reason` is a message for the user. */
export type CallResult<Body> =
  | { outcome: 'done'; body: Body; version: number }
  | { outcome: 'signed-out'; reason: string }
  | { outcome: 'conflict'; reason: string; current: NonNullable<Problem['current']> }
  | { outcome: 'rejected'; reason: string; status?: number; waitSeconds?: number }
  | { outcome: 'unreachable'; reason: string };

export type Failure = Exclude<CallResult<never>, { outcome: 'done' }>;

const REQUEST_TIMEOUT_MS = 20_000;

export const adminApi = {
  signIn: (signIn: SignIn) => call<CurrentAdmin>(API.signIn, { body: signIn }),
  verify: () => call<CurrentAdmin>(API.verify),
  signOut: () => call<object>(API.signOut, { body: undefined, method: 'POST' }),
  demoContent: () => call<DemoContent>(API.demoContent),
  removeDemoContent: () =>
    call<DemoContentRemoved>(API.demoContentRemoval, { body: undefined, method: 'POST' }),
  changePassword: (change: PasswordChange) => call<object>(API.password, { body: change }),
  allSiteTexts: () => call<AllSiteTexts>(API.allSiteTexts),
  saveSiteText: (save: SiteTextSave, baseVersion: number) =>
    call<SavedSiteText>(API.saveSiteText, { body: save, baseVersion }),
  employees: () => call<Employees>(API.employees),
  saveEmployees: (employees: EmployeesSave, baseVersion: number) =>
    call<SavedAs<Employees>>(API.saveEmployees, { body: employees, baseVersion }),
  deleteEmployee: (id: string, baseVersion: number) =>
    call<SavedAs<Employees>>(`${API.saveEmployees}/${id}`, { method: 'DELETE', baseVersion }),
  pioneerItems: (category: number) => call<PioneerItem[]>(`${API.pioneerItems}/${category}`),
  addPioneerItems: (items: NewPioneerItems, baseVersion: number) =>
    call<SavedAs<PioneerItem[]>>(API.newPioneerItems, { body: items, baseVersion }),
  updatePioneerItems: (items: PioneerItemUpdates, baseVersion: number) =>
    call<SavedAs<PioneerItem[]>>(API.pioneerItemUpdates, { body: items, baseVersion }),
  deletePioneerItem: (id: string, baseVersion: number) =>
    call<SavedAs<null>>(`${API.newPioneerItems}/${id}`, { method: 'DELETE', baseVersion }),
  priceTable: (type: PriceTableType) => call<PriceTableResponse>(`${API.priceTable}/${type}`),
  savePriceTable: (save: PriceTableSave, baseVersion: number) =>
    call<SavedPriceTable>(API.priceTable, { body: save, baseVersion }),
  bidList: () => call<BidList>(API.bidList),
  saveBidList: (save: BidListUpdate, baseVersion: number) =>
    call<SavedBidList>(API.cashBids, { method: 'PUT', body: save, baseVersion }),
  saveCommodities: (save: CommodityList, baseVersion: number) =>
    call<SavedCommodities>(API.commodities, { method: 'PUT', body: save, baseVersion }),
  apiTokens: () => call<ApiToken[]>(API.apiTokens),
  createApiToken: (name: string) => call<NewApiToken>(API.apiTokens, { body: { name } }),
  revokeApiToken: (id: string) => call<object>(`${API.apiTokens}/${id}`, { method: 'DELETE' }),
};

type SavedAs<Content> = { content: Content; version: number; changed: boolean };

/** Sends an API request. Never throws. */
export async function call<Body>(
  path: string,
  {
    body,
    method = body === undefined ? 'GET' : 'POST',
    baseVersion,
    timeoutMs = REQUEST_TIMEOUT_MS,
  }: { body?: unknown; method?: string; baseVersion?: number; timeoutMs?: number } = {},
): Promise<CallResult<Body>> {
  try {
    const response = await fetch(path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(baseVersion !== undefined && { [CONTENT_VERSION_HEADER]: String(baseVersion) }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) return await toFailure(response);
    const version = Number(response.headers.get(CONTENT_VERSION_HEADER));
    return { outcome: 'done', body: (await response.json()) as Body, version };
  } catch {
    return UNREACHABLE;
  }
}

export const UNREACHABLE = {
  outcome: 'unreachable',
  reason: "We couldn't reach the website. Check your internet connection and try again.",
} as const;

export async function toFailure(response: Response): Promise<Failure> {
  const problem = (await response.json().catch(() => undefined)) as Problem | undefined;
  const reason =
    problem?.errors?.[0]?.message ??
    problem?.detail ??
    `The website isn't responding right now (error ${response.status}). Try again in a minute.`;
  if (response.status === 401) return { outcome: 'signed-out', reason: "You're signed out." };
  if (response.status === 409 && problem?.current) {
    return { outcome: 'conflict', reason: problem.detail, current: problem.current };
  }
  const waitSeconds = Number(response.headers.get('retry-after'));
  const { status } = response;
  return { outcome: 'rejected', reason, status, ...(waitSeconds > 0 && { waitSeconds }) };
}
