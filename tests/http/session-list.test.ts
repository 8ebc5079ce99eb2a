import assert from 'node:assert/strict';
import type { CurrentAdmin } from '#contract/accounts.ts';
import { API } from '#contract/paths.ts';
import type { SessionInfo } from '#contract/sessions.ts';
import {
  addAdmin,
  onBothSites,
  onSite,
  signIn,
  trySignIn,
  type AdminClient,
} from '#tests/support/http-client.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const from = (address: string, cookie?: string) => ({
  address,
  headers: { 'user-agent': FIREFOX, ...(cookie && { cookie }) },
});
const listOf = async (client: AdminClient) => (await client.get(API.sessions)).json<SessionInfo[]>();
const newOf = async (client: AdminClient) => (await client.get(API.verify)).json<CurrentAdmin>().newSessions;
const statusOf = async (client: AdminClient) => (await client.get(API.verify)).statusCode;

onBothSites('lists sessions, tells new browsers, and ends one or all others', async ({ site, clock }) => {
  const office = await signIn(site, {}, from('192.0.2.1'));
  clock.ms += 60_000;
  const phone = await signIn(site, {}, { address: '192.0.2.2' });
  const tablet = await signIn(site, {}, { address: '192.0.2.3' });
  const sessions = await listOf(office);
  const shown = sessions.map(({ username, browser, address, isCurrent, isNew }) => [
    username,
    browser,
    address,
    isCurrent,
    isNew,
  ]);
  // The first sign-in is no news.
  assert.deepEqual(
    shown.toSorted((one, other) => (String(one[2]) < String(other[2]) ? -1 : 1)),
    [
      ['Dana', 'Firefox on Windows', '192.0.2.1', true, false],
      ['Dana', 'Other browser', '192.0.2.2', false, true],
      ['Dana', 'Other browser', '192.0.2.3', false, true],
    ],
  );
  assert.ok(!JSON.stringify(sessions).includes(office.token));
  assert.deepEqual([await newOf(office), await newOf(phone)], [2, 1]);

  const pathOf = (address: string) =>
    `${API.sessions}/${sessions.find((each) => each.address === address)?.id}`;
  assert.equal((await office.post(`${pathOf('192.0.2.3')}/known`)).statusCode, 200);
  assert.equal(await newOf(office), 1);
  assert.equal((await office.delete(pathOf('192.0.2.2'))).statusCode, 200);
  assert.deepEqual(
    [await statusOf(phone), await statusOf(tablet), await newOf(office)],
    [401, 200, undefined],
  );
  assert.equal((await office.delete(pathOf('192.0.2.2'))).statusCode, 404);
  assert.equal((await office.post(API.otherSessions)).statusCode, 200);
  assert.deepEqual([await statusOf(office), await statusOf(tablet)], [200, 401]);
});

onSite('does not count a browser that has signed in before, or a new password, as new', async ({ site }) => {
  const first = await trySignIn(site, {}, from('192.0.2.1'));
  const known = [first.headers['set-cookie']]
    .flat()
    .find((each) => String(each).startsWith('signed-in-before='));
  const cookie = String(known).split(';')[0];
  await signIn(site, {}, from('192.0.2.9', cookie));
  const client = await signIn(site, {}, from('192.0.2.9', cookie));
  assert.equal(await newOf(client), undefined);
  assert.deepEqual(new Set((await listOf(client)).map(({ isNew }) => isNew)), new Set([false]));
});

onSite('shows owners the sessions of everyone, and others only their own', async ({ site }) => {
  const owner = await signIn(site);
  await addAdmin(site.database, 'Lee');
  await site.database.write((db) =>
    db.updateTable('admin').set({ role: 'prices' }).where('username', '=', 'Lee').execute(),
  );
  const lee = await signIn(site, { username: 'Lee' });
  assert.deepEqual(
    (await listOf(lee)).map(({ username }) => username),
    ['Lee'],
  );
  const all = await listOf(owner);
  const idOf = (name: string) => all.find(({ username }) => username === name)?.id;
  assert.equal(all.length, 2);
  for (const request of [
    lee.delete(`${API.sessions}/${idOf('Dana')}`),
    lee.post(`${API.sessions}/${idOf('Dana')}/known`),
    // Only the person can say who it was.
    owner.post(`${API.sessions}/${idOf('Lee')}/known`),
  ])
    assert.equal((await request).statusCode, 404);
  assert.equal((await owner.delete(`${API.sessions}/${idOf('Lee')}`)).statusCode, 200);
  assert.deepEqual([await statusOf(owner), await statusOf(lee)], [200, 401]);
});
