import type { Database } from '#server/platform/database/database.ts';
import { networkOf, networksAround } from '#server/platform/network-address.ts';
import { accountStores, type Attempt } from './account-stores.ts';
import { tooManyAttempts } from './sessions.ts';
import { tooManyWaiting, type Lane, type Turn } from './password.ts';

const MINUTE_MS = 60_000;
const WINDOW_MS = 15 * MINUTE_MS;

/** For an account at an address, each failure from the tenth on doubles the wait, from 2 seconds up to a minute. */
const PAIR = { free: 10, firstWaitMs: 2000, longestWaitMs: MINUTE_MS } as const;
/** Maximum number of failures in the window: for a network those of `networksAround` it. */
const MAX_FAILURES = { network: [20, 40, 100], browser: [10], account: [10] } as const;
type Limit = keyof typeof MAX_FAILURES;

/** Maximum number of attempts whose hash has not started: per browser or network, those around it, and altogether. */
const MAX_WAITING = { each: [2, 3, 4], total: 256 } as const;

export type Reservation = Turn & { id: string };
type Client = Omit<Attempt, 'network'>;

export type SignInLimits = ReturnType<typeof createSignInLimits>;

/** Limits sign-in attempts across all processes, and the number of waiting ones in this process. */
export function createSignInLimits({ database, now }: { database: Database; now: () => Date }) {
  const waiting = { shared: createLine(), reserved: createLine() };

  /** Records the attempt before hashing, so that concurrent attempts count too. */
  async function reserve(client: Client, by: Limit, lane: Lane): Promise<Reservation | { waitMs: number }> {
    const attempt = { ...client, network: networkOf(client.address) };
    using cleanup = new DisposableStack();
    const leave = waiting[lane](keysOf(attempt, by));
    cleanup.defer(leave);
    const at = now().getTime();
    const found = await database.writeAside(async (db) => {
      const { signInAttempts } = accountStores(db);
      await signInAttempts.keepBetween(isoAt(at - WINDOW_MS), isoAt(at));
      const earlier = await signInAttempts.list(by, attempt[by]);
      const waitMs = waitOf(attempt, by, earlier, at);
      if (waitMs > 0) return { waitMs };
      return { id: await signInAttempts.insert(attempt, isoAt(at)), failures: earlier.length };
    });
    if (!('id' in found)) return found;
    cleanup.move();
    return { ...found, lane, onStart: leave };
  }

  async function reserveOrThrow(client: Client, lane: Lane, by: Limit = 'network'): Promise<Reservation> {
    const found = await reserve(client, by, lane);
    if ('id' in found) return found;
    throw tooManyAttempts(Math.ceil(found.waitMs / 1000));
  }

  return {
    /**
     * Reserves a failure for a sign-in. Throws TooManyRequestsError for too many failures, and UnavailableError if too
     * many attempts wait. A browser that has signed in before has its own limit instead of all others, until it reaches
     * it.
     */
    async reserveSignIn(client: Client): Promise<Reservation> {
      if (client.browser) {
        const found = await reserve(client, 'browser', 'reserved');
        if ('id' in found) return found;
      }
      return reserveOrThrow({ ...client, browser: '' }, 'shared');
    },

    /** Like `reserveSignIn`, for an administrator who is signed in. Strangers' attempts do not delay it. */
    reservePasswordChange: (client: Client) => reserveOrThrow(client, 'reserved'),

    /**
     * Like `reserveSignIn`, for a code after a right password. Short codes are limited per account, whatever the network:
     * only someone who knows the password can reach the limit.
     */
    async reserveCode(client: Client, isShort: boolean): Promise<Reservation> {
      const reservation = await reserveOrThrow(client, 'reserved', isShort ? 'account' : 'network');
      reservation.onStart?.();
      return reservation;
    },

    /** Returns the reserved failure of an attempt that did not fail. */
    async release({ id }: Reservation): Promise<void> {
      await database.writeAside((db) => accountStores(db).signInAttempts.remove(id));
    },

    /** Returns the reserved failure, and resets the failures of the account from every address. */
    async succeed({ id }: Reservation, account: string): Promise<void> {
      await database.writeAside(async (db) => {
        const { signInAttempts } = accountStores(db);
        await signInAttempts.remove(id);
        await signInAttempts.clear(account);
      });
    },
  };
}

/** Returns what an attempt counts for, narrowest first. */
const keysOf = (attempt: Attempt, by: Limit) =>
  by === 'network' ? networksAround(attempt.network) : [attempt[by]];

function waitOf(
  attempt: Attempt,
  by: Limit,
  earlier: readonly (Attempt & { at: string })[],
  at: number,
): number {
  const waits = keysOf(attempt, by).map((key, width) => {
    const own = earlier.filter((each) => keysOf(each, by)[width] === key);
    const last = own[(MAX_FAILURES[by][width] ?? Infinity) - 1];
    return last ? Date.parse(last.at) + WINDOW_MS - at : 0;
  });
  if (by !== 'network') return Math.max(...waits);
  const { account, address } = attempt;
  const pair = earlier.filter((each) => each.account === account && each.address === address);
  const newest = pair[0] ? Date.parse(pair[0].at) : 0;
  return Math.max(...waits, newest + pairWait(pair.length) - at);
}

function pairWait(failures: number): number {
  if (failures < PAIR.free) return 0;
  return Math.min(PAIR.firstWaitMs * 2 ** (failures - PAIR.free), PAIR.longestWaitMs);
}

/**
 * Creates a function that lets attempts wait, and returns one that ends the wait. It throws UnavailableError if too many
 * wait that count for the same.
 */
function createLine(): (keys: readonly string[]) => () => void {
  const waiting = new Set<readonly string[]>();
  return (keys) => {
    const all = [...waiting];
    const isFull = keys.some(
      (key, width) => all.filter((each) => each[width] === key).length >= (MAX_WAITING.each[width] ?? 0),
    );
    if (isFull || all.length >= MAX_WAITING.total) throw tooManyWaiting();
    waiting.add(keys);
    return () => void waiting.delete(keys);
  };
}

const isoAt = (ms: number) => new Date(ms).toISOString();
