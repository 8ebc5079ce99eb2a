import assert from 'node:assert/strict';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock, test } from 'node:test';
import { sql } from 'kysely';
import { API } from '#contract/paths.ts';
import type { Problem } from '#contract/problem.ts';
import type { PriceTableResponse, SavedPriceTable } from '#contract/price-tables.ts';
import { DatabaseUnavailableError, type Database } from '#server/platform/database/database.ts';
import { readChangeLog } from '#tests/support/change-log.ts';
import { addAdmin, httpClientOf, signIn } from '#tests/support/http-client.ts';
import { readAsVisitor } from '#tests/support/public-read.ts';
import { openTestSite, type TestSite } from '#tests/support/test-site.ts';

const table = (type: 2 | 3, prefix: string, price: string) => ({
  TableType: type,
  ColumnHeaders: { [`${prefix}_header_0`]: 'Product', [`${prefix}_header_1`]: 'Price per ton' },
  AllRows: [{ [`${prefix}_row_0_header_0`]: 'MAP', [`${prefix}_row_0_header_1`]: price }],
});
const P = (price: string) => table(2, 'p', price);
const N = (price: string) => table(3, 'n', price);

const rowsOf = async (site: TestSite, type: number) =>
  (await readAsVisitor<PriceTableResponse>(site, `${API.priceTable}/${type}`)).allRows;

const breakRow = (database: Database, statement: string) =>
  database.write((db) => sql.raw(statement).execute(db));

test('serves everything else, starts, and can be repaired by a save when a table has broken JSON', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'scalehouse-test-'));
  const lines: string[] = [];
  const problems = () => lines.filter((line) => line.includes("Can't read"));
  const logger = { level: 'warn', stream: { write: (line: string) => void lines.push(line) } };
  const open = () => openTestSite({ environment: { DATA_DIR: folder.path }, logger });
  {
    await using site = await open();
    await addAdmin(site.database, 'Dana');
    const editor = await signIn(site);
    const { content } = (await editor.post(API.priceTable, P('720'))).json<SavedPriceTable>();
    await breakRow(site.database, `update price_table set rows = '[["MAP",' where table_type = 2`);
    assert.equal((await editor.post(API.priceTable, N('410'))).statusCode, 200);
    assert.deepEqual(await rowsOf(site, 2), content.allRows, 'Visitors see the last value.');
    assert.equal(problems().length, 1);
    assert.match(problems()[0] ?? '', /Can't read row 2 of table price_table: rows isn't valid JSON\./);
  }
  await using site = await open();
  assert.match(problems()[1] ?? '', /Can't read row 2 of table price_table/);
  for (const url of ['/', '/products', '/price-sheet', API.cashBids]) {
    assert.equal((await httpClientOf(site).get(url)).statusCode, 200, url);
  }
  assert.deepEqual(await rowsOf(site, 2), []);
  assert.equal((await rowsOf(site, 3)).length, 1);
  const editor = await signIn(site);
  const saved = await editor.post(API.priceTable, P('725'));
  assert.equal(saved.statusCode, 200, saved.body);
  assert.deepEqual(await rowsOf(site, 2), saved.json<SavedPriceTable>().content.allRows);
  assert.equal(problems().length, 2);
});

test('responds 503 to a save that visitors do not see, and logs nothing more when it is retried', async () => {
  await using site = await openTestSite({ seedContent: 'none' });
  await addAdmin(site.database, 'Dana');
  const editor = await signIn(site);
  const save = () => editor.post(API.saveSiteText, { configType: 'WelcomeMessage', message: 'Hay' });
  const { length } = await readChangeLog(site.database);
  let isLost = false;
  const { readAside, write } = site.database;
  const writing = mock.method(site.database, 'write', async (work: never) => {
    const saved = await write(work);
    isLost = true;
    return saved;
  });
  const reading = mock.method(site.database, 'readAside', async (work: never) => {
    if (isLost) throw new DatabaseUnavailableError('down');
    return readAside(work);
  });
  const response = await save();
  writing.mock.restore();
  reading.mock.restore();
  assert.equal(response.statusCode, 503);
  assert.equal(response.headers['retry-after'], '5');
  const { code, detail } = response.json<Problem>();
  assert.deepEqual(
    { code, detail },
    { code: 'not-visible-yet', detail: "Saved, but visitors don't see it yet. Try again in a minute." },
  );

  await site.content.refresh();
  const retried = await save();
  assert.equal(retried.statusCode, 200, retried.body);
  assert.equal(retried.json<{ changed: boolean }>().changed, false);
  assert.equal((await readChangeLog(site.database)).length, length + 1);
  assert.match((await httpClientOf(site).get('/')).body, /Hay/);
});
