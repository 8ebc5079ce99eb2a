import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { hashOf } from '#server/platform/change-log/change-log-store.ts';
import { whileUnlocked } from '#server/platform/change-log/while-unlocked.ts';
import type { Database, Tables } from '#server/platform/database/database.ts';

export async function readChangeLog(database: Database): Promise<Tables['change_log'][]> {
  return database.read((db) => db.selectFrom('change_log').selectAll().orderBy('version').execute());
}

/** Asserts that the change log has each of these texts under its version, and no gap. Returns its length. */
export async function assertNoneLost(
  database: Database,
  acknowledged: readonly { version: number; content: string }[],
): Promise<number> {
  const changes = await readChangeLog(database);
  const logged = new Map(changes.map(({ version, after }) => [version, after]));
  assert.deepEqual(
    acknowledged.filter(({ version, content }) => logged.get(version) !== JSON.stringify(content)),
    [],
  );
  assert.deepEqual(
    [...logged.keys()],
    [...logged.keys()].map((_, index) => index + 1),
  );
  return logged.size;
}

/** Runs statements in one transaction past the triggers of the change log, as someone with access to the database can. */
export async function tamper(database: Database, ...statements: string[]): Promise<void> {
  await database.write((db) =>
    whileUnlocked(db, async () => {
      for (const statement of statements) await sql.raw(statement).execute(db);
    }),
  );
}

/** Gives the changes after version `after` another time, and corrects their hashes. Returns the newest version. */
export async function dateChanges(
  database: Database,
  { after, at }: { after: number; at: Date },
): Promise<number> {
  const log = await readChangeLog(database);
  let newest = after;
  let hash = log.findLast(({ version }) => version <= after)?.hash ?? '';
  await database.write((db) =>
    whileUnlocked(db, async () => {
      for (const entry of log.filter(({ version }) => version > after)) {
        const dated = { ...entry, at: at.toISOString() };
        hash = hashOf(hash, dated);
        await db
          .updateTable('change_log')
          .set({ at: dated.at, hash })
          .where('version', '=', entry.version)
          .execute();
        newest = entry.version;
      }
    }),
  );
  return newest;
}
