import assert from 'node:assert/strict';
import type { LogEntry } from '#server/platform/change.ts';
import type { Database } from '#server/platform/database/database.ts';
import { onBothDatabases } from '#tests/support/on-both-databases.ts';
import { createHistoryStore, headOf, type HistoryFilter } from './history-store.ts';

const TEXTS = ['contact-us-fax', 'welcome-message', 'mission-statement', 'product-fuel-message'];
const TEXT_HEADS = TEXTS.map(headOf);
const SUBJECTS = [...TEXTS, 'cash-bids', 'unknown:1'];
const START = Date.parse('2026-01-01T00:00:00.000Z');
const at = (minute: number) => new Date(START + minute * 60_000);

/** Entries in several windows. The numbers have gaps, as after a restore. */
const ENTRIES: LogEntry[] = Array.from({ length: 4600 }, (_, index) => ({
  version: index + 1 + 10 * Math.trunc(index / 100),
  at: at(index).toISOString(),
  origin: 'admin',
  author: index % 7 === 0 ? 'Grace' : 'Dana',
  subject: SUBJECTS[index % SUBJECTS.length] ?? '',
  item: index % SUBJECTS.length === 4 ? `bid-${index % 5}` : null,
  before: '""',
  after: index % 500 === 0 ? '"Rye"' : '"Corn"',
  hash: 'f'.repeat(64),
}));

async function addEntries(database: Database, entries: readonly LogEntry[]) {
  await database.write(async (db) => {
    for (let from = 0; from < entries.length; from += 500) {
      await db
        .insertInto('change_log')
        .values(entries.slice(from, from + 500))
        .execute();
    }
  });
}

const isText = ({ subject }: LogEntry) => TEXTS.includes(subject);
const isRye = ({ after }: LogEntry) => after === '"Rye"';
const isOf =
  (name: string) =>
  ({ author }: LogEntry) =>
    author === name;
const rye = [{ needles: ['rye'], subjects: [], items: [] }];
const none = { needles: ['none'], subjects: [], items: [] };

const FILTERS: [HistoryFilter, (entry: LogEntry) => boolean][] = [
  [{}, () => true],
  [{ person: 'Grace' }, isOf('Grace')],
  [{ heads: TEXT_HEADS }, isText],
  [{ otherHeads: [...TEXT_HEADS, headOf('cash-bids')] }, ({ subject }) => subject === 'unknown:1'],
  [{ heads: TEXT_HEADS, person: 'Grace' }, (entry) => isText(entry) && isOf('Grace')(entry)],
  [{ heads: TEXT_HEADS, search: rye }, (entry) => isText(entry) && isRye(entry)],
  [{ search: rye }, isRye],
  [{ person: 'Grace', search: rye }, (entry) => isOf('Grace')(entry) && isRye(entry)],
  [{ subjects: ['cash-bids'] }, ({ subject }) => subject === 'cash-bids'],
  [{ subjects: ['cash-bids'], item: 'bid-3' }, ({ item }) => item === 'bid-3'],
  [{ subjects: ['cash-bids', 'unknown:1'] }, ({ subject }) => /^cash-bids|unknown:1$/.test(subject)],
  [{ subjects: ['cash-bids', TEXTS[0]!], heads: TEXT_HEADS }, ({ subject }) => subject === TEXTS[0]],
  [{ search: [{ ...none, subjects: ['unknown:1'] }] }, ({ subject }) => subject === 'unknown:1'],
  [
    { search: [...rye, { ...none, subjects: ['unknown:1', 'cash-bids'] }] },
    (entry) => isRye(entry) && ['unknown:1', 'cash-bids'].includes(entry.subject),
  ],
  [
    { from: at(700), to: at(4000), person: 'Dana' },
    (entry) => entry.at >= at(700).toISOString() && entry.at < at(4000).toISOString() && isOf('Dana')(entry),
  ],
];

onBothDatabases('lists exactly the entries of each filter', async ({ database }) => {
  await addEntries(database, ENTRIES);
  await database.read(async (db) => {
    const history = createHistoryStore(db);
    for (const [filter, isFound] of FILTERS) {
      const expected = ENTRIES.filter(isFound)
        .map(({ version }) => version)
        .toReversed();
      assert.notEqual(expected.length, 0);
      for (const limit of [70, 5000]) {
        const listed: number[] = [];
        let below = 2 ** 31 - 1;
        while (below > 1) {
          const { entries, examinedTo } = await history.list(filter, { above: 0, below, limit });
          assert.ok(entries.length <= limit);
          listed.push(...entries.map(({ version }) => version));
          const next = entries.length === limit ? (entries.at(-1)?.version ?? 0) : examinedTo + 1;
          assert.ok(next < below, 'each call continues');
          below = next;
        }
        assert.deepEqual(listed, expected, JSON.stringify({ filter, limit }));
      }
    }
  });
});

onBothDatabases('finds the first entry of each subject, and those after a time', async ({ database }) => {
  // The clock was ahead at first, and the later entries are not in the order of their times.
  const wrong = ENTRIES.slice(0, 10).map((entry) => ({ ...entry, at: at(1e7).toISOString() }));
  const swapped = ENTRIES.slice(10, 1000).map((entry, index) => ({
    ...entry,
    at: at(10 + (index ^ 1)).toISOString(),
  }));
  await addEntries(database, [...wrong, ...swapped]);
  await database.read(async (db) => {
    const history = createHistoryStore(db);
    const subjects = ['cash-bids', 'welcome-message', 'missing'];
    assert.deepEqual(
      (await history.listEnds('first', subjects)).map(({ version, subject }) => [version, subject]),
      [
        [2, 'welcome-message'],
        [5, 'cash-bids'],
      ],
    );
    const after = at(900).toISOString();
    const isListed = (entry: LogEntry) => subjects.includes(entry.subject) && entry.at > after;
    assert.deepEqual(
      (await history.listBeforeAfter(subjects, after)).map((entry) => entry.at),
      swapped
        .filter(isListed)
        .map((entry) => entry.at)
        .toReversed(),
    );
    const all = [...wrong, ...swapped].filter(({ subject }) => subjects.includes(subject));
    assert.equal((await history.listBeforeAfter(subjects, at(-1).toISOString())).length, all.length);
  });
});
