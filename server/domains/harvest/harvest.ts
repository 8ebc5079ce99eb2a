import { isDeepStrictEqual } from 'node:util';
import { HARVEST_MAX, type Harvest, type HarvestBoard, type HarvestChange } from '#contract/harvest.ts';
import { MAIN_LOCATION_ID, type Location } from '#contract/locations.ts';
import type { Site } from '#contract/site.ts';
import type { Author } from '#server/platform/change.ts';
import { ValidationError } from '#server/platform/errors.ts';
import { findStepsSince, lastChangeOf } from '#server/records/change-log/assert-unchanged.ts';
import { undoSteps } from '#server/records/change-log/list-steps.ts';
import type { ContentCache } from '#server/records/content/content-cache.ts';
import { rowList } from '#server/records/row-list.ts';
import type { Based } from '#server/records/saved.ts';
import { locationKey } from '#shared/location-key.ts';
import {
  changeRow,
  countEnds,
  HARVEST_COLUMNS,
  isBlank,
  MERGED_FIELDS,
  presentRows,
  type Clock,
  type HarvestRow,
} from './harvest-rows.ts';

export const HARVEST_SUBJECT = 'harvest';

/** Pages name the age of entries in these steps. */
const AGE_STEP_MS = 5 * 60_000;
/** Time between two comparisons of cached responses with the clock. */
const CACHED_MS = 1000;

export const harvestList = rowList({
  name: HARVEST_SUBJECT,
  table: 'harvest_entry',
  columns: HARVEST_COLUMNS,
  max: HARVEST_MAX,
  tooMany: `Keep at most ${HARVEST_MAX} entries on the harvest board. Clear one first.`,
  clean: (row: HarvestRow) => row,
  present: (row: HarvestRow) => row,
});

type Save = { changes: readonly Changed[]; present(rows: readonly HarvestRow[]): Harvest };

type Stores = ReturnType<typeof harvestList.stores>;

type Changed = { id: string; locationId: string; location: string; commodity: string; sent: HarvestChange };

/**
 * Saves changes of entries; other entries stay. Throws ConflictError if someone else has changed the same value since
 * `baseVersion`.
 */
async function saveHarvest(
  stores: Stores,
  author: Author,
  { changes, baseVersion, present, ...clock }: Save & Clock & Based,
) {
  const before = await stores.harvest.list();
  const rows = new Map(before.map((row) => [row.id, row]));
  for (const [at, { sent, ...known }] of changes.entries()) {
    rows.set(known.id, changeRow(known, rows.get(known.id), sent, { ...clock, path: `/entries/${at}` }));
  }
  const after = [...rows.values()].filter((row) => !isBlank(row));
  const since = isDeepStrictEqual(before, after)
    ? undefined
    : await findStepsSince(stores.changeLog, {
        subject: HARVEST_SUBJECT,
        baseVersion,
        current: present(before),
      });
  if (since) {
    const [base, theirs] = [undoSteps(before, since.steps), before].map(byId);
    const conflicts = changes.flatMap(({ id }) =>
      MERGED_FIELDS.flatMap((field) => {
        const [was, is, next] = [base, theirs, rows].map((list) => list?.get(id)?.[field] ?? '');
        const change = was !== is && next !== is && lastChangeOf(since.steps, { id, field });
        return change ? { item: id, field, ...change } : [];
      }),
    );
    if (conflicts.length > 0) since.refuse(conflicts);
  }
  const saved = await harvestList.save(stores, author, { harvest: after });
  return { ...saved, ...since?.included };
}

const byId = (rows: readonly HarvestRow[]) => new Map(rows.map((row) => [row.id, row]));

type HarvestContent = Record<typeof HARVEST_SUBJECT, HarvestRow[]> & {
  locations: readonly Location[];
  bidList: { commodities: readonly { name: string }[]; bids: readonly { location: string }[] };
  /** Ids of locations by the text of their bids. */
  bidLocations: ReadonlyMap<string, string | null>;
};

export type HarvestService = ReturnType<typeof createHarvestService>;

export function createHarvestService({
  content,
  site,
  now,
}: {
  content: ContentCache<HarvestContent>;
  site: () => Pick<Site, 'name' | 'timeZone'>;
  now: () => Date;
}) {
  const clock = () => ({ now: now(), timeZone: site().timeZone });
  /** Shows what holds in a second, for which responses can be cached. */
  const soon = () => new Date(now().getTime() + CACHED_MS);

  /** Lists the main location, by the name that its bids have, and the others. */
  function listLocations() {
    const { locations, bidLocations } = content.snapshot();
    const [main] = [...bidLocations].find(([, id]) => id === MAIN_LOCATION_ID) ?? [];
    return [
      { id: MAIN_LOCATION_ID, name: main ?? site().name },
      ...locations.map(({ id, name }) => ({ id, name })),
    ];
  }
  const listCommodities = () => content.snapshot().bidList.commodities.map(({ name }) => name);

  function present(rows: readonly HarvestRow[]): Harvest {
    const known = { locations: listLocations(), commodities: listCommodities() };
    const entries = presentRows(rows, { ...known, ...clock(), now: soon() });
    const times = entries.flatMap(({ asOf, waitAsOf }) => [asOf ?? [], waitAsOf ?? []].flat());
    return { asOf: times.toSorted().at(-1) ?? null, entries };
  }

  function find(sent: HarvestChange, at: number): Changed {
    const { location: place, commodity: name = '' } = sent;
    const key = locationKey(place);
    const location = listLocations().find((each) => each.id === place || locationKey(each.name) === key);
    if (!location) {
      const detail = `There is no location named ${place}. Use a name or an ID from /api/locations.`;
      throw new ValidationError('unknown-location', detail, `/entries/${at}/location`);
    }
    const commodity = ['', ...listCommodities()].find((each) => locationKey(each) === locationKey(name));
    if (commodity === undefined) {
      const detail = `${name} isn't in your list of commodities. Add it in the editor under Cash Bids first.`;
      throw new ValidationError('unknown-commodity', detail, `/entries/${at}/commodity`);
    }
    const id = `${location.id}:${commodity.toLowerCase()}`;
    return { id, locationId: location.id, location: location.name, commodity, sent };
  }

  const list = () => present(content.snapshot().harvest);

  return {
    list,
    /** Returns a text that changes when the clock alone changes the board: at an end, and with the age of entries. */
    state(): string {
      const { harvest } = content.snapshot();
      const time = soon();
      return harvest.length === 0
        ? ''
        : `${countEnds(harvest, time)} ${Math.floor(time.getTime() / AGE_STEP_MS)}`;
    },
    board(): HarvestBoard {
      const { bidList, bidLocations } = content.snapshot();
      const names = new Set(bidList.bids.map(({ location }) => location));
      return {
        ...list(),
        locations: listLocations(),
        commodities: listCommodities(),
        unlinkedBids: [...names].filter((name) => !bidLocations.get(name)),
      };
    },
    async save(author: Author, { entries, ...based }: { entries: readonly HarvestChange[] } & Based) {
      const changes = entries.map(find);
      const saved = await content.write((db) =>
        saveHarvest(harvestList.stores(db), author, { changes, present, ...clock(), ...based }),
      );
      return { ...saved, content: present(saved.content) };
    },
  };
}
