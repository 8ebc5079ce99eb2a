import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { FIRST_COMMODITIES, type BidList } from '#contract/cash-bids.ts';
import type { Images } from '#contract/images.ts';
import type { Problem } from '#contract/problem.ts';
import { trimLog } from '#tests/support/change-log.ts';
import { collectGarbage, garbageAges } from '#server/records/garbage/collect-garbage.ts';
import { FILE_KINDS } from '#server/domains/domains.ts';
import { openFileStore } from '#server/platform/files/open-files.ts';
import { createTempFiles } from '#server/platform/files/temp-files.ts';
import { openImageSite } from '#tests/support/image-site.ts';
import { addImage, aTestImage, upload } from '#tests/support/test-images.ts';
import type { NewApiToken } from '#contract/api-tokens.ts';
import type { HistoryEntry, HistoryPage, HistoryRestored } from '#contract/history.ts';
import { API, CHANGES_HEADER, CONTENT_VERSION_HEADER } from '#contract/paths.ts';
import type { PioneerItem } from '#contract/pioneer.ts';
import { IMAGE_POLICY } from '#server/http/headers.ts';
import { parseCsv } from '#shared/csv.ts';
import { calendarDay, formatDate } from '#shared/date-time.ts';
import { tamper } from '#tests/support/change-log.ts';
import { runCommand } from '#tests/support/admin-command.ts';
import {
  addAdmin,
  httpClientOf,
  onBothSites,
  onSite,
  PASSWORD,
  signIn,
  type HttpClient,
} from '#tests/support/http-client.ts';

const DAY_MS = 24 * 60 * 60_000;

async function list(editor: HttpClient, filters: Record<string, string> = {}): Promise<HistoryPage> {
  const response = await editor.get(`${API.history}?${new URLSearchParams(filters)}`);
  assert.equal(response.statusCode, 200, response.body);
  return response.json<HistoryPage>();
}

async function listAll(editor: HttpClient, filters: Record<string, string> = {}): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = [];
  for (let cursor: string | null = '2147483647'; cursor !== null;) {
    const page: HistoryPage = await list(editor, { ...filters, limit: '2', cursor });
    assert.ok(page.entries.length <= 2);
    entries.push(...page.entries);
    cursor = page.next;
  }
  return entries;
}

async function send(sending: ReturnType<HttpClient['post']>) {
  const response = await sending;
  assert.equal(response.statusCode, 200, response.body);
  return response;
}

const ann = { id: 'ann', name: 'Ann Beck', title: 'Manager', phoneNumber: '555-0101', email: '-' };
const lee = { id: 'lee', name: 'Lee Roth', title: '-', phoneNumber: '-', email: '-' };
const saveText = (editor: HttpClient, message: string) =>
  send(editor.post(API.saveSiteText, { configType: 'ContactUsFax', message }));

const fields = (...all: [string, string][]) => ({
  type: 'fields',
  fields: all.map(([label, text]) => ({ label, text })),
});

const ofBid = ({ kind }: HistoryEntry) => kind === 'bid';

const problemOf = async (sending: ReturnType<HttpClient['post']>) => {
  const { status, code, detail } = (await sending).json<Problem>();
  return [status, code, detail];
};

/** Makes one change of each kind. */
async function changeEverything(
  dana: HttpClient,
  grace: HttpClient,
  site: Parameters<typeof httpClientOf>[0],
) {
  await saveText(dana, '555-0100');
  await send(
    grace.post(API.saveSiteText, {
      configType: 'AnnouncementMessage',
      message: '<p>Oats &amp; <b>rye</b></p>',
    }),
  );
  const table = { TableType: 3, ColumnHeaders: { n_header_0: 'Product', n_header_1: 'Price' } };
  await send(
    dana.post(API.priceTable, {
      ...table,
      AllRows: [{ n_row_0_header_0: 'Urea', n_row_0_header_1: '$410' }],
    }),
  );
  await send(dana.post(API.saveEmployees, [ann, lee]));
  await send(grace.post(API.saveEmployees, [{ ...ann, title: 'Owner' }, lee]));
  await send(dana.post(API.saveEmployees, [lee, { ...ann, title: 'Owner' }]));
  await send(dana.delete(`${API.saveEmployees}/ann`));
  const { token } = (await dana.post(API.apiTokens, { name: 'Grain desk' })).json<NewApiToken>();
  const program = httpClientOf(site, { headers: { authorization: `Bearer ${token}` } });
  const bid = { location: 'Marshall', commodity: 'Corn', delivery: 'Nov', cashPrice: '4.00' };
  await send(program.put(API.cashBids, { bids: [bid] }));
  await send(program.put(API.cashBids, { bids: [{ ...bid, cashPrice: '4.01' }] }));
  const item = { pioneerCategory: 0, description: '<p>P1185 corn</p>' };
  const [added] = (await send(dana.post(API.newPioneerItems, [item]))).json<{ content: PioneerItem[] }>()
    .content;
  await send(dana.delete(`${API.newPioneerItems}/${added?.id}`));
  await send(dana.post(API.pioneerItemRestore, { id: added?.id }));
}

const summaryOf = ({ author, kind, item, action }: HistoryEntry) =>
  [author, kind, item.name, action].join(' | ');

onBothSites('lists each change with its author, item, and values, newest first', async (given) => {
  const { site, testDatabase } = given;
  await addAdmin(await testDatabase.open(), 'Grace');
  const [dana, grace] = [await signIn(site), await signIn(site, { username: 'Grace' })];
  assert.equal((await httpClientOf(site).get(API.history)).statusCode, 401);
  assert.deepEqual(await list(dana), { entries: [], next: null, searchedTo: null });
  await changeEverything(dana, grace, site);

  const page = await list(dana);
  assert.equal(page.next, null);
  assert.deepEqual(page.entries.map(summaryOf), [
    'Dana | pioneer | P1185 corn | restored',
    'Dana | pioneer | P1185 corn | deleted',
    'Dana | pioneer | P1185 corn | added',
    'Grain desk | bid | Corn, Marshall, Nov | changed',
    'Grain desk | bid | Corn, Marshall, Nov | added',
    'Dana | token | Grain desk | added',
    'Dana | employee | Ann Beck | deleted',
    'Dana | employee | Employees | moved',
    'Grace | employee | Ann Beck | changed',
    'Dana | employee | Lee Roth | added',
    'Dana | employee | Ann Beck | added',
    'Dana | table | Nitrogen | changed',
    'Grace | text | Announcement message | changed',
    'Dana | text | Fax number | changed',
  ]);
  const values = page.entries.map(({ before, after }) => [before, after]);
  assert.deepEqual(values[3], [fields(['Fixed price', '4.00']), fields(['Fixed price', '4.01'])]);
  assert.deepEqual(values[7], [
    { type: 'order', firstRow: 1, names: ['Ann Beck', 'Lee Roth'], moreRows: 0 },
    { type: 'order', firstRow: 1, names: ['Lee Roth', 'Ann Beck'], moreRows: 0 },
  ]);
  assert.deepEqual(values[8], [fields(['Title', 'Manager']), fields(['Title', 'Owner'])]);
  assert.deepEqual(values[11], [
    { type: 'cells', firstRow: 1, headers: ['Product', 'Price per ton'], rows: [], moreRows: 0 },
    { type: 'cells', firstRow: 1, headers: ['Product', 'Price'], rows: [['Urea', '$410']], moreRows: 0 },
  ]);
  assert.deepEqual(values[12], [
    { type: 'text', text: '', html: true },
    { type: 'text', text: '<p>Oats &amp; <strong>rye</strong></p>', html: true },
  ]);
  assert.deepEqual(await listAll(dana), page.entries);
  assert.doesNotMatch(JSON.stringify(page), /scalehouse_|hash|argon/);
  const [token] = page.entries.filter(({ kind }) => kind === 'token');
  assert.equal(token?.canRestore, false);
  assert.match(token?.reason ?? '', /^API tokens can't be restored\./);
  assert.deepEqual((await dana.get(API.historyPeople)).json(), ['Dana', 'Grace', 'Grain desk']);
});

onBothSites('lists what happened to accounts, without secrets, and restores none of it', async (given) => {
  const { site, testDatabase, clock } = given;
  // Commands have no other clock.
  clock.ms = Date.now();
  const run = async (words: string[], input?: string) => {
    const { code, output, errorOutput } = await runCommand(testDatabase.environment, words, input);
    assert.equal(code, 0, errorOutput);
    return output;
  };
  await run(['create-admin', 'Grace/1'], PASSWORD);
  let grace = await signIn(site, { username: 'Grace/1' });
  const newPassword = 'weed, feed and seed';
  await send(grace.post(API.password, { currentPassword: PASSWORD, newPassword }));
  grace = await signIn(site, { username: 'Grace/1', password: newPassword });
  await send(grace.post(API.signOutEverywhere));
  await run(['reset-password', 'grace/1'], PASSWORD);
  await run(['end-sessions', 'Grace/1']);
  const dana = await signIn(site);
  await run(['remove-admin', 'Grace/1']);
  await run(['end-sessions', '--all']);

  const editor = await signIn(site);
  assert.equal((await dana.get(API.history)).statusCode, 401);
  const { entries } = await list(editor, { kind: 'account' });
  assert.deepEqual(
    entries.map((entry) => [summaryOf(entry), entry.before, entry.after]),
    [
      [
        'the command end-sessions | account | Dana | changed',
        fields(),
        fields(['Signed out', 'On every device']),
      ],
      ['the command remove-admin | account | Grace/1 | deleted', fields(['Name', 'Grace/1']), null],
      [
        'the command reset-password | account | Grace/1 | changed',
        fields(),
        fields(['Password', 'Set to a new one'], ['Signed out', 'On every device']),
      ],
      ['Grace/1 | account | Grace/1 | changed', fields(), fields(['Signed out', 'On every device'])],
      [
        'Grace/1 | account | Grace/1 | changed',
        fields(),
        fields(['Password', 'Set to a new one'], ['Signed out', 'On all other devices']),
      ],
      ['the command create-admin | account | Grace/1 | added', null, fields(['Name', 'Grace/1'])],
    ],
  );
  assert.deepEqual((await editor.get(API.historyPeople)).json(), ['Grace/1']);
  const ofGrace = await listAll(editor, { item: entries[1]?.item.id ?? '' });
  assert.deepEqual(ofGrace, entries.slice(1));
  assert.deepEqual((await listAll(editor, { search: 'grace/1' })).map(summaryOf), ofGrace.map(summaryOf));
  const log = await site.database.read((db) => db.selectFrom('change_log').selectAll().execute());
  for (const secret of [PASSWORD, newPassword, '$argon2']) assert.ok(!JSON.stringify(log).includes(secret));
  for (const { id, canRestore, reason } of entries) {
    assert.equal(canRestore, false);
    assert.deepEqual(await problemOf(undo(editor, id)), [409, 'cannot-restore', reason]);
  }
});

onSite('lists the trimming of the history as what it is', async ({ site }) => {
  const dana = await signIn(site);
  await saveText(dana, '1');
  await trimLog(site.database, site.content.snapshot().version, '2026-10-02T03:00:00.000Z');
  const [entry] = (await list(dana, { kind: 'site' })).entries;
  assert.deepEqual(entry && [summaryOf(entry), entry.origin, entry.after, entry.reason], [
    ' | site | History | deleted',
    'retention',
    { type: 'text', text: 'Changes through October 1, 2026' },
    "Changes that were deleted from the history can't be restored.",
  ]);
});

onBothSites(
  'lists unreadable entries, and others with what they leave out',
  async ({ site, testDatabase }) => {
    const database = await testDatabase.open();
    await addAdmin(database, 'Grace');
    const [dana, grace] = [await signIn(site), await signIn(site, { username: 'Grace' })];
    await changeEverything(dana, grace, site);
    const { length } = await listAll(dana);
    for (const value of ['{', 'null', '5', '[null]', '{}']) {
      await tamper(database, `update change_log set before = '${value}'`);
      assert.equal((await listAll(dana)).length, length, value);
      await tamper(database, `update change_log set after = '${value}'`);
      assert.equal((await listAll(dana)).length, length, value);
    }
  },
);

onBothSites('filters by person, kind, item, and text', async ({ site, testDatabase }) => {
  await addAdmin(await testDatabase.open(), 'Grace');
  const [dana, grace] = [await signIn(site), await signIn(site, { username: 'Grace' })];
  await changeEverything(dana, grace, site);
  const all = (await list(dana)).entries;
  const assertFinds = async (filters: Record<string, string>, isFound: (entry: HistoryEntry) => boolean) => {
    const expected = all.filter(isFound).map(summaryOf);
    assert.notEqual(expected.length, 0);
    assert.deepEqual((await listAll(dana, filters)).map(summaryOf), expected, JSON.stringify(filters));
  };
  // server/domains/history/history-store.test.ts has all combinations.
  await assertFinds({ person: 'Grain desk' }, ({ author }) => author === 'Grain desk');
  await assertFinds({ kind: 'pioneer' }, ({ kind }) => kind === 'pioneer');
  await assertFinds({ item: 'employees' }, ({ kind }) => kind === 'employee');
  await assertFinds({ search: 'MARSHALL' }, ofBid);
  await assertFinds({ search: 'marshall desk 4.0 CORN nov grain' }, ofBid);
  await assertFinds(
    { subjects: 'employees,contact-us-fax', kind: 'employee' },
    ({ kind }) => kind === 'employee',
  );
  await assertFinds({ subjects: 'employees,contact-us-fax' }, ({ item: { id } }) =>
    /^employees|fax$/.test(id),
  );
  await assertFinds({ search: '4.01' }, (entry) => ofBid(entry) && entry.action === 'changed');
  await assertFinds({ search: 'oats & rye' }, ({ item }) => item.name === 'Announcement message');
  await assertFinds({ search: 'nitro' }, ({ kind }) => kind === 'table');
  await assertFinds({ search: 'lee roth' }, ({ item }) => item.name === 'Lee Roth');
  for (const search of ['100%', '_', 'cash_price', 'nothing']) {
    assert.deepEqual((await list(dana, { search })).entries, [], search);
  }
  assert.deepEqual((await list(dana, { kind: 'other' })).entries, []);
  // More than the column of the numbers can have.
  for (const number of ['2147483647', '2147483648', '9999999999']) {
    await list(dana, { cursor: number });
    const id = `${number}-00000000`;
    assert.deepEqual((await problemOf(undo(dana, id))).slice(0, 2), [404, 'no-such-change']);
    assert.deepEqual((await problemOf(undo(dana, `${id}..${id}`))).slice(0, 2), [404, 'no-such-change']);
  }
  assert.equal((await undo(dana, '18446744073709551616-00000000')).statusCode, 400);
});

onSite('filters by days in the time zone of the cooperative', async ({ site }) => {
  const dana = await signIn(site);
  const moments = [
    '2026-11-20T05:59:59.000Z',
    '2026-11-20T06:00:00.000Z',
    '2026-11-21T05:59:59.000Z',
    '2026-11-21T06:00:00.000Z',
  ];
  await site.database.write(async (db) => {
    for (const [index, at] of moments.entries()) {
      const entry = { version: index + 1, at, origin: 'admin', author: 'Dana', subject: 'contact-us-fax' };
      const values = { item: null, before: '""', after: '"x"', hash: 'f' };
      await db
        .insertInto('change_log')
        .values({ ...entry, ...values })
        .execute();
    }
  });
  const timesOf = async (filters: Record<string, string>) =>
    (await listAll(dana, filters)).map(({ at }) => moments.indexOf(at));
  assert.deepEqual(await timesOf({ from: '2026-11-20', to: '2026-11-20' }), [2, 1]);
  assert.deepEqual(await timesOf({ from: '2026-11-20' }), [3, 2, 1]);
  assert.deepEqual(await timesOf({ to: '2026-11-20' }), [2, 1, 0]);
  assert.deepEqual(await timesOf({ from: '2026-11-22' }), []);
  assert.deepEqual(await timesOf({ to: '2026-11-18' }), []);
  for (const wrong of ['from=2026-02-30', 'to=yesterday', 'kind=fax', 'limit=0', 'cursor=x']) {
    assert.equal((await dana.get(`${API.history}?${wrong}`)).statusCode, 400, wrong);
  }
});

onSite('exports matching changes as CSV without formulas', async ({ site }) => {
  const dana = await signIn(site);
  for (const text of ['=1+1', 'say "é"', '-5', '+1']) await saveText(dana, text);
  const response = await send(dana.get(`${API.historyCsv}?search=e`));
  assert.equal(response.headers['content-type'], 'text/csv; charset=utf-8');
  assert.equal(response.headers['content-disposition'], 'attachment; filename="history.csv"');
  const all = await send(dana.get(API.historyCsv));
  assert.match(all.body, /^\uFEFFTime \(America\/Chicago\),Person,Kind,Item,Action,Before,After,ID\r\n2/);
  const cells = parseCsv(all.body).map(({ cells: [, ...rest] }) => rest.slice(0, -1).join('; '));
  assert.deepEqual(cells.slice(1), [
    'Dana; text; Fax number; changed; -5; +1',
    'Dana; text; Fax number; changed; say "é"; -5',
    'Dana; text; Fax number; changed; =1+1; say "é"',
    'Dana; text; Fax number; changed; ; =1+1',
  ]);
  assert.deepEqual(all.body.match(/'[=+-][^,"]*/g), ["'+1", "'=1+1", "'=1+1"]);
  assert.equal((await httpClientOf(site).get(API.historyCsv)).statusCode, 401);
});

const undo = (editor: HttpClient, changes: unknown, version?: number) =>
  editor.post(
    API.historyRestore,
    { changes },
    version === undefined ? {} : { [CONTENT_VERSION_HEADER]: String(version) },
  );
const changesOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers[CHANGES_HEADER]);

const aRow = (commodity: string, cashPrice: string) => ({
  location: 'Main',
  commodity,
  delivery: 'Spot',
  cashPrice,
});
const [, , wheat] = FIRST_COMMODITIES;
onSite('responds with the reason when a value cannot be restored', async ({ site }) => {
  const dana = await signIn(site);
  await changeEverything(dana, dana, site);
  const { entries } = await list(dana);
  const idOf = (kind: string, action: string) =>
    entries.find((entry) => entry.kind === kind && entry.action === action)?.id ?? '';

  const unknown = idOf('text', 'changed').replace(/-.*/, '-00000000');
  for (const id of [unknown, '99999-00000000', `${unknown}..900-00000000`]) {
    assert.deepEqual((await problemOf(undo(dana, id))).slice(0, 2), [404, 'no-such-change']);
  }
  for (const id of ['', '1', '1-XYZ', 7]) assert.equal((await undo(dana, id)).statusCode, 400);
  assert.deepEqual((await problemOf(undo(dana, idOf('token', 'added')))).slice(0, 2), [
    409,
    'cannot-restore',
  ]);
  assert.deepEqual(await problemOf(undo(dana, idOf('employee', 'changed'))), [
    409,
    'cannot-restore',
    'Ann Beck was deleted. Restore that first.',
  ]);
  assert.equal(entries.find(({ id }) => id === idOf('employee', 'changed'))?.canRestore, false);
  const all = `${entries.at(-1)?.id}..${entries[0]?.id}`;
  assert.deepEqual((await problemOf(undo(dana, all)))[1], 'cannot-restore');

  await send(dana.put(API.commodities, { commodities: [wheat, ...FIRST_COMMODITIES.slice(0, 1)] }));
  const [commodities] = (await list(dana, { kind: 'commodity' })).entries;
  await send(dana.put(API.commodities, { commodities: [{ ...wheat, name: 'Rye' }, FIRST_COMMODITIES[0]] }));
  await send(dana.put(API.cashBids, { bids: [aRow('Rye', '5')] }));
  assert.deepEqual(await problemOf(undo(dana, commodities?.id)), [
    400,
    'invalid',
    'Rye still has bids. Remove those rows and save the bids first, then remove Rye.',
  ]);
});

onSite('posts a restored price as of now', async ({ site }) => {
  const dana = await signIn(site);
  const asOf = '2020-01-02T15:00:00.000Z';
  await send(dana.put(API.cashBids, { bids: [{ ...aRow('Corn', '4.00'), asOf }] }));
  const changed = await send(dana.put(API.cashBids, { bids: [aRow('Corn', '5.00')] }));
  await send(undo(dana, changesOf(changed)));
  const [bid] = (await dana.get(API.bidList)).json<BidList>().bids;
  assert.equal(bid?.cashPrice, '4.00');
  assert.ok(bid.asOf > asOf, bid.asOf);
});

onSite('responds with the current value when someone else has saved the item since', async ({ site }) => {
  const dana = await signIn(site);
  const saved = await saveText(dana, '1');
  const seen = saved.json<{ version: number }>().version;
  await saveText(dana, '2');
  const response = await undo(dana, changesOf(saved), seen);
  assert.equal(response.statusCode, 409);
  const { code, current } = response.json<Problem>();
  assert.deepEqual([code, current?.content, current?.version], ['conflict', '2', seen + 1]);
  const { changed } = (await send(undo(dana, changesOf(saved), current?.version))).json<HistoryRestored>();
  assert.equal(changed, true);
});

const dayAfter = (time: number | string, days: number) =>
  formatDate(calendarDay(new Date(new Date(time).getTime() + days * DAY_MS), 'America/Chicago'));
const imageIn = (value: HistoryEntry['before']) => (value?.type === 'fields' ? value.image : undefined);

test('restores images with their files, until they are purged', async () => {
  let now = Date.now();
  await using given = await openImageSite({ now: () => new Date(now) });
  const { site, dataDir } = given;
  let { editor } = given;
  async function wait(days: number) {
    now += days * DAY_MS;
    const { files } = await openFileStore({ dataDir, objectStorage: undefined }, { now: Date.now });
    const tempFiles = createTempFiles(dataDir);
    const ages = garbageAges({ deletedImageDays: 30 });
    const parts = { kinds: FILE_KINDS, database: site.database, files, tempFiles, ages };
    await collectGarbage({ ...parts, now: new Date(now) });
    editor = await signIn(site);
  }
  const { imageId } = await addImage(editor, await aTestImage().jpeg().toBuffer());
  await send(editor.post(API.describeImage, { imageId, altText: 'North field' }));
  const read = async () => (await editor.get(`${API.images}/0`)).json<Images>();
  const bytes = async () => (await editor.get((await read())[0]?.imageUrl ?? '')).rawPayload;
  const [first, firstBytes] = [await read(), await bytes()];
  const { imageUrl } = await upload(editor, await aTestImage({ left: '#00c000' }).jpeg().toBuffer());
  const replaced = await send(editor.post(API.replaceImage, { imageId, imageUrl }));
  await send(editor.post(API.focusImage, { imageId, focus: { x: 10, y: 20 } }));
  const [second, secondBytes] = [await read(), await bytes()];
  assert.notDeepEqual(secondBytes, firstBytes);

  await wait(29);
  const [, entry] = (await list(editor)).entries;
  assert.equal(entry?.canRestore, true);
  const [old, next] = [imageIn(entry.before), imageIn(entry.after)];
  const day = dayAfter(entry.at, 30);
  for (const image of [old, next]) {
    assert.deepEqual([image?.alt, image?.note], ['North field', `Kept until ${day}`]);
  }
  const small = await send(editor.get(old?.url ?? ''));
  assert.equal((await sharp(small.rawPayload).metadata()).format, 'webp');
  assert.notDeepEqual(small.rawPayload, (await send(editor.get(next?.url ?? ''))).rawPayload);
  assert.equal(small.headers['cache-control'], 'private, no-cache');
  assert.equal(small.headers['content-security-policy'], IMAGE_POLICY);
  assert.equal((await httpClientOf(site).get(old?.url ?? '')).statusCode, 401);
  // Images that were uploaded before there were phone renditions have none.
  await rm(join(dataDir, 'files', first[0]?.phoneUrl ?? ''));
  const restored = await send(undo(editor, changesOf(replaced)));
  assert.deepEqual(await read(), first);
  assert.deepEqual(await bytes(), firstBytes);
  for (const url of [first[0]?.screenUrl, first[0]?.squareUrls.fallback]) {
    assert.equal((await editor.get(url ?? '')).statusCode, 200);
  }
  await send(undo(editor, changesOf(restored)));
  assert.deepEqual(await read(), second);
  const deleted = await send(editor.delete(`${API.deleteImage}/${imageId}`));
  assert.deepEqual(await read(), []);
  const [deletion] = (await list(editor)).entries;
  const last = deletion && imageIn(deletion.before);
  assert.deepEqual([last?.note, deletion?.after], [`Kept until ${dayAfter(now, 30)}`, null]);
  await send(editor.get(last?.url ?? ''));
  assert.equal((await editor.get(second[0]?.imageUrl ?? '')).statusCode, 404);
  await send(undo(editor, changesOf(deleted)));
  assert.deepEqual([await read(), await bytes()], [second, secondBytes]);

  await wait(31);
  const late = await undo(editor, changesOf(replaced));
  assert.deepEqual(
    [late.statusCode, late.json<Problem>().detail],
    [409, `The earlier file of this image was deleted for good after ${day}, so it can't come back.`],
  );
  assert.equal((await editor.get(last?.url ?? '')).statusCode, 200);
  assert.deepEqual((await problemOf(editor.get(old?.url ?? ''))).slice(0, 2), [404, 'image-purged']);
  await send(editor.delete(`${API.deleteImage}/${imageId}`));
  await wait(31);
  const purged = (await list(editor)).entries.slice(0, 2);
  assert.deepEqual(
    purged.map(({ action, canRestore, reason }) => [action, canRestore, reason]),
    ['purged', 'deleted'].map((action) => [
      action,
      false,
      `This image was deleted for good on ${dayAfter(purged[0]?.at ?? '', 0)}, so it can't come back.`,
    ]),
  );
});
