import { LRUCache } from 'lru-cache';
import { waitText } from '#contract/text.ts';
import { TooManyRequestsError } from '#server/platform/errors.ts';
import { networkOf } from '#server/platform/network-address.ts';

/** Invalid credentials per network, well above an office whose sessions have all ended. */
const INVALID = { max: 100, windowMs: 60_000 } as const;
/** Maximum numbers of remembered networks and credentials. */
const REMEMBERED_MAX = 10_000;

export const tooManyAttempts = (retryAfterSeconds: number) =>
  new TooManyRequestsError(
    'too-many-attempts',
    `Too many tries. ${waitText(retryAfterSeconds)}`,
    retryAfterSeconds,
  );

export type CredentialLimit = ReturnType<typeof createCredentialLimit>;

/**
 * Limits the database reads that invalid session and API tokens cause, per network. A token that was valid before is
 * always looked up, so that people stay signed in whatever others in their network send.
 */
export function createCredentialLimit({ now = () => performance.now() }: { now?: () => number } = {}) {
  const networks = new LRUCache<string, { invalid: number; endsAt: number }>({ max: REMEMBERED_MAX });
  const validHashes = new LRUCache<string, true>({ max: REMEMBERED_MAX });

  const accept = (hash: string) => void validHashes.set(hash, true);

  function reject(hash: string, network: string): void {
    validHashes.delete(hash);
    const known = networks.get(network);
    if (known && known.endsAt > now()) known.invalid += 1;
    else networks.set(network, { invalid: 1, endsAt: now() + INVALID.windowMs });
  }

  return {
    /** Remembers a new credential as valid. */
    accept,

    /** Returns what `find` finds. Throws TooManyRequestsError for an unknown credential from a limited network. */
    async check<Found>(
      hash: string,
      address: string,
      find: () => Promise<Found | undefined>,
    ): Promise<Found | undefined> {
      const network = networkOf(address);
      const { invalid = 0, endsAt = 0 } = networks.get(network) ?? {};
      const waitMs = endsAt - now();
      if (invalid >= INVALID.max && waitMs > 0 && !validHashes.has(hash)) {
        throw tooManyAttempts(Math.ceil(waitMs / 1000));
      }
      const found = await find();
      if (found === undefined) reject(hash, network);
      else accept(hash);
      return found;
    },
  };
}
