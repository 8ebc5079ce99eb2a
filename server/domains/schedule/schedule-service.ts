import { randomBytes } from 'node:crypto';
import type { CurrentAdmin } from '#contract/accounts.ts';
import { versionId } from '#contract/content-version.ts';
import { isContentSave, type SaveRequest } from '#contract/drafts.ts';
import type { HistoryEntry } from '#contract/history.ts';
import { areaOf, mayChange } from '#contract/rights.ts';
import {
  SCHEDULED_MAX,
  type ScheduledChange,
  type ScheduleDecision,
  type ScheduleRequest,
  type ScheduleTimes,
} from '#contract/schedule.ts';
import type { SiteTextSave } from '#contract/site-text.ts';
import { counted } from '#contract/text.ts';
import type { Database, DatabaseHandle } from '#server/platform/database/database.ts';
import { databaseTime } from '#server/platform/database/transaction.ts';
import { ConflictError, ForbiddenError, NotFoundError, ValidationError } from '#server/platform/errors.ts';
import { createChangeLogStore } from '#server/records/change-log/change-log-store.ts';
import type { Log } from '#server/records/content/part-reader.ts';
import { publishNext, publishRow, type Draft } from './publish-next.ts';
import { createScheduleStore, type ScheduledRow } from './schedule-store.ts';
import { readTimes } from './schedule-times.ts';

type Viewer = Pick<CurrentAdmin, 'id' | 'role' | 'locations'>;

const ANNOUNCEMENT = 'announcement-message';

export type ScheduleService = ReturnType<typeof createScheduleService>;

type Work<Result> = (draft: Draft, db: DatabaseHandle) => Promise<Result>;

/** Transactions with a draft; see `createDrafts`. */
type Drafts = {
  prepare(): Promise<void>;
  commit<Result>(work: Work<Result>): Promise<Result>;
  rehearse<Result>(work: Work<Result>): Promise<Result>;
};

/** Creates the service of changes that are published later. `itemsSince` names what has changed after a version. */
export function createScheduleService({
  database,
  drafts,
  itemsSince,
  site,
  now: machine,
}: {
  database: Database;
  drafts: Drafts;
  itemsSince: (db: DatabaseHandle, version: number) => Promise<HistoryEntry['item'][]>;
  site: () => { timeZone: string };
  now: () => Date;
}) {
  const timeIn = (db: DatabaseHandle) => databaseTime(db, machine);

  const readMoments = async (db: DatabaseHandle, times: ScheduleTimes) =>
    readTimes(times, { now: await timeIn(db), timeZone: site().timeZone });

  /** Makes the saves without keeping them. Returns their times, what they change, and the saves to store. */
  const rehearse = (admin: CurrentAdmin, { saves, ...times }: ScheduleRequest) =>
    drafts.rehearse(async (draft, db) => {
      const moments = await readMoments(db, times);
      const newest = await createChangeLogStore(db).contentVersion();
      await draft.publish({ adminId: admin.id, saves });
      const items = await itemsSince(db, newest.version);
      if (items.length === 0) throw nothingChanges();
      // Without a base version, a save would replace what others change until then.
      const based = saves.map((save) => ({ version: versionId(newest), ...save }));
      return { ...moments, ...describe(items), saves: JSON.stringify(based) };
    });

  return {
    /** Lists what is scheduled: first what has stopped, then by time. */
    list: (admin: CurrentAdmin): Promise<ScheduledChange[]> =>
      database.read(async (db) => {
        const rows = await createScheduleStore(db).list();
        return rows.map((row) => present(row, admin)).toSorted((a, b) => a.state.localeCompare(b.state));
      }),

    /**
     * Schedules saves. Throws as the saves would now, and ValidationError for times that cannot be, and for saves that
     * change nothing.
     */
    async add(admin: CurrentAdmin, request: ScheduleRequest): Promise<ScheduledChange> {
      const other = request.saves.findIndex((save) => !isContentSave(save));
      if (other !== -1)
        throw new ValidationError('not-a-save', "This can't be scheduled.", `/saves/${other}`);
      const rehearsed = await rehearse(admin, request);
      return database.write(async (db) => {
        const store = createScheduleStore(db);
        const { count, newest } = await store.count();
        if (count >= SCHEDULED_MAX) throw tooMany();
        const now = await timeIn(db);
        const row: ScheduledRow = {
          ...rehearsed,
          id: nextId(now, newest),
          state: 'waiting',
          is_end: 0,
          author_id: admin.id,
          author: admin.username,
          created_at: now.toISOString(),
          reason: null,
        };
        await store.save(row);
        return present(row, admin);
      });
    },

    /** Changes the times of a waiting change. Throws NotFoundError, ForbiddenError, ConflictError, and ValidationError. */
    reschedule: (admin: CurrentAdmin, id: string, times: ScheduleTimes): Promise<ScheduledChange> =>
      database.write(async (db) => {
        const row = await getChangeable(db, admin, id);
        if (row.state === 'stopped') throw hasStopped();
        if (row.is_end === 1 && times.until != null) throw endsAlready();
        const moved = { ...row, ...(await readMoments(db, times)) };
        await createScheduleStore(db).save(moved);
        return present(moved, admin);
      }),

    /** Forgets a change. One that is published stays. Throws NotFoundError and ForbiddenError. */
    cancel: (admin: CurrentAdmin, id: string): Promise<void> =>
      database.write(async (db) => {
        await getChangeable(db, admin, id);
        await createScheduleStore(db).remove(id);
      }),

    /**
     * Forgets a stopped change, or publishes it in the name of the administrator, on top of all that has changed. Throws
     * NotFoundError, ForbiddenError, ConflictError, and as its saves do.
     */
    decide: (admin: CurrentAdmin, id: string, { decision }: ScheduleDecision): Promise<void> =>
      drafts.commit(async (draft, db) => {
        const row = await getChangeable(db, admin, id);
        if (row.state !== 'stopped') throw waits();
        if (decision === 'keep') return createScheduleStore(db).remove(id);
        if (row.until !== null && row.until <= (await timeIn(db)).toISOString()) throw isOver();
        const own = { ...row, author_id: admin.id, author: admin.username };
        await publishRow(draft, db, own, { mayReplace: 'all' });
      }),

    /** Returns the milliseconds until the next change is due, by `timeOf` the database's clock. */
    untilNext: (timeOf: (database: Date) => Date): Promise<number> =>
      database.readAside(async (db) => {
        const next = await createScheduleStore(db).findNext();
        const time = timeOf(await timeIn(db));
        return next ? Date.parse(next.at) - time.getTime() : Infinity;
      }),

    /** Prepares `publishNext`, so that it is not late. */
    prepare: drafts.prepare,

    /** Publishes what is due next, by `timeOf` the database's clock. Returns false if nothing is. Logs internal errors. */
    publishNext: (timeOf: (database: Date) => Date, log?: Log): Promise<boolean> =>
      drafts
        .commit(async (draft, db) => {
          const clock = { now: timeOf(await timeIn(db)), timeZone: site().timeZone };
          // Rolled back, so that no server looks for changes.
          if (!(await publishNext(draft, db, { ...clock, log }))) throw NOTHING_DUE;
          return true;
        })
        .catch((error) => {
          if (error === NOTHING_DUE) return false;
          throw error;
        }),

    /** Publishes in a draft what is due until a moment. Throws ForbiddenError if the viewer may not change all of it. */
    async rehearseUntil(draft: Draft, db: DatabaseHandle, moment: Date, viewer: Viewer): Promise<void> {
      const rows = await createScheduleStore(db).list();
      const due = rows.filter(({ state, at }) => state === 'waiting' && at <= moment.toISOString());
      if (due.some((row) => !mayChangeRow(viewer, row))) throw notYours();
      const until = { now: moment, timeZone: site().timeZone, isRehearsal: true };
      while (await publishNext(draft, db, until));
    },
  };
}

/** Returns whether an administrator may change or cancel a scheduled change: its author, or who may make it anywhere. */
export const mayChangeRow = (
  { id, role, locations }: Viewer,
  { author_id: author, subjects }: ScheduledRow,
): boolean =>
  author === id ||
  (locations === null && subjects.split(' ').every((subject) => mayChange(role, [areaOf(subject)])));

async function getChangeable(db: DatabaseHandle, admin: CurrentAdmin, id: string): Promise<ScheduledRow> {
  const row = await createScheduleStore(db).find(id);
  if (!row) throw new NotFoundError('not-scheduled', 'This was published or canceled. Reload the page.');
  if (mayChangeRow(admin, row)) return row;
  throw new ForbiddenError('no-right', `Only ${row.author} or an owner can change this.`);
}

const present = (row: ScheduledRow, admin: CurrentAdmin): ScheduledChange => ({
  ...row,
  subjects: row.subjects.split(' '),
  isEnd: row.is_end === 1,
  isTakeDown: isTakeDown(row),
  createdAt: row.created_at,
  mayChange: mayChangeRow(admin, row),
});

/** Returns whether a change only empties the announcement. */
function isTakeDown({ saves, subjects }: ScheduledRow): boolean {
  if (subjects !== ANNOUNCEMENT) return false;
  const bodies = (JSON.parse(saves) as SaveRequest[]).map(({ body }) => body as Partial<SiteTextSave>);
  return bodies.every(({ message }) => message === '');
}

/** Returns an id that sorts after all others: milliseconds, and random digits. */
function nextId(now: Date, newest: string | null): string {
  const after = Number.parseInt(newest?.slice(0, TIME_DIGITS) ?? '0', 16) + 1;
  const time = Math.max(now.getTime(), after).toString(16).padStart(TIME_DIGITS, '0');
  return time + randomBytes(4).toString('hex');
}

const TIME_DIGITS = 12;

/** Returns what people call items that change, and the subjects of the change log. */
function describe(items: readonly HistoryEntry['item'][]) {
  const [name = '', ...others] = new Set(items.map((item) => item.name));
  const rest = others.length > 1 ? `${others.length.toLocaleString('en-US')} more` : others[0];
  return {
    title: rest === undefined ? name : `${name} and ${rest}`,
    subjects: [...new Set(items.map(({ id }) => id.split('/', 1)[0]))].join(' '),
  };
}

const NOTHING_DUE = new Error('Nothing is due.');

const notYours = () =>
  new ForbiddenError(
    'no-right',
    "Until then, changes are scheduled that your account can't make. Ask an owner to show you.",
  );
const nothingChanges = () =>
  new ValidationError(
    'no-change',
    'This is on the website already, so there is nothing to schedule.',
    '/saves',
  );
const tooMany = () =>
  new ConflictError('too-many', `You've reached the limit of ${counted(SCHEDULED_MAX, 'scheduled change')}.`);
const hasStopped = () =>
  new ConflictError('stopped', 'This has stopped. Publish it, or keep what is there now.');
const endsAlready = () =>
  new ValidationError('no-such-time', 'This is published. Only the time when it ends can change.', '/until');
const waits = () => new ConflictError('not-stopped', 'This waits for its time. Reload the page.');
const isOver = () =>
  new ConflictError('over', 'The time when this was to end has passed. Keep what is there now.');
