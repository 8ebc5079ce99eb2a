import type { VersionId } from '#contract/content-version.ts';
import { NEW_ID_SUFFIX } from '#contract/item-id.ts';
import type { PioneerItem } from '#contract/pioneer.ts';
import type { CallResult, Failure, adminApi } from '#app/editor/frame/admin-api.ts';
import type { FieldEvent, FieldState, ServerUpdate } from '#app/editor/field/field-state.ts';
import { eventsOfUndo, type Removal } from '#app/editor/field/removals.ts';
import {
  CATEGORY_ID,
  fromServer,
  isNew,
  mergeCategories,
  rebase,
  toCategory,
  changesToSubmit,
  toText,
  withIds,
  withItem,
  withoutItem,
  type PioneerCategory,
  type DraftItem,
} from './pioneer-category.ts';
import { UNREADABLE_DRAFT, type SaveResult } from '#app/editor/field/save-result.ts';
import { conflictKey, REMOVED, type MergeDraft, type ShownConflict } from '#app/editor/field/merge-draft.ts';
import type { Included } from '#contract/saved.ts';

type ItemApi = Pick<
  typeof adminApi,
  'pioneerItems' | 'addPioneerItems' | 'updatePioneerItems' | 'deletePioneerItem' | 'restorePioneerItem'
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
  async function save(text: string, baseVersion: VersionId, savedText: string): Promise<SaveResult> {
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
    const saves: (string | undefined)[] = [];
    const included: Included[] = [];
    const ids = new Map<string, string>();
    if (updated.length > 0 || hasNothingToAdd) {
      const result = await api.updatePioneerItems(updated.map(toWire), baseVersion);
      if (result.outcome !== 'done') return toConflict(result, draft, saved);
      isChanged = result.body.changed;
      saves.push(result.changes);
      included.push(...(result.body.included ?? []));
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
      saves.push(result.changes);
      // The update has already included what it was merged with.
      if (included.length === 0) included.push(...(result.body.included ?? []));
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
      ...(included.length > 0 && { included }),
    };
    return { outcome: 'done', version: now.version, body, changes: joinChanges(saves) };
  }

  /** Adds items. Resends possibly stored ones unchanged, which is idempotent, then updates them. */
  async function add(
    added: readonly DraftItem[],
    toWire: (item: DraftItem) => PioneerItem,
    baseVersion: VersionId,
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
    let { changes } = result;
    if (edited.length > 0) {
      const update = await api.updatePioneerItems(edited.map(toWire), result.version);
      if (update.outcome !== 'done') return update;
      changes = joinChanges([changes, update.changes]);
    }
    for (const { id } of added) unconfirmedItems.delete(id);
    return { ...result, changes };
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
    { version, saved }: { version: VersionId; saved: string },
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
    // The items are as the user sees them, in a restored backup for example.
    if (toText(now.body) === saved) return remove(id, { version: now.version, saved });
    const current = { ...result.current, version: now.version, content: toText(now.body) };
    return { event: { type: 'conflict', reason: result.reason, current } };
  }

  /** Restores a deleted item. Returns the events that restore it in the draft, with its unsaved edits. */
  async function restore(
    { item, saved, after }: Removal<DraftItem> & { saved: DraftItem },
    latest: () => FieldState,
  ): Promise<{ events: readonly FieldEvent[]; failure?: Failure }> {
    const result = await api.restorePioneerItem(saved.id);
    const loaded = result.outcome === 'done' ? await load() : result;
    if (loaded.outcome !== 'done') return { events: [{ type: 'serverUpdated' }], failure: loaded };
    const current = { content: toText(loaded.body), version: loaded.version, at: '', author: null };
    const now = latest();
    const expected = applyStep(now.saved, (before) => withItem(before, saved, after.saved));
    const restoreIn = (text: string) => applyStep(text, (typed) => withItem(typed, item, after.draft));
    return { events: eventsOfUndo({ now, expected, current, restore: restoreIn }) };
  }

  return { load, save, remove, restore };
}

/** Returns the first and last change of consecutive saves, which undo takes back together. */
function joinChanges(saves: readonly (string | undefined)[]): string | undefined {
  const ids = saves.flatMap((changes) => changes?.split('..') ?? []);
  const [first, last] = [ids[0], ids.at(-1)];
  return first === last ? first : `${first}..${last}`;
}

/** Applies a step to a serialized category. Returns other text unchanged. */
export function applyStep(text: string, step: (category: PioneerCategory) => PioneerCategory): string {
  const category = toCategory(text);
  return category ? toText(step(category)) : text;
}

/** Merges a serialized draft into the category of someone else. */
export const mergeItems: MergeDraft = ({ draft, base, theirs }, choose = () => 'mine') => {
  const [before, mine, newer] = [base, draft, theirs].map(toCategory);
  if (!before || !mine || !newer) return undefined;
  const conflicts: ShownConflict[] = [];
  const merged = mergeCategories({ base: before, mine, theirs: newer }, ({ id, field, ...rows }) => {
    const position = [mine, newer].map(({ items }) => items.findIndex((item) => item.id === id));
    const number = (position.find((at) => at !== -1) ?? 0) + 1;
    const isCategory = id === CATEGORY_ID;
    const conflict: ShownConflict = {
      key: conflictKey(id, field),
      name: isCategory ? 'Category description' : `Item ${number}`,
      mine: rows.mine?.description ?? REMOVED,
      theirs: rows.theirs?.description ?? REMOVED,
      ...(!isCategory && { isRichText: true }),
    };
    conflicts.push(conflict);
    return choose(conflict.key);
  });
  return { merged: toText(merged), conflicts };
};

const toServerUpdate = (
  saved: PioneerCategory,
  version: VersionId,
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
