import type { VersionId } from '#contract/content-version.ts';
import type { SaveRequest } from '#contract/drafts.ts';
import { NEW_ID_SUFFIX } from '#contract/item-id.ts';
import { API } from '#contract/paths.ts';
import type { PioneerItem } from '#contract/pioneer.ts';
import { hasVisibleText } from '#contract/rich-text.ts';
import {
  adminApi,
  callAs,
  post,
  sendSave,
  type CallResult,
  type Failure,
  type SavedAs,
} from '#app/editor/shell/admin-api.ts';
import { keepCards, type RowListRecord, type StoredRows } from '#app/editor/lists/row-list.ts';
import {
  CATEGORY_FORM,
  changesToSubmit,
  fromServer,
  isNew,
  mergeCategories,
  rebase,
  withIds,
  type DraftItem,
  type PioneerCategory,
} from './pioneer-category.ts';
import type { SaveResult } from '#app/editor/field/save-result.ts';

const SECTION = 'pioneer-items';
const LACKS_ITEM = 'Add at least one item, then save. The description is saved along with it.';

type ItemApi = Pick<typeof adminApi, 'pioneerItems' | 'deletePioneerItem' | 'restorePioneerItem'> & {
  send: typeof sendSave<PioneerItem[]>;
};

type RequestOf = (path: string, items: readonly DraftItem[]) => SaveRequest;

export const pioneerFieldOf = (category: number) => `pioneer-items-${category}`;

/** Describes the list of items of a category. `builtIn` is its description while none is stored. */
export function pioneerList(
  category: number,
  builtIn: string,
  api: ItemApi = { ...adminApi, send: sendSave },
): RowListRecord<PioneerCategory, DraftItem> & { stored: StoredRows<PioneerCategory, DraftItem> } {
  const add = createAdder(api);
  /** Returns the function that describes a request with items of a category. */
  const requestsIn =
    ({ description: categoryDescription }: PioneerCategory): RequestOf =>
    (path, items) =>
      post<PioneerItem[]>(
        path,
        items.map((item) => ({ ...item, pioneerCategory: category, categoryDescription })),
      );

  function savesOf(draft: PioneerCategory, saved: PioneerCategory) {
    const { added, updated, lacksItem } = changesToSubmit(draft, saved);
    if (lacksItem) return LACKS_ITEM;
    const requestOf = requestsIn(draft);
    return [
      ...(updated.length > 0 ? [requestOf(API.pioneerItemUpdates, updated)] : []),
      ...(added.length > 0 ? [requestOf(API.newPioneerItems, added.map(asNew))] : []),
    ];
  }

  const load = () => callAs(api.pioneerItems(category), (items) => fromServer(items, builtIn));

  /**
   * Submits the changes since `saved`, stored items first. Reads the category again afterward, so that the next
   * save is based on other administrators' changes to other items, too.
   */
  async function save(
    draft: PioneerCategory,
    baseVersion: VersionId,
    saved: PioneerCategory,
  ): Promise<SaveResult<PioneerCategory>> {
    const { added, updated, lacksItem } = changesToSubmit(draft, saved);
    if (lacksItem) return { outcome: 'rejected', reason: LACKS_ITEM };
    const requestOf = requestsIn(draft);
    const done: Extract<CallResult<SavedAs<PioneerItem[]>>, { outcome: 'done' }>[] = [];
    const ids = new Map<string, string>();
    if (updated.length > 0 || added.length === 0) {
      const result = await api.send(requestOf(API.pioneerItemUpdates, updated), baseVersion);
      if (result.outcome !== 'done') return toConflict(result, draft, saved);
      done.push(result);
    }
    if (added.length > 0) {
      const result = await add(added, requestOf, baseVersion);
      if (result.outcome !== 'done') return toConflict(result, draft, saved);
      done.push(result);
      for (const [index, { id }] of added.entries()) ids.set(id, result.body.content[index]?.id ?? id);
      keepCards(ids);
    }

    const now = await load();
    // The items are saved; a retry after this failed read changes nothing.
    if (now.outcome !== 'done') return now.outcome === 'conflict' ? { ...now, outcome: 'rejected' } : now;
    const sent = sentOf(withIds(draft, ids));
    const included = done.flatMap(({ body }) => (body.included?.length ? [body.included] : []))[0];
    const body = {
      content: now.body,
      version: now.version,
      adopt: (typed: PioneerCategory) => rebase(withIds(typed, ids), sent, now.body),
      changed: done.some((each) => each.body.changed),
      ...(included && { included }),
    };
    return { outcome: 'done', version: now.version, body, changes: joinChanges(done) };
  }

  /** Returns the failure of a save. If someone else has changed the category, that is a conflict with it. */
  async function toConflict(
    failure: Failure,
    draft: PioneerCategory,
    saved: PioneerCategory,
  ): Promise<SaveResult<PioneerCategory>> {
    if (failure.outcome === 'conflict') return withCategory(failure);
    if (failure.outcome !== 'rejected') return failure;
    const now = await load();
    if (now.outcome !== 'done') return failure;
    const [before, after] = [saved, now.body].map(({ items }) => new Set(items.map(({ id }) => id)));
    if (!draft.items.some(({ id }) => before!.has(id) && !after!.has(id))) return failure;
    const reason = 'Someone else removed an item while you were editing.';
    const current = { content: now.body, version: now.version, at: '', author: null };
    return { outcome: 'conflict', reason, current };
  }

  /** Returns a conflict about an item as one about the category. */
  async function withCategory(conflict: Extract<Failure, { outcome: 'conflict' }>): Promise<Failure> {
    const now = await load();
    if (now.outcome !== 'done') return { outcome: 'unreachable', reason: conflict.reason };
    return { ...conflict, current: { ...conflict.current, version: now.version, content: now.body } };
  }

  async function remove(id: string, baseVersion: VersionId): Promise<CallResult<undefined>> {
    const result = await callAs(api.deletePioneerItem(id, baseVersion), () => undefined);
    return result.outcome === 'conflict' ? withCategory(result) : result;
  }

  async function restore({ id }: DraftItem): Promise<CallResult<PioneerCategory>> {
    const result = await api.restorePioneerItem(id);
    return result.outcome === 'done' ? load() : result;
  }

  return {
    section: SECTION,
    field: pioneerFieldOf(category),
    subject: `pioneer-category:${category}`,
    form: CATEGORY_FORM,
    merge: mergeCategories,
    rowsIn: ({ items }) => items,
    withRows: (before, items) => ({ ...before, items }),
    isBlank: ({ description }) => !hasVisibleText(description),
    nameOf({ description }) {
      const words = firstWords(description);
      return words === '' ? 'Item' : `“${words}”`;
    },
    inputId: (id) => `seed-item-${id}`,
    load,
    savesOf,
    save,
    stored: { remove, restore },
  };
}

/** Returns the first words of an item, as its name in messages. */
export function firstWords(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const text = [...body.children].map(({ textContent }) => textContent.trim()).find(Boolean);
  if (!text) return '';
  const [start] = /^.{1,40}/su.exec(text) ?? [text];
  return start === text ? text : `${start.trimEnd()}…`;
}

/** Creates the function that adds items, also those whose request got no response. */
function createAdder(api: ItemApi) {
  /** Descriptions by temporary id of new items whose request got no response. They may have been stored. */
  const unconfirmedItems = new Map<string, string>();

  /** Adds items. Resends possibly stored ones unchanged, which is idempotent, then updates them. */
  return async function add(added: readonly DraftItem[], requestOf: RequestOf, baseVersion: VersionId) {
    const asSent = added.map((item) => ({
      ...asNew(item),
      description: unconfirmedItems.get(item.id) ?? item.description,
    }));
    const result = await api.send(requestOf(API.newPioneerItems, asSent), baseVersion);
    if (result.outcome === 'unreachable') {
      for (const [index, { id }] of added.entries()) unconfirmedItems.set(id, asSent[index]!.description);
    }
    if (result.outcome !== 'done') return result;
    const edited = added.flatMap(({ description }, index) => {
      const id = result.body.content[index]?.id;
      return id && asSent[index]?.description !== description ? [{ id, description }] : [];
    });
    let { changes } = result;
    if (edited.length > 0) {
      const update = await api.send(requestOf(API.pioneerItemUpdates, edited), result.version);
      if (update.outcome !== 'done') return update;
      changes = joinChanges([result, update]);
    }
    for (const { id } of added) unconfirmedItems.delete(id);
    return { ...result, changes };
  };
}

/** Returns the first and last change of consecutive saves, which undo takes back together. */
function joinChanges(saves: readonly { changes?: string | undefined }[]): string | undefined {
  const ids = saves.flatMap(({ changes }) => changes?.split('..') ?? []);
  const [first, last] = [ids[0], ids.at(-1)];
  return first === last ? first : `${first}..${last}`;
}

/** Returns an item as it is added. One that someone else has deleted is added again as a new one. */
const asNew = (item: DraftItem): DraftItem => (isNew(item) ? item : { ...item, id: item.id + NEW_ID_SUFFIX });

/** Returns the draft without unsent new items, as the base for later merges. */
const sentOf = (draft: PioneerCategory): PioneerCategory => ({
  ...draft,
  items: draft.items.filter((item) => !isNew(item)),
});
