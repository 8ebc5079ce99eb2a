import assert from 'node:assert/strict';
import type { CurrentAdmin } from '#contract/accounts.ts';
import type { HistoryPage } from '#contract/history.ts';
import { API } from '#contract/paths.ts';
import type { NewPersonLink, People, PersonRights } from '#contract/people.ts';
import type { Problem } from '#contract/problem.ts';
import {
  addAdmin,
  httpClientOf,
  onBothSites,
  onSite,
  PASSWORD,
  signIn,
  trySignIn,
  type AdminClient,
} from '#tests/support/http-client.ts';
import type { TestSite } from '#tests/support/test-site.ts';

const HOUR_MS = 60 * 60_000;
const NEW_PASSWORD = 'weed, feed and seed';
const PRICES: PersonRights = { role: 'prices', locations: null, lastDay: null };

async function fails(
  response: Promise<{ statusCode: number; body: string }>,
  status: number,
): Promise<string> {
  const { statusCode, body } = await response;
  assert.equal(statusCode, status, body);
  return (JSON.parse(body) as Problem).detail;
}

async function invite(owner: AdminClient, rights: Partial<PersonRights> = {}): Promise<string> {
  const response = await owner.post(API.personLinks, { ...PRICES, ...rights });
  assert.equal(response.statusCode, 200, response.body);
  return response.json<NewPersonLink>().token;
}

const join = (site: TestSite, token: string, username = 'Lee', password = NEW_PASSWORD) =>
  httpClientOf(site).post(API.linkUse, { token, username, password });

const peopleOf = async (owner: AdminClient) => (await owner.get(API.people)).json<People>();
const idOf = async (owner: AdminClient, name: string) =>
  (await peopleOf(owner)).people.find(({ username }) => username === name)?.id ?? '';

/** Invites a person, accepts the invitation, and signs in as that person. */
async function addPerson(
  site: TestSite,
  owner: AdminClient,
  rights: Partial<PersonRights> = {},
  username = 'Lee',
) {
  const joined = await join(site, await invite(owner, rights), username);
  assert.equal(joined.statusCode, 200, joined.body);
  const client = await signIn(site, { username, password: NEW_PASSWORD });
  return { client, id: await idOf(owner, username) };
}

const statusOf = async (client: AdminClient) => (await client.get(API.verify)).statusCode;

onBothSites('invites a person, who chooses a name and a password once', async ({ site }) => {
  const owner = await signIn(site);
  const token = await invite(owner, { role: 'scale-house', locations: ['@main'], lastDay: '2026-11-30' });
  const { links } = await peopleOf(owner);
  assert.deepEqual(
    links.map(({ username, role, locations, lastDay, createdBy }) => [
      username,
      role,
      locations,
      lastDay,
      createdBy,
    ]),
    [[null, 'scale-house', ['@main'], '2026-11-30', 'Dana']],
  );
  const rows = await site.database.read((db) => db.selectFrom('invitation').selectAll().execute());
  assert.ok(!JSON.stringify(rows).includes(token));

  const visitor = httpClientOf(site);
  const found = await visitor.post(API.linkPurpose, { token });
  assert.deepEqual(found.json(), { username: null, role: 'scale-house' });
  assert.equal(found.headers['cache-control'], 'no-store');
  // What does not fit leaves the link as it is.
  assert.equal(
    await fails(join(site, token, 'dana'), 409),
    'An administrator named Dana already exists. Choose another name.',
  );
  await fails(join(site, token, ' Lee'), 400);
  await fails(join(site, token, 'Lee', 'short'), 400);
  await fails(join(site, token, 'Lee', 'Lee Lee Lee 1'), 400);
  assert.equal((await join(site, token)).statusCode, 200);
  const used = 'This link was already used. Ask for a new one.';
  assert.equal(await fails(join(site, token, 'Kim'), 404), used);
  assert.equal(await fails(visitor.post(API.linkPurpose, { token }), 404), used);
  assert.deepEqual((await peopleOf(owner)).links, []);

  const lee = await signIn(site, { username: 'Lee', password: NEW_PASSWORD });
  const { id: _, ...rest } = (await lee.get(API.verify)).json<CurrentAdmin>();
  assert.deepEqual(rest, { username: 'Lee', role: 'scale-house', locations: ['@main'] });
  const { entries } = (await owner.get(`${API.history}?kind=account`)).json<HistoryPage>();
  assert.deepEqual(
    entries.map(({ item, author, action }) => [item.name, author, action]),
    [
      ['Lee', 'Lee', 'added'],
      ['Invitation', 'Dana', 'added'],
    ],
  );
});

onSite(
  'rejects links that are made up, foreign, expired, deleted, or of people who have gone',
  async ({ site, clock }) => {
    const owner = await signIn(site);
    const unknown = "This link doesn't work, or it was deleted. Ask for a new one.";
    for (const token of ['', 'x', 'x'.repeat(43), owner.token])
      assert.equal(await fails(join(site, token), 404), unknown);

    const late = await invite(owner);
    clock.ms += 48 * HOUR_MS - 1;
    assert.equal((await httpClientOf(site).post(API.linkPurpose, { token: late })).statusCode, 200);
    clock.ms += 1;
    const again = await signIn(site);
    assert.equal(
      await fails(join(site, late), 404),
      'This link stopped working after 48 hours. Ask for a new one.',
    );
    assert.deepEqual((await peopleOf(again)).links, []);
    // A clock that goes back makes the link work again, and no link work longer than promised.
    clock.ms -= HOUR_MS;
    assert.equal((await join(site, late)).statusCode, 200);

    const deleted = await invite(again);
    const [link] = (await peopleOf(again)).links;
    assert.equal((await again.delete(`${API.personLinks}/${link?.id}`)).statusCode, 200);
    assert.equal(await fails(join(site, deleted, 'Kim'), 404), unknown);

    const { client: second, id } = await addPerson(site, again, { role: 'owner' }, 'Second');
    for (const change of [{ role: 'content' }, { isDisabled: true }]) {
      await again.put(`${API.people}/${id}`, { role: 'owner', isDisabled: false });
      const client = await signIn(site, { username: 'Second', password: NEW_PASSWORD });
      const token = await invite(client);
      assert.equal((await again.put(`${API.people}/${id}`, change)).statusCode, 200);
      assert.equal(await fails(join(site, token, 'Kim'), 404), unknown);
    }
    assert.equal(await statusOf(second), 401);
    const dayOnly = await invite(again, { lastDay: '2026-11-22' });
    clock.ms = Date.parse('2026-11-23T06:00:00Z');
    assert.equal(
      await fails(join(site, dayOnly, 'Kim'), 404),
      'The end date of this invitation has passed. Ask for a new one.',
    );
  },
);

onSite(
  'ends the links of a person whose last day has passed, and does not revive anything',
  async ({ site, clock }) => {
    const owner = await signIn(site);
    const dated = { role: 'owner', lastDay: '2026-11-20' } as const;
    const { client, id } = await addPerson(site, owner, dated);
    const danasId = await idOf(owner, 'Dana');
    const { token: reset } = (
      await client.post(`${API.people}/${danasId}/password-link`)
    ).json<NewPersonLink>();
    const links = [await invite(client, { role: 'owner' }), reset];
    const { token } = (await client.post(API.apiTokens, { name: 'Scale' })).json<{ token: string }>();
    clock.ms = Date.parse('2026-11-21T06:00:00Z');
    const unknown = "This link doesn't work, or it was deleted. Ask for a new one.";
    const again = await signIn(site);
    for (const link of links) assert.equal(await fails(join(site, link, 'Kim'), 404), unknown);
    assert.deepEqual((await peopleOf(again)).links, []);

    assert.equal((await again.put(`${API.people}/${id}`, { lastDay: null })).statusCode, 200);
    assert.equal(await statusOf(client), 401);
    for (const link of links) assert.equal(await fails(join(site, link, 'Kim'), 404), unknown);
    const authorization = `Bearer ${token}`;
    await fails(httpClientOf(site).put(API.cashBids, { bids: [] }, { authorization }), 401);
  },
);

onSite('ends the links of a person who sets a new password', async ({ site }) => {
  const owner = await signIn(site);
  const reset = async () => {
    const path = `${API.people}/${await idOf(owner, 'Dana')}/password-link`;
    return (await owner.post(path)).json<NewPersonLink>().token;
  };
  const links = [await reset(), await invite(owner)];
  const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
  assert.equal((await owner.post(API.password, change)).statusCode, 200);
  for (const link of links) await fails(join(site, link), 404);
});

onSite('sets a new password with a link from an owner, and ends all sessions', async ({ site }) => {
  const owner = await signIn(site);
  const { client, id } = await addPerson(site, owner);
  const create = async () =>
    (await owner.post(`${API.people}/${id}/password-link`)).json<NewPersonLink>().token;
  const [first, token] = [await create(), await create()];
  assert.equal(
    await fails(join(site, first), 404),
    "This link doesn't work, or it was deleted. Ask for a new one.",
  );
  const purpose = await httpClientOf(site).post(API.linkPurpose, { token });
  assert.deepEqual(purpose.json(), { username: 'Lee', role: 'prices' });
  assert.equal((await trySignIn(site, { username: 'Lee', password: NEW_PASSWORD })).statusCode, 200);
  // The name is that of the account, whatever is sent.
  const used = await join(site, token, 'Dana', 'another good password');
  assert.deepEqual(used.json(), { username: 'Lee' });
  assert.equal(await statusOf(client), 401);
  assert.equal((await trySignIn(site, { username: 'Lee', password: NEW_PASSWORD })).statusCode, 401);
  await signIn(site, { username: 'Lee', password: 'another good password' });
  await signIn(site);

  const late = await create();
  await owner.put(`${API.people}/${id}`, { isDisabled: true });
  await fails(join(site, late), 404);
  const off = await create();
  assert.equal(await fails(join(site, off), 400), 'This account is switched off. Ask an owner.');
});

onSite(
  'ends sessions and tokens of a person who is switched off, removed, or past the last day',
  async ({ site, clock }) => {
    const owner = await signIn(site);
    const put = (token: string) =>
      httpClientOf(site).put(API.cashBids, { bids: [] }, { authorization: `Bearer ${token}` });
    for (const [name, end] of [
      ['off', (id: string) => owner.put(`${API.people}/${id}`, { isDisabled: true })],
      ['removed', (id: string) => owner.delete(`${API.people}/${id}`)],
      [
        'past',
        async (id: string) => {
          const dated = await owner.put(`${API.people}/${id}`, { lastDay: '2026-11-20' });
          assert.equal(await statusOf(owner), 200);
          clock.ms = Date.parse('2026-11-21T06:00:00Z');
          return dated;
        },
      ],
    ] as const) {
      const { client, id } = await addPerson(site, owner, { role: 'owner' }, `Lee ${name}`);
      const { token } = (await client.post(API.apiTokens, { name: 'Scale' })).json<{ token: string }>();
      assert.equal((await put(token)).statusCode, 200);
      const ended = await end(id);
      assert.equal(ended.statusCode, 200, ended.body);
      assert.equal(await statusOf(client), 401);
      assert.equal((await put(token)).statusCode, 401);
    }
    const { people } = await peopleOf(await signIn(site));
    const off = people.find(({ isDisabled }) => isDisabled);
    const refused = await trySignIn(site, { username: off?.username ?? '', password: NEW_PASSWORD });
    assert.equal(refused.statusCode, 401);
    assert.equal(
      refused.json<Problem>().detail,
      'This account is switched off, or its end date has passed. Ask an owner of your website.',
    );
    // A wrong password reveals nothing.
    const wrong = await trySignIn(site, { username: off?.username ?? '', password: PASSWORD });
    assert.equal(wrong.json<Problem>().detail, 'Invalid credentials');
  },
);

onSite('keeps an owner without an end, whatever owners do', async ({ site }) => {
  const owner = await signIn(site);
  const own = `${API.people}/${await idOf(owner, 'Dana')}`;
  const only = 'Dana is the only owner without an end date. Make someone else an owner first.';
  const { id } = await addPerson(site, owner, { role: 'content' });
  for (const change of [{ role: 'content' }, { isDisabled: true }, { lastDay: '2026-12-01' }])
    assert.equal(await fails(owner.put(own, change), 409), only);
  assert.equal(await fails(owner.delete(own), 409), only);
  // An owner with an end does not count.
  await owner.put(`${API.people}/${id}`, { role: 'owner', lastDay: '2026-12-01' });
  assert.equal(await fails(owner.delete(own), 409), only);
  assert.equal(
    await fails(owner.put(`${API.people}/${id}`, { lastDay: '2026-11-19' }), 400),
    'This day has passed. Choose today or a later day.',
  );
  assert.equal(
    await fails(owner.put(`${API.people}/${id}`, { locations: ['gone'] }), 400),
    'One of the locations was deleted. Reload the page.',
  );
  assert.equal(
    await fails(owner.put(`${API.people}/gone`, { role: 'owner' }), 404),
    'This person has no account anymore. Reload the page.',
  );

  await owner.put(`${API.people}/${id}`, { lastDay: null });
  assert.equal((await owner.put(own, { role: 'prices' })).statusCode, 200);
  assert.equal(await statusOf(owner), 200);
  assert.equal(
    await fails(owner.get(API.people), 403),
    "Your account can't change people, their rights, how they sign in, or API tokens. Ask an owner.",
  );
});

onBothSites('leaves one of two owners who remove each other at the same moment', async ({ site }) => {
  const dana = await signIn(site);
  await addAdmin(site.database, 'Lee');
  const lee = await signIn(site, { username: 'Lee' });
  const ids = await Promise.all(['Dana', 'Lee'].map((name) => idOf(dana, name)));
  const responses = await Promise.all([
    dana.delete(`${API.people}/${ids[1]}`),
    lee.delete(`${API.people}/${ids[0]}`),
  ]);
  assert.equal(responses.filter(({ statusCode }) => statusCode === 200).length, 1);
  const left = await site.database.read((db) => db.selectFrom('admin').select('role').execute());
  assert.deepEqual(left, [{ role: 'owner' }]);
});
