import { createHash } from 'node:crypto';
import { isActive } from '#server/domains/accounts/session-lifetime.ts';
import type { Session } from '#server/domains/accounts/session-store.ts';
import type { Database } from '#server/platform/database/database.ts';
import { accountStores } from '#server/domains/accounts/account-stores.ts';

const ID_LENGTH = 10;

/** Lists the unexpired sessions, the most recently used first. */
export async function listActiveSessions(
  database: Database,
): Promise<(Session & { id: string; tokenHash: string })[]> {
  const sessions = await database.read((db) => accountStores(db).sessions.list());
  return sessions
    .filter((session) => isActive(session, Date.now()))
    .map((session) => ({ ...session, id: shortId(session.tokenHash) }));
}

/** Returns an id that does not reveal the stored hash. */
function shortId(tokenHash: string): string {
  return createHash('sha256').update(tokenHash).digest('hex').slice(0, ID_LENGTH);
}
