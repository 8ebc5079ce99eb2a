import assert from 'node:assert/strict';
import type { NewApiToken } from '#contract/api-tokens.ts';
import type { LastSaves } from '#contract/last-saves.ts';
import { API } from '#contract/paths.ts';
import type { PioneerItem } from '#contract/pioneer.ts';
import { createChangeLogStore } from '#server/records/change-log/change-log-store.ts';
import { readChangeLog } from '#tests/support/change-log.ts';
import { addAdmin, httpClientOf, onBothSites, signIn, type HttpClient } from '#tests/support/http-client.ts';

const CORN = 0;

async function read(editor: HttpClient): Promise<LastSaves> {
  const response = await editor.get(API.lastSaves);
  assert.equal(response.statusCode, 200, response.body);
  assert.equal(response.headers['cache-control'], 'no-store');
  return response.json<LastSaves>();
}

const authorsIn = (saves: LastSaves) =>
  Object.fromEntries(Object.entries(saves).map(([subject, { author }]) => [subject, author]));

async function send(sending: ReturnType<HttpClient['post']>) {
  const response = await sending;
  assert.equal(response.statusCode, 200, response.body);
  return response;
}

onBothSites('returns the time and author of the last save of each text, table, and list', async (given) => {
  const { site, testDatabase } = given;
  await addAdmin(await testDatabase.open(), 'Grace');
  const [dana, grace] = [await signIn(site), await signIn(site, { username: 'Grace' })];
  assert.equal((await httpClientOf(site).get(API.lastSaves)).statusCode, 401);
  assert.deepEqual(await read(dana), {});

  const text = { configType: 'ContactUsFax' };
  await send(grace.post(API.saveSiteText, { ...text, message: '1' }));
  await send(dana.post(API.saveSiteText, { ...text, message: '2' }));
  await send(
    grace.post(API.priceTable, { TableType: 2, ColumnHeaders: { p_header_0: 'Product' }, AllRows: [] }),
  );
  const employee = { name: 'Ann', title: '-', phoneNumber: '-', email: '-' };
  await send(dana.post(API.saveEmployees, [employee]));
  const { token } = (await dana.post(API.apiTokens, { name: 'Grain desk' })).json<NewApiToken>();
  const program = httpClientOf(site, { headers: { authorization: `Bearer ${token}` } });
  const bid = { location: 'Main', commodity: 'Corn', delivery: 'Spot', cashPrice: '4.00' };
  await send(program.put(API.cashBids, { bids: [bid] }));

  const item = { pioneerCategory: CORN, description: '<p>A</p>' };
  const added = await send(dana.post(API.newPioneerItems, [item, item]));
  const [first, second] = added.json<{ content: PioneerItem[] }>().content;
  await send(grace.delete(`${API.newPioneerItems}/${second?.id}`));
  const saves = await read(dana);
  const newestByToken = (await readChangeLog(site.database)).find(({ author }) => author === 'Grain desk');
  const { at, version } = newestByToken ?? {};
  assert.deepEqual(saves['cash-bids'], { at, author: 'Grain desk', version });
  const { 'cash-commodities': _commodities, ...others } = authorsIn(saves);
  assert.deepEqual(others, {
    'contact-us-fax': 'Dana',
    'price-table:2': 'Grace',
    employees: 'Dana',
    'cash-bids': 'Grain desk',
    'pioneer-category:0': 'Grace',
  });
  await send(dana.post(API.pioneerItemUpdates, [{ ...first, categoryDescription: 'Fine corn.' }]));
  assert.equal((await read(dana))['pioneer-category:0']?.author, 'Dana');

  await site.database.write(async (db) => {
    const changeLog = createChangeLogStore(db);
    const change = { before: '2', after: '' };
    await changeLog.append({ ...change, subject: 'contact-us-fax', author: { origin: 'clock' } });
    await changeLog.append({ ...change, subject: 'cash-futures', author: { origin: 'feed' } });
    await changeLog.append({ ...change, subject: 'contact-us-address', author: { origin: 'demo' } });
  });
  const later = await read(dana);
  assert.equal(later['contact-us-fax']?.author, null);
  assert.equal(later['cash-futures'], undefined);
  assert.equal(later['contact-us-address'], undefined);
});
