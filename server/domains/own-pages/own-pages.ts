import { isDeepStrictEqual } from 'node:util';
import { OWN_PAGES_MAX, type OwnPage, type OwnPageList, type OwnPageSummary } from '#contract/own-pages.ts';
import type { Site } from '#contract/site.ts';
import { assertUnchangedSince, findStepsSince } from '#server/records/change-log/assert-unchanged.ts';
import type { Author } from '#server/platform/change.ts';
import { saveOrder } from '#server/records/change-log/merge-order.ts';
import { stepsBetween, undoSteps, type Step } from '#server/records/change-log/list-steps.ts';
import type { ContentCache } from '#server/records/content/content-cache.ts';
import type { Database } from '#server/platform/database/database.ts';
import { keepLatest } from '#server/platform/keep-latest.ts';
import { NotFoundError, ValidationError } from '#server/platform/errors.ts';
import { fromPageRows, mergePageRows, PAGE_ROW, toPageRows } from '#shared/own-page-rows.ts';
import { assertMergeable } from '#server/records/merge-rows.ts';
import type { Based, Saved } from '#server/records/saved.ts';
import {
  findStored,
  ownPageStores,
  ownPageSubject,
  type OwnPageStores as Stores,
  type OwnPageContent,
  type StoredOwnPage,
} from './own-page-store.ts';
import { checkSize, cleanPage, withCleanTexts } from './clean-own-page.ts';
import { checkAddress } from './page-addresses.ts';

export const OWN_PAGE_ORDER_SUBJECT = 'own-page-order';

type PageSave = { page: OwnPage; frameOrigins: readonly string[] };
type OnePage = { id: string } & Based;
type PageUndo = OnePage & { steps: readonly Step[] };
type Order = { ids: readonly string[] } & Based;
type PageChange = { before: StoredOwnPage | undefined; after: StoredOwnPage };

export type OwnPageService = ReturnType<typeof createOwnPageService>;

export function createOwnPageService({
  content,
  database,
  site,
}: {
  content: ContentCache<OwnPageContent>;
  database: Database;
  site: () => Pick<Site, 'contentSecurityPolicy'>;
}) {
  const pages = () => content.snapshot().ownPages;
  const frameOrigins = () => site().contentSecurityPolicy.frames;
  const shownOf = keepLatest((inOrder: readonly StoredOwnPage[]) => inOrder.filter(({ hidden }) => !hidden));
  return {
    list(): OwnPageList {
      const { inOrder, unreadable, redirects } = pages();
      const isReadable = ({ id }: OwnPage) => !unreadable.some((other) => other.id === id);
      return {
        pages: inOrder.filter(isReadable).map(summaryOf),
        ...(unreadable.length > 0 && { unreadable: unreadable.map(summaryOf) }),
        earlier: Object.fromEntries(redirects),
        frameOrigins: [...frameOrigins()],
      };
    },

    /** Throws NotFoundError for an unknown id, and like `findStored` for an unreadable page. */
    async get(id: string): Promise<OwnPage> {
      const { inOrder, unreadable } = pages();
      const page = unreadable.some((each) => each.id === id)
        ? await database.read((db) => findStored(ownPageStores(db), id))
        : inOrder.find((each) => each.id === id);
      if (!page) throw noSuchPage();
      return withCleanTexts(toOwnPage(page));
    },

    /** Returns the page at a path such as /careers, also if it is hidden. */
    find(path: string): OwnPage | undefined {
      const page = pages().byAddress.get(path.slice(1));
      return page && withCleanTexts(toOwnPage(page));
    },

    isShown: (path: string): boolean => pages().byAddress.get(path.slice(1))?.hidden === false,
    isHidden: (path: string): boolean => pages().byAddress.get(path.slice(1))?.hidden === true,

    /** Returns the path to which an earlier path of a shown page leads. */
    findRedirect(path: string): string | undefined {
      const { redirects, inOrder } = pages();
      const id = redirects.get(path.slice(1));
      const page = id === undefined ? undefined : inOrder.find((each) => each.id === id);
      return page && !page.hidden ? `/${page.address}` : undefined;
    },

    /** Returns the pages that visitors can open, in their order: the same array until a page changes. */
    listShown: (): readonly OwnPageSummary[] => shownOf(pages().inOrder),

    add: (author: Author, page: OwnPage) =>
      content.write((db) => addOwnPage(ownPageStores(db), author, { page, frameOrigins: frameOrigins() })),
    save: (author: Author, page: { page: OwnPage } & Based) =>
      content.write((db) =>
        saveOwnPage(ownPageStores(db), author, { ...page, frameOrigins: frameOrigins() }),
      ),
    remove: (author: Author, page: OnePage) =>
      content.write((db) => removeOwnPage(ownPageStores(db), author, page)),
    order: (author: Author, order: Order) =>
      content.write((db) => orderOwnPages(ownPageStores(db), author, order)),
  };
}

const noSuchPage = () =>
  new NotFoundError('not-found', 'This page was deleted. Go back to the list of pages.');

/**
 * Adds a page at the end. A repeated attempt of the same save adds nothing. Throws ValidationError for a page that
 * breaks a rule, or too many pages.
 */
export async function addOwnPage(stores: Stores, author: Author, { page, frameOrigins }: PageSave) {
  const before = await stores.ownPages.list();
  const cleaned = cleanPage(page, frameOrigins);
  const known = before.find(({ id }) => id === page.id);
  if (known && isDeepStrictEqual(toOwnPage(known), cleaned))
    return { content: cleaned, version: await stores.changeLog.version(), changed: false };
  if (known) throw new ValidationError('twice', 'This page was already added. Reload the list of pages.');
  if (before.length >= OWN_PAGES_MAX)
    throw new ValidationError('too-many', `Keep at most ${OWN_PAGES_MAX} pages. Delete one first.`);
  return storePage(stores, author, {
    before: undefined,
    after: { ...cleaned, position: await nextPosition(stores) },
  });
}

/**
 * Saves a page. Merges it with the changes since `baseVersion`. Throws NotFoundError if it was deleted, ValidationError
 * for a page that breaks a rule, and ConflictError if someone else has changed the same field or removed a block.
 */
export async function saveOwnPage(
  stores: Stores,
  author: Author,
  { page, baseVersion, frameOrigins }: PageSave & Based,
): Promise<Saved<OwnPage>> {
  const before = await findStored(stores, page.id);
  if (!before) throw noSuchPage();
  const current = toOwnPage(before);
  const sent = cleanPage(page, frameOrigins);
  const subject = ownPageSubject(page.id);
  const since = isDeepStrictEqual(sent, current)
    ? undefined
    : await findStepsSince(stores.changeLog, { subject, baseVersion, current });
  if (!since) return storePage(stores, author, { before, after: { ...sent, position: before.position } });
  const theirs = toPageRows(current);
  const { rows, conflicts } = mergePageRows({
    base: undoSteps(theirs, since.steps),
    mine: toPageRows(sent),
    theirs,
  });
  if (conflicts.length > 0) since.refuse();
  const merged = cleanPage(fromPageRows(page.id, rows) ?? sent, frameOrigins);
  const saved = await storePage(stores, author, { before, after: { ...merged, position: before.position } });
  return { ...saved, ...since.included };
}

/** Deletes a page. Throws NotFoundError for an unknown id, and ConflictError if the page has changed since `baseVersion`. */
export async function removeOwnPage(stores: Stores, author: Author, { id, baseVersion }: OnePage) {
  const before = await findStored(stores, id, { isRemoved: true });
  if (!before) throw noSuchPage();
  const subject = ownPageSubject(id);
  await assertUnchangedSince(stores.changeLog, { subject, baseVersion, current: toOwnPage(before) });
  await stores.ownPages.remove(id);
  const version = await stores.changeLog.append({
    author,
    subject,
    before: toPageRows(toOwnPage(before)).map((row) =>
      row.id === PAGE_ROW ? { ...row, position: before.position } : row,
    ),
    after: null,
  });
  return { content: null, version, changed: true };
}

/**
 * Orders the pages. Ignores unknown ids, and moves unlisted pages to the end. Merges moves since `baseVersion`. Throws
 * ConflictError if someone else has moved the same page.
 */
export async function orderOwnPages(stores: Stores, author: Author, { ids, baseVersion }: Order) {
  const rows = await stores.ownPages.list();
  const list = { subject: OWN_PAGE_ORDER_SUBJECT, subjectOf: ownPageSubject, rows, present: summaryOf };
  const store = async (to: readonly string[]) => {
    for (const page of rows) await stores.ownPages.save({ ...page, position: to.indexOf(page.id) });
  };
  return saveOrder(stores.changeLog, author, { ...list, store }, { ids, baseVersion });
}

/**
 * Undoes logged steps of a page, newest first, and saves it. Throws ConflictError if what they change has changed since
 * `baseVersion`, and like `saveOwnPage`.
 */
export async function undoOwnPage(stores: Stores, author: Author, { id, steps, baseVersion }: PageUndo) {
  const before = await findStored(stores, id);
  const current = before ? toPageRows(toOwnPage(before)) : [];
  const next = undoSteps(current, steps);
  if (isDeepStrictEqual(next, current)) return;
  const since = await findStepsSince(stores.changeLog, {
    subject: ownPageSubject(id),
    baseVersion,
    current: before ? toOwnPage(before) : null,
  });
  if (since) assertMergeable(since, current, next);
  const page = fromPageRows(id, next);
  if (!page) {
    if (before) await removeOwnPage(stores, author, { id });
    return;
  }
  checkSize(page);
  const logged = next.find((row) => row.id === PAGE_ROW)?.['position'];
  const position = before?.position ?? (typeof logged === 'number' ? logged : await nextPosition(stores));
  await storePage(stores, author, { before, after: { ...page, position } });
}

/** Returns the position after all pages. */
const nextPosition = async ({ ownPages }: Stores): Promise<number> =>
  ((await ownPages.list()).at(-1)?.position ?? -1) + 1;

/** Stores and logs a page, and a redirect from its earlier address. Throws ValidationError for an address that is taken. */
async function storePage(stores: Stores, author: Author, { before, after }: PageChange) {
  const content = toOwnPage(after);
  const current = before && toOwnPage(before);
  const isUnreadable = before?.isUnreadable;
  if (isDeepStrictEqual(current, content) && !isUnreadable)
    return { content, version: await stores.changeLog.version(), changed: false };
  const pages = await stores.ownPages.list();
  if (after.address !== before?.address || isUnreadable) {
    checkAddress(after.address, { id: after.id, pages });
    // The page that has an address comes before one that only had it.
    await stores.redirects.remove(after.address);
    await stores.ownPages.releaseAddress(after.address, after.id);
    if (before && after.address !== before.address) await stores.redirects.save(before.address, after.id);
  }
  await stores.ownPages.save(after);
  const change = { author, subject: ownPageSubject(after.id) };
  const rows = toPageRows(content);
  const steps = current ? stepsBetween(toPageRows(current), rows) : [];
  // A restored page is as the log has it.
  const whole = { item: null, before: current ? rows : null, after: rows };
  const version = await stores.changeLog.appendAll(change, steps.length > 0 ? steps : [whole]);
  return { content, version, changed: true };
}

export const toOwnPage = ({
  position: _position,
  isUnreadable: _unreadable,
  ...page
}: StoredOwnPage): OwnPage => page;

const summaryOf = ({ id, address, title, inMenu, hidden }: OwnPage): OwnPageSummary => ({
  id,
  address,
  title,
  inMenu,
  hidden,
});
