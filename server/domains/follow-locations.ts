import { MAIN_LOCATION_ID, type Locations } from '#contract/locations.ts';
import { counted } from '#contract/text.ts';
import { ConflictError, ValidationError } from '#server/platform/errors.ts';
import { bidKey } from '#shared/parse-bids.ts';
import { cashBidStores, type StoredBid } from './cash-bids/cash-bid-store.ts';
import { linkBid, relinkBids, saveCashBids } from './cash-bids/cash-bids.ts';
import type { FollowLocations } from './locations/locations.ts';

/**
 * Updates the bids of locations that were saved. Throws ConflictError if a deleted one still has bids and the client has not chosen
 * what to do, and ValidationError if a new name would make two bids the same.
 */
export const followLocations: FollowLocations = async (db, author, { before, after, bids: choice }) => {
  const stores = cashBidStores(db);
  const locations = await stores.cashBids.listLocations();
  const main = locations.filter(({ id }) => id === MAIN_LOCATION_ID);
  const bids = await relinkBids(stores, author, [...before, ...main]);
  const kept = new Map(after.map((location) => [location.id, location]));
  for (const { id, name } of before) {
    const own = bids.filter((bid) => bid.locationId === id);
    if (!kept.has(id) && own.length > 0 && choice === undefined) throw hasBids(name, own);
  }
  const renamed = choice === 'rename' ? newNames(before, after) : new Map<string, string>();
  const next = bids.map((bid) => {
    const name = bid.locationId === null ? undefined : renamed.get(bid.locationId);
    return name === undefined ? linkBid(bid, locations, bid) : { ...bid, location: name };
  });
  const keys = next.map(bidKey);
  const second = next[keys.findIndex((key, at) => keys.indexOf(key) !== at)];
  if (second) {
    throw new ValidationError(
      'twice',
      `${second.location} already has a bid for ${nameOf(second)}. Change that bid first, or rename only the location.`,
    );
  }
  await saveCashBids(stores, author, next);
};

const newNames = (before: Locations, after: Locations): Map<string, string> => {
  const old = new Map(before.map(({ id, name }) => [id, name]));
  return new Map(
    after.flatMap(({ id, name }) => (old.has(id) && old.get(id) !== name ? [[id, name] as const] : [])),
  );
};

const nameOf = ({ commodity, delivery }: StoredBid) => [commodity, delivery].filter(Boolean).join(', ');

/** Bids that the message names. */
const NAMED_BIDS = 3;

function hasBids(name: string, bids: readonly StoredBid[]): ConflictError {
  const names = bids.slice(0, NAMED_BIDS).map(nameOf).join('; ');
  const more = bids.length > NAMED_BIDS ? `; and ${bids.length - NAMED_BIDS} more` : '';
  const [has, they] = bids.length === 1 ? ['is', 'It stays'] : ['are', 'They stay'];
  return new ConflictError(
    'location-has-bids',
    `${counted(bids.length, 'cash bid')} ${has} at ${name}: ${names}${more}. ${they} on your website with this name, but without its phone number.`,
  );
}
