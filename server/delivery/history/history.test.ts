import assert from 'node:assert/strict';
import { join } from 'node:path';
import { cashBidsAt } from '#server/domains/cash-bids/cash-bids-at.ts';
import { saveCashBids } from '#server/domains/cash-bids/cash-bids.ts';
import { seedContent } from '#server/domains/demo-content/seed-content.ts';
import { employeesAt, saveEmployees } from '#server/domains/employees/employees.ts';
import { priceTableAt, savePriceTableContent } from '#server/domains/price-tables/price-tables.ts';
import { saveSiteText } from '#server/domains/site-text/site-texts.ts';
import { entryId } from '#server/platform/change-log/change-log-store.ts';
import type { Database } from '#server/platform/database/database.ts';
import { runCommand } from '#tests/support/admin-command.ts';
import { dateChanges, readChangeLog, tamper } from '#tests/support/change-log.ts';
import { onBothDatabases, type TestDatabase } from '#tests/support/on-both-databases.ts';
import { createStores, DANA, withStores } from '#tests/support/stores.ts';

const P = 2;

/** Changes a value of every kind. Each `round` makes other changes. */
const changeAll = (database: Database, round: string) =>
  withStores(database, async (stores) => {
    await saveSiteText(stores, DANA, { configType: 'ContactUsFax', message: `fax ${round}` });
    const employees = (await stores.employees.list()).map(({ editorId: _editorId, ...each }) => each);
    const renamed = employees.map((each, index) => ({ ...each, title: `${round} ${index}` }));
    await saveEmployees(stores, DANA, { employees: [...renamed.slice(1), ...renamed.slice(0, 1)] });
    const bids = await stores.cashBids.list();
    await saveCashBids(
      stores,
      DANA,
      bids.slice(1).map((bid) => ({ ...bid, notes: round })),
    );
    const table = await stores.priceTables.find(P);
    await savePriceTableContent(stores, DANA, {
      type: P,
      table: { ...table, rows: [...table.rows, table.headers.map(() => round)] },
    });
  });

const verify = ({ environment }: TestDatabase, ...args: string[]) =>
  runCommand(environment, ['verify-history', ...args]);

onBothDatabases('verifies a complete history, and finds the ID that was noted', async (given) => {
  const { database } = given;
  assert.equal((await verify(given)).output, 'The history is empty.\n');
  await seedContent(database, 'demo');
  const [noted] = (await readChangeLog(database)).slice(-1);
  assert.ok(noted);
  await changeAll(database, 'first');
  await changeAll(database, 'second');
  const log = await readChangeLog(database);
  const [last] = log.slice(-1);
  assert.ok(last);
  const { code, output, errorOutput } = await verify(given, '--expect', entryId(noted));
  assert.deepEqual([code, errorOutput], [0, '']);
  assert.ok(output.startsWith(`Checked ${log.length} changes from 20`), output);
  assert.ok(output.includes(`Change ${entryId(noted)} is in the history.`));
  assert.ok(output.includes(`The newest change is ${entryId(last)}, and its hash is ${last.hash}.`));
  const other = await verify(given, '--expect', `${noted.version}-00000000`);
  assert.equal(other.code, 1);
  assert.match(other.errorOutput, /isn't in the history\. The end of the history was cut off or replaced/);
  assert.equal((await verify(given, '--expect', '12')).code, 2);
});

const atVersion = (database: Database, version: number) =>
  database.read(async (db) => {
    const stores = createStores(db);
    return {
      employees: await employeesAt(stores, version),
      bids: await cashBidsAt(stores, version),
      table: await priceTableAt(stores, P, version),
    };
  });

onBothDatabases('trims the history before a date, and verifies and rebuilds what is left', async (given) => {
  const { database, options } = given;
  const environment = { ...given.environment, HISTORY_DAYS: '30' };
  const trim = (before: string, ...more: string[]) =>
    runCommand(environment, ['trim-history', '--before', before, ...more]);
  await seedContent(database, 'demo');
  await changeAll(database, 'first');
  const first = await dateChanges(database, { after: 0, at: new Date('2020-03-01T12:00:00.000Z') });
  await changeAll(database, 'second');
  const cut = await dateChanges(database, { after: first, at: new Date('2020-04-01T12:00:00.000Z') });
  await changeAll(database, 'third');
  const log = await readChangeLog(database);
  const kept = log.filter(({ version }) => version > cut);
  const before = await Promise.all([cut, cut + 1, log.length].map((version) => atVersion(database, version)));
  const content = await atVersion(database, log.length);

  const refused = async (expected: RegExp, ...args: Parameters<typeof trim>) => {
    const { code, errorOutput } = await trim(...args);
    assert.notEqual(code, 0);
    assert.match(errorOutput, expected);
  };
  const unset = await runCommand(given.environment, ['trim-history', '--before', '2020-03-02', '--yes']);
  assert.match(unset.errorOutput, /^The whole history is kept\./);
  await refused(/^HISTORY_DAYS is 30, so changes since .* are kept\./, '2999-01-01', '--yes');
  await refused(/^--before needs a date/, 'yesterday', '--yes');
  await refused(/^Make a backup first/, '2020-05-01', '--yes');
  const backup = join(options.dataDir, 'site.backup');
  assert.equal((await runCommand(environment, ['backup', backup])).code, 0);
  assert.match((await trim('2020-01-01', '--yes')).output, /^There are no changes before/);
  await refused(/^Nothing was deleted\./, '2020-05-01');
  assert.deepEqual(await readChangeLog(database), log);

  for (const date of ['2020-03-15', '2020-05-01']) {
    const trimmed = await trim(date, '--yes');
    assert.deepEqual([trimmed.code, trimmed.errorOutput], [0, '']);
    const verified = await verify(given, '--expect', entryId(kept[0] ?? assert.fail()));
    assert.deepEqual([verified.code, verified.errorOutput], [0, ''], verified.output);
    assert.match(verified.output, /were deleted with trim-history\. The check starts after them\./);
    assert.equal((await runCommand(environment, ['check'])).code, 0);
  }
  const left = await readChangeLog(database);
  const shown = left.filter(({ version }) => version > cut && version <= log.length);
  assert.deepEqual(shown, kept);
  const states = left.filter(({ version }) => version <= cut);
  assert.ok(states.every((entry) => entry.before === 'null' && entry.item === null));
  assert.equal(new Set(states.map(({ subject }) => subject)).size, states.length);
  const after = await Promise.all([cut, cut + 1, log.length].map((version) => atVersion(database, version)));
  assert.deepEqual(after, before);
  assert.deepEqual(await atVersion(database, left.at(-1)?.version ?? 0), content);
  await assert.rejects(atVersion(database, cut - 1), {
    code: 'history-trimmed',
    message: 'The history starts on 2020-04-01. Changes before that were deleted.',
  });
  const noted = await verify(given, '--expect', entryId(log[0] ?? assert.fail()));
  assert.match(noted.errorOutput, /is older than the history that was kept/);

  // A save that is based on a deleted change conflicts: it is unknown what has changed since.
  const [old] = log;
  assert.ok(old);
  const baseVersion = { version: old.version, epoch: old.hash.slice(0, 8) };
  const save = withStores(database, (stores) =>
    saveSiteText(stores, DANA, { configType: 'ContactUsFax', message: 'x', baseVersion }),
  );
  await assert.rejects(save, { code: 'conflict' });

  // A backup has the checkpoint, and the states before it are protected like the entries after it.
  assert.equal((await runCommand(environment, ['backup', backup, '--force'])).code, 0);
  assert.equal((await runCommand(environment, ['restore', backup, '--force'])).code, 0);
  assert.equal((await verify(given)).code, 0);
  await tamper(database, `update change_log set after = '"x"' where version = ${states[0]?.version}`);
  assert.match((await verify(given)).output, /was edited, or a change before it is missing/);
});
