import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { createChangeLogStore } from '#server/records/change-log/change-log-store.ts';
import { HISTORY_SUBJECT } from '#server/records/change-log/subject-changes.ts';
import { whileUnlocked } from '#server/records/change-log/while-unlocked.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Tables } from '#server/platform/database/tables.ts';

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

/** Trims the log as an earlier release did: one entry per subject replaces those up to a version. */
export async function trimLog(database: Database, version: number, at: string): Promise<void> {
  const log = await readChangeLog(database);
  const last = log.find((entry) => entry.version === version);
  const earlier = log.filter((entry) => entry.version <= version);
  const replaced = earlier.filter(({ subject }, index) =>
    earlier.slice(index + 1).some((later) => later.subject === subject),
  );
  await tamper(
    database,
    ...replaced.map((entry) => `delete from change_log where version = ${entry.version}`),
    `update change_log set before = 'null' where version <= ${version}`,
  );
  await database.write((db) =>
    createChangeLogStore(db).append({
      author: { origin: 'retention' },
      subject: HISTORY_SUBJECT,
      before: null,
      after: { version, hash: last?.hash ?? '', at, states: 'f'.repeat(64) },
    }),
  );
}

/** Gives the changes after version `after` another time, and another id, so that servers read them again. Returns the newest version. */
export async function dateChanges(
  database: Database,
  { after, at }: { after: number; at: Date },
): Promise<number> {
  const id = randomBytes(4).toString('hex');
  await tamper(
    database,
    `update change_log set at = '${at.toISOString()}', hash = '${id}' where version > ${after}`,
  );
  return (await readChangeLog(database)).at(-1)?.version ?? after;
}
