import { NEW_ID_SUFFIX } from '#contract/item-id.ts';
import type { PioneerItem } from '#contract/pioneer.ts';
import type { CallResult, Failure, adminApi } from '#app/editor/frame/admin-api.ts';
import type { FieldEvent, ServerUpdate } from '#app/editor/field/field-state.ts';
import {
  fromServer,
  isNew,
  rebase,
  toCategory,
  changesToSubmit,
  toText,
  withIds,
  withoutItem,
  type PioneerCategory,
  type DraftItem,
} from './pioneer-category.ts';
import { UNREADABLE_DRAFT, type SaveResult } from '#app/editor/field/save-result.ts';

type ItemApi = Pick<
  typeof adminApi,
  'pioneerItems' | 'addPioneerItems' | 'updatePioneerItems' | 'deletePioneerItem'
>;

/** Creates the client for the items of one category. `builtIn` is its description while none is stored. */
export function createCategoryApi(api: ItemApi, category: number, builtIn: string) {
  /** Descriptions by temporary id of new items whose request got no response. They may have been stored. */
  const unconfirmedItems = new Map<string, string>();

  async function load(): Promise<CallResult<PioneerCategory>> {
    const result = await api.pioneerItems(category);
    return result.outcome === 'done' ? { ...result, body: fromServer(result.body, builtIn) } : result;
  }

  /**
   * Submits the changes since `savedText`, stored items first. Reads the category again afterward, so that the next
   * save is based on other administrators' changes to other items, too.
   */
  async function save(text: string, baseVersion: number, savedText: string): Promise<SaveResult> {
    const draft = toCategory(text);
    const saved = toCategory(savedText);
    if (!draft || !saved) return UNREADABLE_DRAFT;
    const { added, updated, lacksItem } = changesToSubmit(draft, saved);
    if (lacksItem) {
      return {
        outcome: 'rejected',
        reason: 'Add at least one item, then save. The description is saved along with it.',
      };
    }
    const toWire = ({ id, description }: PioneerCategory['items'][number]) => ({
      id,
      pioneerCategory: category,
      description,
      categoryDescription: draft.description,
    });

    const hasNothingToAdd = added.length === 0;
    let isChanged = false;
    const ids = new Map<string, string>();
    if (updated.length > 0 || hasNothingToAdd) {
      const result = await api.updatePioneerItems(updated.map(toWire), baseVersion);
      if (result.outcome !== 'done') return toConflict(result, draft, saved);
      isChanged = result.body.changed;
    }
    if (!hasNothingToAdd) {
      const result = await add(added, toWire, baseVersion);
      if (result.outcome !== 'done') {
        return {
          ...(await toConflict(result, draft, saved)),
          partialUpdate: isChanged ? await partialUpdate(draft) : undefined,
        };
      }
      isChanged ||= result.body.changed;
      for (const [index, item] of added.entries()) recordId(ids, item.id, result.body.content[index]);
    }

    const now = await load();
    // The items are saved; a retry after this failed read changes nothing.
    if (now.outcome !== 'done') return now.outcome === 'conflict' ? { ...now, outcome: 'rejected' } : now;
    const sent = withIds(draft, ids);
    const body = {
      ...toServerUpdate(now.body, now.version, (typed) =>
        rebase(withIds(typed, ids), sentOf(sent), now.body),
      ),
      changed: isChanged,
    };
    return { outcome: 'done', version: now.version, body };
  }

  /** Adds items. Resends possibly stored ones unchanged, which is idempotent, then updates them. */
  async function add(
    added: readonly DraftItem[],
    toWire: (item: DraftItem) => PioneerItem,
    baseVersion: number,
  ) {
    const asSent = added.map(({ id, description }) => ({
      id,
      description: unconfirmedItems.get(id) ?? description,
    }));
    const result = await api.addPioneerItems(asSent.map(toWire), baseVersion);
    if (result.outcome === 'unreachable') {
      for (const { id, description } of asSent) unconfirmedItems.set(id, description);
    }
    if (result.outcome !== 'done') return result;
    const edited = added.flatMap(({ description }, index) => {
      const id = result.body.content[index]?.id;
      return id && asSent[index]?.description !== description ? [{ id, description }] : [];
    });
    if (edited.length > 0) {
      const update = await api.updatePioneerItems(edited.map(toWire), result.version);
      if (update.outcome !== 'done') return update;
    }
    for (const { id } of added) unconfirmedItems.delete(id);
    return result;
  }

  /** Returns the stored state after a save that succeeded only in part, or undefined if it cannot be read. */
  async function partialUpdate(draft: PioneerCategory): Promise<ServerUpdate | undefined> {
    const now = await load();
    if (now.outcome !== 'done') return undefined;
    return toServerUpdate(now.body, now.version, (typed) => rebase(typed, sentOf(draft), now.body));
  }

  /** Converts a rejection caused by another administrator's change into a conflict with the current category. */
  async function toConflict(
    failure: Failure,
    draft: PioneerCategory,
    saved: PioneerCategory,
  ): Promise<SaveResult> {
    if (failure.outcome !== 'conflict' && failure.outcome !== 'rejected') return failure;
    const now = await load();
    const isConflict = failure.outcome === 'conflict';
    if (now.outcome !== 'done')
      return isConflict ? { outcome: 'unreachable', reason: failure.reason } : failure;
    const currentIds = new Set(now.body.items.map(({ id }) => id));
    const before = new Set(saved.items.map(({ id }) => id));
    const isRemoved = draft.items.some(({ id }) => before.has(id) && !currentIds.has(id));
    if (!isConflict && !isRemoved) return failure;
    const about = isConflict ? failure.current : { at: '', author: null };
    return {
      outcome: 'conflict',
      reason: isConflict ? failure.reason : 'Someone else removed an item while you were editing.',
      current: { ...about, version: now.version, content: toText(now.body) },
    };
  }

  /** Deletes a stored item. Counts as success if the item is already gone. */
  async function remove(
    id: string,
    { version, saved }: { version: number; saved: string },
  ): Promise<{ event: FieldEvent; failure?: Failure }> {
    const before = toCategory(saved);
    const result = await api.deletePioneerItem(id, version);
    const removed: FieldEvent = {
      type: 'serverUpdated',
      ...(before && { content: toText(withoutItem(before, id)) }),
      adopt: (draft) => applyStep(draft, (typed) => withoutItem(typed, id)),
    };
    // Keep the base version: the other items were not read again.
    if (result.outcome === 'done') return { event: removed };
    const unchanged = { event: { type: 'serverUpdated' }, failure: result } as const;
    if (result.outcome !== 'conflict' && result.outcome !== 'rejected') return unchanged;
    const now = await load();
    if (now.outcome !== 'done') return unchanged;
    if (!now.body.items.some((item) => item.id === id)) return { event: removed };
    if (result.outcome !== 'conflict') return unchanged;
    const current = { ...result.current, version: now.version, content: toText(now.body) };
    return { event: { type: 'conflict', reason: result.reason, current } };
  }

  return { load, save, remove };
}

/** Applies a step to a serialized category. Returns other text unchanged. */
export function applyStep(text: string, step: (category: PioneerCategory) => PioneerCategory): string {
  const category = toCategory(text);
  return category ? toText(step(category)) : text;
}

/** Merges a draft into the category that another administrator has saved: changes of the draft win. */
export function mergeTexts({ draft, base, theirs }: { draft: string; base: string; theirs: string }): string {
  const from = toCategory(base);
  const saved = toCategory(theirs);
  return from && saved ? applyStep(draft, (typed) => rebase(typed, from, saved)) : draft;
}

const toServerUpdate = (
  saved: PioneerCategory,
  version: number,
  adopt: (typed: PioneerCategory) => PioneerCategory,
): ServerUpdate => ({ content: toText(saved), version, adopt: (draft) => applyStep(draft, adopt) });

/** Returns the draft without unsent new items, as the base for later merges. */
const sentOf = (draft: PioneerCategory): PioneerCategory => ({
  ...draft,
  items: draft.items.filter((item) => !isNew(item)),
});

function recordId(ids: Map<string, string>, id: string, item: PioneerItem | undefined): void {
  if (!item) return;
  ids.set(id, item.id);
  // A stored item that another administrator had deleted was sent again as a new one.
  if (isNew({ id })) ids.set(id.slice(0, -NEW_ID_SUFFIX.length), item.id);
}
