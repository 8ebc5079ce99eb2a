import { headersOfBase, numberOf, versionIn, type VersionId } from '#contract/content-version.ts';
import type { PasswordChange, CurrentAdmin, SignIn } from '#contract/accounts.ts';
import type { ApiToken, ApiTokenRequest, NewApiToken } from '#contract/api-tokens.ts';
import type { Attention } from '#contract/attention.ts';
import type { BidList } from '#contract/cash-bids.ts';
import type { DemoContent, DemoContentRemoved } from '#contract/demo-content.ts';
import type { SaveRequest } from '#contract/drafts.ts';
import type { DeletedDocuments, Documents } from '#contract/documents.ts';
import type { Employees } from '#contract/employees.ts';
import type { HarvestBoard } from '#contract/harvest.ts';
import { CONFIRM_NEEDED } from '#contract/factors.ts';
import type { HistoryPage, HistoryQuery, HistoryRestored } from '#contract/history.ts';
import type { LastBackup } from '#contract/last-backup.ts';
import type { LastSaves } from '#contract/last-saves.ts';
import type { OwnPage, OwnPageList, OwnPageSummary } from '#contract/own-pages.ts';
import { API, CHANGES_HEADER, SITE_PROBLEM_HEADER } from '#contract/paths.ts';
import type { PioneerItem } from '#contract/pioneer.ts';
import type { Presence, PresenceReport } from '#contract/presence.ts';
import type { PriceTableResponse, PriceTableType } from '#contract/price-tables.ts';
import type { Included } from '#contract/saved.ts';
import type { Problem } from '#contract/problem.ts';
import type { SiteSettings } from '#contract/site-settings.ts';
import type { AllSiteTexts } from '#contract/site-text.ts';
import { checkIdentity } from './identity-check.ts';
import { sessionHint } from './session-hint.ts';

/**
 * Result of an API request. `reason` is a message for the user, and `problem` one about the website; `changes` names what
 * a save has changed.
 */
export type CallResult<Body> =
  | { outcome: 'done'; body: Body; version: VersionId; changes?: string | undefined; problem?: string }
  | { outcome: 'signed-out'; reason: string; code?: string | undefined }
  | { outcome: 'conflict'; reason: string; current: CurrentContent }
  | { outcome: 'rejected'; reason: string; status?: number; code?: string; waitSeconds?: number }
  | { outcome: 'unreachable'; reason: string };

/** Stored content, with the version to base the next save on. */
export type CurrentContent = Omit<NonNullable<Problem['current']>, 'version'> & { version: VersionId };

export type Failure = Exclude<CallResult<never>, { outcome: 'done' }>;

const REQUEST_TIMEOUT_MS = 20_000;

export const adminApi = {
  signIn: (signIn: SignIn) => call<CurrentAdmin>(API.signIn, { body: signIn }),
  async verify(): Promise<CallResult<CurrentAdmin>> {
    const result = await call<CurrentAdmin>(API.verify);
    if (result.outcome === 'done') sessionHint.save();
    if (result.outcome === 'signed-out') sessionHint.remove();
    return result;
  },
  signOut: () => call<object>(API.signOut, { body: undefined, method: 'POST' }),
  signOutEverywhere: () => call<object>(API.signOutEverywhere, { body: undefined, method: 'POST' }),
  demoContent: () => call<DemoContent>(API.demoContent),
  removeDemoContent: () =>
    call<DemoContentRemoved>(API.demoContentRemoval, { body: undefined, method: 'POST' }),
  /** Returns null if nothing has changed since the known version. */
  lastSaves: (known?: VersionId) => call<LastSaves | null>(API.lastSaves, { known }),
  history: (query: HistoryQuery) => call<HistoryPage>(`${API.history}?${new URLSearchParams(query)}`),
  historyPeople: () => call<string[]>(API.historyPeople),
  restoreChanges: (changes: string, baseVersion: VersionId) =>
    call<HistoryRestored>(API.historyRestore, { body: { changes }, baseVersion }),
  attention: () => call<Attention[]>(API.attention),
  reportPresence: (report: PresenceReport) => call<Presence>(API.presence, { body: report }),
  lastBackup: () => call<LastBackup>(API.lastBackup),
  changePassword: (change: PasswordChange) => call<object>(API.password, { body: change }),
  allSiteTexts: () => call<AllSiteTexts>(API.allSiteTexts),
  siteSettings: () => call<SiteSettings>(API.siteSettings),
  employees: () => call<Employees>(API.employees),
  deleteEmployee: (id: string, baseVersion: VersionId) =>
    call<SavedAs<Employees>>(`${API.saveEmployees}/${id}`, { method: 'DELETE', baseVersion }),
  pioneerItems: (category: number) => call<PioneerItem[]>(`${API.pioneerItems}/${category}`),
  deletePioneerItem: (id: string, baseVersion: VersionId) =>
    call<SavedAs<null>>(`${API.newPioneerItems}/${id}`, { method: 'DELETE', baseVersion }),
  restorePioneerItem: (id: string) => call<SavedAs<PioneerItem[]>>(API.pioneerItemRestore, { body: { id } }),
  priceTable: (type: PriceTableType) => call<PriceTableResponse>(`${API.priceTable}/${type}`),
  bidList: () => call<BidList>(API.bidList),
  harvestBoard: () => call<HarvestBoard>(API.harvestBoard),
  ownPages: () => call<OwnPageList>(API.ownPages),
  ownPage: (id: string) => call<OwnPage>(`${API.ownPages}/${id}`),
  addOwnPage: (page: OwnPage) => call<SavedAs<OwnPage>>(API.ownPages, { body: page }),
  deleteOwnPage: (id: string, baseVersion: VersionId) =>
    call<SavedAs<null>>(`${API.ownPages}/${id}`, { method: 'DELETE', baseVersion }),
  orderOwnPages: (ids: string[], baseVersion: VersionId) =>
    call<SavedAs<OwnPageSummary[]>>(API.ownPageOrder, { method: 'PUT', body: ids, baseVersion }),
  documents: () => call<Documents>(API.documents),
  deletedDocuments: () => call<DeletedDocuments>(API.deletedDocuments),
  apiTokens: () => call<ApiToken[]>(API.apiTokens),
  createApiToken: (token: ApiTokenRequest) => call<NewApiToken>(API.apiTokens, { body: token }),
  revokeApiToken: (id: string) => call<object>(`${API.apiTokens}/${id}`, { method: 'DELETE' }),
};

/** Response of a save. `included`: the newest change of each person whose changes were merged. */
export type SavedAs<Content> = { content: Content; changed: boolean; included?: Included[] };

/** Describes a save, without the version that it is based on. */
export const post = <Body>(path: string, body: Body) => ({ method: 'POST' as const, path, body });
export const put = <Body>(path: string, body: Body) => ({ method: 'PUT' as const, path, body });

export const sendSave = <Content>({ path, ...save }: SaveRequest, baseVersion: VersionId) =>
  call<SavedAs<Content>>(path, { ...save, baseVersion });

/** Newest content that was received, by path. */
export const received = new Map<string, unknown>();

/** Responses to requests that were sent early, by path. Each is used once. */
const preloaded = new Map<string, Promise<CallResult<unknown>>>();

/** Requests the content of sections that are not open yet. Returns a function that forgets the unused responses. */
export function preload(paths: Iterable<string>): () => void {
  for (const path of paths) preloaded.set(path, send(path));
  return () => preloaded.clear();
}

/** Requests again what no section has used, because the content has changed since. */
export const refreshPreloaded = () => void preload(preloaded.keys());

/** Sends an API request, or returns the preloaded response. Never throws. */
export async function call<Body>(path: string, options: CallOptions = {}): Promise<CallResult<Body>> {
  const early = options.method === undefined && options.body === undefined ? preloaded.get(path) : undefined;
  preloaded.delete(path);
  const result = await early;
  return result?.outcome === 'done' ? (result as CallResult<Body>) : send(path, options);
}

type CallOptions = {
  body?: unknown;
  method?: string;
  baseVersion?: VersionId | undefined;
  /** Version of a response that the caller has. If it is current, the body is null. */
  known?: VersionId | undefined;
  timeoutMs?: number;
};

/** Sends a request, and once more if the server first needs a proof of who sends it. */
async function send<Body>(path: string, options?: CallOptions): Promise<CallResult<Body>> {
  const result = await sendOnce<Body>(path, options);
  if (result.outcome !== 'rejected' || result.code !== CONFIRM_NEEDED) return result;
  return (await checkIdentity()) ? sendOnce(path, options) : { ...result, reason: NOT_CONFIRMED };
}

const NOT_CONFIRMED = "Nothing was changed, because you didn't confirm that it's you.";

async function sendOnce<Body>(
  path: string,
  {
    body,
    method = body === undefined ? 'GET' : 'POST',
    baseVersion,
    known,
    timeoutMs = REQUEST_TIMEOUT_MS,
  }: CallOptions = {},
): Promise<CallResult<Body>> {
  try {
    const response = await fetch(path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(baseVersion !== undefined && headersOfBase(baseVersion)),
        ...(known !== undefined && { 'if-none-match': `"${known}"` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const problem = response.headers.get(SITE_PROBLEM_HEADER);
    const more = problem !== null && { problem };
    if (response.status === 304 && known !== undefined) {
      return { outcome: 'done', body: null as Body, version: known, ...more };
    }
    if (!response.ok) return await toFailure(response);
    const answer = (await response.json()) as Body & { version?: unknown };
    if (method === 'GET' && !path.includes('?')) received.set(path, answer);
    const version = versionIn(response.headers, answer?.version);
    const changes = response.headers.get(CHANGES_HEADER);
    return { outcome: 'done', body: answer, version, ...more, ...(changes !== null && { changes }) };
  } catch {
    return UNREACHABLE;
  }
}

/** Sends a request, and converts the body of its response. */
export async function callAs<Body, Value>(
  request: Promise<CallResult<Body>>,
  toValue: (body: Body) => Value,
): Promise<CallResult<Value>> {
  const result = await request;
  return result.outcome === 'done' ? { ...result, body: toValue(result.body) } : result;
}

/** Returns the bodies of all requests with the oldest of their versions, or the first failure. */
export async function callAll<Bodies extends unknown[] | []>(requests: {
  [At in keyof Bodies]: Promise<CallResult<Bodies[At]>>;
}): Promise<CallResult<Bodies>> {
  const results = await Promise.all(requests as Promise<CallResult<unknown>>[]);
  const failure = results.find((result) => result.outcome !== 'done');
  const done = results.filter((result) => result.outcome === 'done');
  const [oldest] = done.toSorted((a, b) => numberOf(a.version) - numberOf(b.version));
  return failure ?? ({ ...oldest, body: done.map(({ body }) => body) } as CallResult<Bodies>);
}

export const UNREACHABLE = {
  outcome: 'unreachable',
  reason: "We couldn't reach the website. Check your internet connection and try again.",
} as const;

/** Codes of a 401 whose sentence the editor replaces. */
const WITHOUT_OWN_WORDS = ['sign-in-needed', 'invalid-credentials'];

export async function toFailure(response: Response): Promise<Failure> {
  const problem = (await response.json().catch(() => undefined)) as Problem | undefined;
  const reason =
    problem?.errors?.[0]?.message ??
    problem?.detail ??
    `The website isn't responding right now (error ${response.status}). Try again in a minute.`;
  const code = problem?.code;
  if (response.status === 401) {
    const hasWords = code !== undefined && !WITHOUT_OWN_WORDS.includes(code);
    return { outcome: 'signed-out', ...(hasWords ? { reason, code } : { reason: "You're signed out." }) };
  }
  if (response.status === 409 && problem?.current) {
    const version = versionIn(response.headers, problem.current.version);
    return { outcome: 'conflict', reason: problem.detail, current: { ...problem.current, version } };
  }
  const waitSeconds = Number(response.headers.get('retry-after'));
  const { status } = response;
  return {
    outcome: 'rejected',
    reason,
    status,
    ...(code !== undefined && { code }),
    ...(waitSeconds > 0 && { waitSeconds }),
  };
}
