import type { VersionId } from '#contract/content-version.ts';
import { NEW_ID_SUFFIX } from '#contract/item-id.ts';
import type { PioneerItem } from '#contract/pioneer.ts';
import type { CallResult, Failure, adminApi } from '#app/editor/shell/admin-api.ts';
import type { Current, ServerUpdate } from '#app/editor/field/field-state.ts';
import {
  changesToSubmit,
  fromServer,
  isNew,
  rebase,
  withIds,
  type DraftItem,
  type PioneerCategory,
} from './pioneer-category.ts';
import type { SaveResult } from '#app/editor/field/save-result.ts';
import type { Included } from '#contract/saved.ts';

type ItemApi = Pick<
  typeof adminApi,
  'pioneerItems' | 'addPioneerItems' | 'updatePioneerItems' | 'deletePioneerItem' | 'restorePioneerItem'
>;

/** Creates the client for the items of one category. `builtIn` is its description while none is stored. */
export function createCategoryApi(api: ItemApi, category: number, builtIn: string) {
  const add = createAdder(api);

  async function load(): Promise<CallResult<PioneerCategory>> {
    const result = await api.pioneerItems(category);
    return result.outcome === 'done' ? { ...result, body: fromServer(result.body, builtIn) } : result;
  }

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
    if (lacksItem) {
      return {
        outcome: 'rejected',
        reason: 'Add at least one item, then save. The description is saved along with it.',
      };
    }
    const toWire = ({ id, description }: DraftItem) => ({
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
      if (result.outcome !== 'done') return toConflict(result, { draft, saved, load });
      isChanged = result.body.changed;
      saves.push(result.changes);
      included.push(...(result.body.included ?? []));
    }
    if (!hasNothingToAdd) {
      const result = await add(added, toWire, baseVersion);
      if (result.outcome !== 'done') {
        return {
          ...(await toConflict(result, { draft, saved, load })),
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
      content: now.body,
      version: now.version,
      adopt: (typed: PioneerCategory) => rebase(withIds(typed, ids), sentOf(sent), now.body),
      changed: isChanged,
      ...(included.length > 0 && { included }),
    };
    return { outcome: 'done', version: now.version, body, changes: joinChanges(saves) };
  }

  /** Returns the stored state after a save that succeeded only in part, or undefined if it cannot be read. */
  async function partialUpdate(draft: PioneerCategory): Promise<ServerUpdate<PioneerCategory> | undefined> {
    const now = await load();
    if (now.outcome !== 'done') return undefined;
    const adopt = (typed: PioneerCategory) => rebase(typed, sentOf(draft), now.body);
    return { content: now.body, version: now.version, adopt };
  }

  /** Deletes a stored item. Counts as success if the item is already gone. */
  async function remove(
    id: string,
    { version }: { version: VersionId },
  ): Promise<CallResult<PioneerCategory | undefined>> {
    const result = await api.deletePioneerItem(id, version);
    if (result.outcome === 'done') return { ...result, body: undefined };
    if (result.outcome !== 'conflict' && result.outcome !== 'rejected') return result;
    const now = await load();
    if (now.outcome === 'done' && !now.body.items.some((item) => item.id === id))
      return { ...now, body: undefined };
    if (result.outcome === 'rejected') return result;
    if (now.outcome !== 'done') return { outcome: 'unreachable', reason: result.reason };
    return { ...result, current: { ...result.current, version: now.version, content: now.body } };
  }

  async function restore({ id }: DraftItem): Promise<CallResult<Current<PioneerCategory>>> {
    const result = await api.restorePioneerItem(id);
    const now = result.outcome === 'done' ? await load() : result;
    if (now.outcome !== 'done') return now;
    return { ...now, body: { content: now.body, version: now.version, at: '', author: null } };
  }

  return { load, save, stored: { remove, restore } };
}

/** Creates the function that adds items, also those whose request got no response. */
function createAdder(api: ItemApi) {
  /** Descriptions by temporary id of new items whose request got no response. They may have been stored. */
  const unconfirmedItems = new Map<string, string>();

  /** Adds items. Resends possibly stored ones unchanged, which is idempotent, then updates them. */
  return async function add(
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
  };
}

/** Converts a rejection caused by another administrator's change into a conflict with the current category. */
async function toConflict(
  failure: Failure,
  {
    draft,
    saved,
    load,
  }: {
    draft: PioneerCategory;
    saved: PioneerCategory;
    load: () => Promise<CallResult<PioneerCategory>>;
  },
): Promise<SaveResult<PioneerCategory>> {
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
    current: { ...about, version: now.version, content: now.body },
  };
}

/** Returns the first and last change of consecutive saves, which undo takes back together. */
function joinChanges(saves: readonly (string | undefined)[]): string | undefined {
  const ids = saves.flatMap((changes) => changes?.split('..') ?? []);
  const [first, last] = [ids[0], ids.at(-1)];
  return first === last ? first : `${first}..${last}`;
}

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
