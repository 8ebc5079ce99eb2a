import type { VersionId } from '#contract/content-version.ts';
import { IMAGE_TYPE, type Image } from '#contract/images.ts';
import type { Locations, LocationsSave } from '#contract/locations.ts';
import { API } from '#contract/paths.ts';
import type { Included } from '#contract/saved.ts';
import { call, type CallResult, type Failure } from '#app/editor/frame/admin-api.ts';
import { imageApi } from '#app/editor/files/image-api.ts';
import type { Current, FieldEvent, FieldState } from '#app/editor/field/field-state.ts';
import { eventsOfUndo, withRestored, type Removal } from '#app/editor/field/removals.ts';
import { UNREADABLE_DRAFT, type SaveResult } from '#app/editor/field/save-result.ts';
import {
  applyStep,
  fromServer,
  mergeLocations,
  toLocations,
  toSave,
  without,
  type DraftLocation,
} from './location-list.ts';

type SavedLocations = { content: Locations; changed: boolean; included?: Included[] };

export const locationApi = {
  list: () => call<Locations>(API.locations),
  images: loadImages,
};

/** Loads the product images, which show only where they are chosen, and those of the gallery. */
async function loadImages(): Promise<CallResult<Image[]>> {
  const [products, gallery] = await Promise.all([
    imageApi.images(IMAGE_TYPE.product),
    imageApi.images(IMAGE_TYPE.gallery),
  ]);
  if (products.outcome !== 'done') return products;
  return gallery.outcome === 'done' ? { ...gallery, body: [...products.body, ...gallery.body] } : gallery;
}

/** What cash bids do if their location is renamed. */
type BidChoice = 'rename' | 'keep';

const save = (locations: LocationsSave, baseVersion: VersionId, bids: BidChoice) =>
  call<SavedLocations>(`${API.locations}?bids=${bids}`, { body: locations, baseVersion });
/** Without `isConfirmed`, the server rejects a location that has cash bids with 409, and says which. */
const remove = (id: string, baseVersion: VersionId, isConfirmed: boolean) =>
  call<SavedLocations>(`${API.locations}/${id}${isConfirmed ? '?bids=keep' : ''}`, {
    method: 'DELETE',
    baseVersion,
  });

export async function loadLocations(): Promise<CallResult<string>> {
  const result = await locationApi.list();
  return result.outcome === 'done' ? { ...result, body: fromServer(result.body) } : result;
}

/** Submits the whole list. Dates without a year are the next ones from `today`, a calendar day. */
export async function submitLocations(
  text: string,
  baseVersion: VersionId,
  { today, bids }: { today: string; bids: BidChoice },
): Promise<SaveResult> {
  const list = toLocations(text);
  if (!list) return UNREADABLE_DRAFT;
  const sent = toSave(list, today);
  if (typeof sent === 'string') return { outcome: 'rejected', reason: sent };
  const result = await save(sent, baseVersion, bids);
  if (result.outcome === 'conflict') return { ...result, current: toCurrent(result.current) };
  if (result.outcome !== 'done') return result;
  const content = fromServer(result.body.content);
  return {
    ...result,
    body: {
      ...result.body,
      content,
      version: result.version,
      adopt: (draft) =>
        draft === text ? content : (mergeLocations({ draft, base: text, theirs: content })?.text ?? draft),
    },
  };
}

/**
 * Deletes a stored location. Returns the event that removes it from the draft and advances the base version, so that
 * the next save neither conflicts with the deletion nor hides another administrator's change. Returns the question to
 * confirm first if the location has cash bids.
 */
export async function removeSavedLocation(
  id: string,
  { version, saved }: { version: VersionId; saved: string },
  isConfirmed = false,
): Promise<{ event: FieldEvent; failure?: Failure; question?: string }> {
  const adopt = (draft: string) => applyStep(draft, (list) => without(list, id));
  const result = await remove(id, version, isConfirmed);
  if (result.outcome === 'done') {
    const content = fromServer(result.body.content);
    const base = adopt(saved);
    const adoptAll = (draft: string) =>
      mergeLocations({ draft: adopt(draft), base, theirs: content })?.text ?? draft;
    return { event: { type: 'serverUpdated', content, version: result.version, adopt: adoptAll } };
  }
  if (result.outcome === 'conflict') {
    const current = toCurrent(result.current);
    // The list is as the user sees it, in a restored backup for example.
    if (current.content === saved)
      return removeSavedLocation(id, { version: current.version, saved }, isConfirmed);
    return { event: { type: 'conflict', reason: result.reason, current } };
  }
  const unchanged = { event: { type: 'serverUpdated' }, failure: result } as const;
  if (result.outcome !== 'rejected') return unchanged;
  if (result.status === 409) return { event: unchanged.event, question: result.reason };
  // Already deleted: by an earlier request whose response was lost, or by another administrator.
  const reloaded = await locationApi.list();
  if (reloaded.outcome !== 'done' || reloaded.body.some((each) => each.id === id)) return unchanged;
  const content = fromServer(reloaded.body);
  if (content === adopt(saved))
    return { event: { type: 'serverUpdated', content, version: reloaded.version, adopt } };
  const current = { content, version: reloaded.version, at: '', author: null };
  return {
    event: { type: 'conflict', reason: 'Someone else changed this list while you were editing.', current },
  };
}

/**
 * Saves the list with a removed location. After a conflict, it adds the location to the other administrator's list.
 * Returns the events that restore the location in the draft, with its unsaved edits.
 */
export async function restoreLocation(
  { item, saved, after }: Removal<DraftLocation> & { saved: DraftLocation },
  now: () => FieldState,
  today: string,
): Promise<{ events: readonly FieldEvent[]; failure?: Failure }> {
  const before = now();
  const expected = applyStep(before.saved, (list) => withRestored(list, saved, after.saved));
  let current: Current = { content: expected, version: before.version, at: '', author: null };
  for (;;) {
    const sent = toSave(toLocations(current.content) ?? [], today);
    if (typeof sent === 'string')
      return { events: [{ type: 'serverUpdated' }], failure: { outcome: 'rejected', reason: sent } };
    const result = await save(sent, current.version, 'keep');
    if (result.outcome === 'conflict') {
      const theirs = toCurrent(result.current);
      const content = applyStep(theirs.content, (list) =>
        list.some(({ id }) => id === saved.id) ? list : withRestored(list, saved, after.saved),
      );
      current = { ...theirs, content };
    } else if (result.outcome === 'done') {
      current = { ...current, content: fromServer(result.body.content), version: result.version };
      const restore = (text: string) => applyStep(text, (list) => withRestored(list, item, after.draft));
      return { events: eventsOfUndo({ now: now(), expected, current, restore }) };
    } else {
      return { events: [{ type: 'serverUpdated' }], failure: result };
    }
  }
}

const toCurrent = (current: Omit<Current, 'content'> & { content: unknown }): Current => ({
  ...current,
  content: fromServer(current.content as Locations),
});
