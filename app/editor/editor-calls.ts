import type { PasswordChange, SignedIn, SignIn } from '#contract/accounts.ts';
import type { ApiToken, NewApiToken } from '#contract/api-tokens.ts';
import type { BidBoard, BidBoardSave, SavedBidBoard } from '#contract/cash-bids.ts';
import type { DemoContent, DemoContentRemoved } from '#contract/demo-content.ts';
import type { Employees, EmployeesSave } from '#contract/employees.ts';
import { API, CONTENT_VERSION_HEADER } from '#contract/paths.ts';
import type { NewPioneerItems, PioneerItem, PioneerItemUpdates } from '#contract/pioneer.ts';
import type {
  PriceTableAnswer,
  PriceTableSave,
  PriceTableType,
  SavedPriceTable,
} from '#contract/price-tables.ts';
import type { Problem } from '#contract/problem.ts';
import type { AllSiteTexts, SavedSiteText, SiteTextSave } from '#contract/site-text.ts';

/** Result of an API request. `reason` is a message for the user. */
export type CallResult<Answer> =
  | { outcome: 'done'; answer: Answer; version: number }
  | { outcome: 'signed-out'; reason: string }
  | { outcome: 'conflict'; reason: string; current: NonNullable<Problem['current']> }
  | { outcome: 'refused'; reason: string; status?: number; waitSeconds?: number }
  | { outcome: 'unreachable'; reason: string };

export type Failure = Exclude<CallResult<never>, { outcome: 'done' }>;

const CALL_WAIT_MS = 20_000;

export const editorCalls = {
  signIn: (signIn: SignIn) => call<SignedIn>(API.signIn, { body: signIn }),
  verify: () => call<SignedIn>(API.verify),
  signOut: () => call<object>(API.signOut, { body: undefined, method: 'POST' }),
  demoContent: () => call<DemoContent>(API.demoContent),
  removeDemoContent: () =>
    call<DemoContentRemoved>(API.demoContentRemoval, { body: undefined, method: 'POST' }),
  changePassword: (change: PasswordChange) => call<object>(API.password, { body: change }),
  allSiteTexts: () => call<AllSiteTexts>(API.allSiteTexts),
  saveSiteText: (save: SiteTextSave, basedOn: number) =>
    call<SavedSiteText>(API.saveSiteText, { body: save, basedOn }),
  employees: () => call<Employees>(API.employees),
  saveEmployees: (employees: EmployeesSave, basedOn: number) =>
    call<SavedAs<Employees>>(API.saveEmployees, { body: employees, basedOn }),
  deleteEmployee: (id: string, basedOn: number) =>
    call<SavedAs<Employees>>(`${API.saveEmployees}/${id}`, { method: 'DELETE', basedOn }),
  pioneerItems: (category: number) => call<PioneerItem[]>(`${API.pioneerItems}/${category}`),
  addPioneerItems: (items: NewPioneerItems, basedOn: number) =>
    call<SavedAs<PioneerItem[]>>(API.newPioneerItems, { body: items, basedOn }),
  updatePioneerItems: (items: PioneerItemUpdates, basedOn: number) =>
    call<SavedAs<PioneerItem[]>>(API.pioneerItemUpdates, { body: items, basedOn }),
  deletePioneerItem: (id: string, basedOn: number) =>
    call<SavedAs<null>>(`${API.newPioneerItems}/${id}`, { method: 'DELETE', basedOn }),
  priceTable: (type: PriceTableType) => call<PriceTableAnswer>(`${API.priceTable}/${type}`),
  savePriceTable: (save: PriceTableSave, basedOn: number) =>
    call<SavedPriceTable>(API.priceTable, { body: save, basedOn }),
  bidBoard: () => call<BidBoard>(API.bidBoard),
  saveBoard: (save: BidBoardSave, basedOn: number) =>
    call<SavedBidBoard>(API.cashBids, { method: 'PUT', body: save, basedOn }),
  apiTokens: () => call<ApiToken[]>(API.apiTokens),
  makeApiToken: (name: string) => call<NewApiToken>(API.apiTokens, { body: { name } }),
  revokeApiToken: (id: string) => call<object>(`${API.apiTokens}/${id}`, { method: 'DELETE' }),
};

type SavedAs<Content> = { content: Content; version: number; changed: boolean };

/** Sends an API request. Never throws. */
export async function call<Answer>(
  path: string,
  {
    body,
    method = body === undefined ? 'GET' : 'POST',
    basedOn,
    waitMs = CALL_WAIT_MS,
  }: { body?: unknown; method?: string; basedOn?: number; waitMs?: number } = {},
): Promise<CallResult<Answer>> {
  try {
    const response = await fetch(path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(basedOn !== undefined && { [CONTENT_VERSION_HEADER]: String(basedOn) }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(waitMs),
    });
    if (!response.ok) return await toFailure(response);
    const version = Number(response.headers.get(CONTENT_VERSION_HEADER));
    return { outcome: 'done', answer: (await response.json()) as Answer, version };
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
  return { outcome: 'refused', reason, status, ...(waitSeconds > 0 && { waitSeconds }) };
}
