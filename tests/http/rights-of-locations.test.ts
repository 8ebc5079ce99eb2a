import assert from 'node:assert/strict';
import type { Attention } from '#contract/attention.ts';
import type { BidList, BidRow } from '#contract/cash-bids.ts';
import type { Location } from '#contract/locations.ts';
import { API, CHANGES_HEADER } from '#contract/paths.ts';
import type { Problem } from '#contract/problem.ts';
import { ROLES, type Role } from '#contract/rights.ts';
import { addAdmin, httpClientOf, onSite, signIn, type AdminClient } from '#tests/support/http-client.ts';
import type { TestSite } from '#tests/support/test-site.ts';

const LOCATIONS = ['Cedar Fork', 'Hickory Bend'].map((name, at) => ({ id: `location-${at}`, name }));
const [CEDAR, HICKORY] = ['location-0', 'location-1'];
const MAIN = '@main';

type Response = Awaited<ReturnType<AdminClient['get']>>;
/** Saves what differs each time. */
type Change = {
  name: string;
  /** First letters of the roles that may make the change. */
  roles: string;
  /** Location that it belongs to; null for a name that belongs to none. */
  at: string | null;
  save(client: AdminClient, text: string): Promise<Response>;
};

/** Saves the bid of a location with other notes. */
const ofBid = (location: string, at: string | null): Change => ({
  name: `a bid at ${location}`,
  roles: 'ocp',
  at,
  async save(client, notes) {
    const { bids } = (await client.get(API.bidList)).json<BidList>();
    const change = (bid: BidRow) => (bid.location === location ? { ...bid, notes } : bid);
    return client.put(API.cashBids, { bids: bids.map(change) });
  },
});

const ofHarvest = (at: string): Change => ({
  name: `the harvest board of ${at}`,
  roles: 'ocs',
  at,
  save: (client, note) => client.put(API.harvest, { entries: [{ location: at, commodity: 'Corn', note }] }),
});

const ofLocation = (
  at: string,
  field: keyof Location,
  roles: string,
  toValue = (text: string): unknown => text,
): Change => ({
  name: `${field} of ${at}`,
  roles,
  at,
  async save(client, text) {
    const locations = (await client.get(API.locations)).json<Location[]>();
    const change = (each: Location) => (each.id === at ? { ...each, [field]: toValue(text) } : each);
    return client.post(API.locations, locations.map(change));
  },
});

const ofText = (configType: string, roles: string): Change => ({
  name: configType,
  roles,
  at: MAIN,
  save: (client, message) => client.post(API.saveSiteText, { configType, message }),
});

const ofTable = (TableType: number, prefix: string): Change => ({
  name: `price table ${TableType}`,
  roles: 'ocp',
  at: MAIN,
  save: (client, text) =>
    client.post(API.priceTable, {
      TableType,
      ColumnHeaders: { [`${prefix}_header_0`]: 'Product' },
      AllRows: [{ [`${prefix}_row_0_header_0`]: text }],
    }),
});

const ofSetting = (name: string, roles: string, toValue: (text: string) => unknown): Change => ({
  name: `the setting ${name}`,
  roles,
  at: MAIN,
  save: (client, text) => client.post(API.siteSettings, { values: { [name]: toValue(text) } }),
});

const aDay = (text: string) => [{ date: '2026-12-24', hours: 'closed', reason: text }];

const CHANGES: readonly Change[] = [
  ofBid('Cedar Fork', CEDAR ?? null),
  ofBid('Hickory Bend', HICKORY ?? null),
  ofBid('Elsewhere', null),
  ofLocation(CEDAR ?? '', 'phoneNumber', 'oc'),
  ofLocation(CEDAR ?? '', 'normalMonFri', 'ocs'),
  ofLocation(HICKORY ?? '', 'harvestSatSun', 'ocs'),
  ofLocation(HICKORY ?? '', 'exceptions', 'ocs', aDay),
  ofHarvest(CEDAR ?? ''),
  ofHarvest(MAIN),
  ofText('WelcomeMessage', 'oc'),
  ofText('ContactUsPhoneNumber', 'oc'),
  ofText('ContactUsNormMonFri', 'ocs'),
  ofTable(1, 'fuel'),
  ofTable(2, 'p'),
  ofSetting('name', 'oc', (text) => text),
  ofSetting('publicAddress', 'o', (text) => `https://www.${text.replace(' ', '-')}.example`),
  ofSetting('specialDays', 'ocs', aDay),
  {
    name: 'employees',
    roles: 'oc',
    at: MAIN,
    save: (client, title) =>
      client.post(API.saveEmployees, [{ id: 'e1', name: 'Ann', title, phoneNumber: '-', email: '-' }]),
  },
];

const LIMITS = [null, [CEDAR], [HICKORY, 'removed'], [MAIN], []];

const aBid = (location: string) => ({
  location,
  commodity: 'Corn',
  delivery: 'Spot',
  deliveryStart: '',
  deliveryEnd: '',
  futuresMonth: '',
  futures: '',
  change: '',
  basis: '',
  cashPrice: '4.01',
  active: true,
  notes: '',
});

async function open(site: TestSite): Promise<AdminClient> {
  const owner = await signIn(site);
  await owner.post(API.locations, LOCATIONS);
  const bids = [...LOCATIONS.map(({ name }) => aBid(name)), aBid('Elsewhere')];
  const saved = await owner.put(API.cashBids, { bids });
  assert.equal(saved.statusCode, 200, saved.body);
  return owner;
}

async function addPerson(site: TestSite, role: Role, locations: readonly unknown[] | null) {
  const username = `${role} ${JSON.stringify(locations)}`;
  await addAdmin(site.database, username);
  await setRights(site, username, { role, locations: locations && JSON.stringify(locations) });
  return signIn(site, { username });
}

const setRights = (site: TestSite, username: string, values: Record<string, string | null>) =>
  site.database.write((db) => db.updateTable('admin').set(values).where('username', '=', username).execute());

onSite(
  'lets people change and restore what their role and their locations allow, and nothing else',
  async ({ site }) => {
    const owner = await open(site);
    let cells = 0;
    for (const role of ROLES) {
      for (const limit of role === 'owner' ? [null] : LIMITS) {
        const person = await addPerson(site, role, limit);
        for (const { name, roles, at, save } of CHANGES) {
          const isAllowed =
            roles.includes(role.charAt(0)) && (limit === null || (at !== null && limit.includes(at)));
          const right = isAllowed ? 200 : 403;
          const who = `${role} of ${JSON.stringify(limit)}: ${name}`;
          const saved = await save(person, `text ${(cells += 1)}`);
          assert.equal(saved.statusCode, right, `${who} ${saved.body}`);
          const change = await save(owner, `text ${(cells += 1)}`);
          const changes = String(change.headers[CHANGES_HEADER]);
          assert.notEqual(changes, 'undefined', `${who} ${change.body}`);
          const restored = await person.post(API.historyRestore, { changes });
          assert.equal(restored.statusCode, right, `restore by ${who} ${restored.body}`);
        }
      }
    }
  },
);

const cut = (name: string) =>
  `Your account is limited to some locations, so it can't change ${name}. Ask an owner.`;

const refusal = async (response: Promise<Response>) => {
  const { statusCode, body } = await response;
  assert.equal(statusCode, 403, body);
  return (JSON.parse(body) as Problem).detail;
};

onSite(
  'names what an account may not change, and keeps the rest of a refused save unsaved',
  async ({ site }) => {
    await open(site);
    const limited = await addPerson(site, 'prices', [CEDAR]);
    const { bids } = (await limited.get(API.bidList)).json<BidList>();
    const save = (changed: readonly unknown[]) => limited.put(API.cashBids, { bids: changed });

    const both = bids.map((bid) => ({ ...bid, notes: 'Both' }));
    assert.equal(await refusal(save(both)), cut('Hickory Bend'));
    assert.equal(await refusal(save(bids.slice(0, 2))), cut('Elsewhere'));
    assert.equal(await refusal(save(bids.toReversed())), cut('the order of other rows'));
    assert.equal(
      await refusal(save([...bids, { ...bids[0], location: 'New', delivery: 'Jan' }])),
      cut('New'),
    );
    // Bids must not leave or join a location of others by another name.
    const renamed = (from: number, location: string) =>
      bids.with(from, { ...(bids[from] as BidRow), location, delivery: 'Jan' });
    assert.equal(await refusal(save(renamed(0, 'Elsewhere 2'))), cut('Elsewhere 2'));
    assert.equal(await refusal(save(renamed(2, 'Cedar Fork'))), cut('Elsewhere'));
    assert.deepEqual((await limited.get(API.bidList)).json<BidList>().bids, bids);

    const moved = [{ ...(bids[0] as BidRow), delivery: 'Jan' }, ...bids.slice(1), bids[0]];
    assert.equal((await save(moved)).statusCode, 200);
    const text = { configType: 'ContactUsNormMonFri', message: '7 - 5' };
    assert.equal(
      await refusal(limited.post(API.saveSiteText, text)),
      "Your account can't change this part of the website. Ask an owner.",
    );
    assert.equal(
      await refusal(limited.post(API.siteSettings, { values: {} })),
      "Your account can't change this part of the website. Ask an owner.",
    );
  },
);

onSite(
  'refuses the next save of a role that was lowered, and of a location that was taken away',
  async ({ site }) => {
    await open(site);
    const person = await addPerson(site, 'content', [CEDAR]);
    const [{ save }] = CHANGES as [Change];
    assert.equal((await save(person, 'first')).statusCode, 200);
    const username = `content ${JSON.stringify([CEDAR])}`;
    await setRights(site, username, { locations: JSON.stringify([HICKORY]) });
    assert.equal((await save(person, 'second')).statusCode, 403);
    await setRights(site, username, { role: 'scale-house', locations: null });
    assert.equal(await refusal(save(person, 'third')), "Your account can't change cash bids. Ask an owner.");
    // Rights of a newer release, or damaged ones, allow no change.
    await setRights(site, username, { role: 'editor-in-chief', locations: null });
    assert.equal((await person.get(API.verify)).statusCode, 200);
    assert.equal((await save(person, 'fourth')).statusCode, 403);
    await setRights(site, username, { role: 'content', locations: '{' });
    assert.equal((await save(person, 'fifth')).statusCode, 403);
  },
);

onSite('lets limited people save while bids of others have come to name a location', async ({ site }) => {
  const owner = await open(site);
  const { bids } = (await owner.get(API.bidList)).json<BidList>();
  assert.equal((await owner.put(API.cashBids, { bids: [...bids, aBid('Far')] })).statusCode, 200);
  // A location that takes the name of a bid does not get the bid with it.
  const content = await addPerson(site, 'content', [CEDAR]);
  const renamed = ofLocation(CEDAR ?? '', 'name', 'c').save(content, 'Elsewhere');
  assert.equal(await refusal(renamed), cut('Elsewhere'));

  const address = (message: string) =>
    owner.post(API.saveSiteText, { configType: 'ContactUsAddress', message });
  await address('1 Elm Road\nElsewhere, MO 64093');
  const scaleHouse = await addPerson(site, 'scale-house', [CEDAR]);
  const hours = await ofLocation(CEDAR ?? '', 'normalMonFri', 's').save(scaleHouse, '7 - 5');
  assert.equal(hours.statusCode, 200, hours.body);
  await address('1 Elm Road\nFar, MO 64093');
  const prices = await addPerson(site, 'prices', [CEDAR]);
  const saved = await ofBid('Cedar Fork', CEDAR ?? null).save(prices, 'Only ours');
  assert.equal(saved.statusCode, 200, saved.body);
  const changes = String(saved.headers[CHANGES_HEADER]);
  assert.equal((await prices.post(API.historyRestore, { changes })).statusCode, 200);
});

const textsOf = async (client: AdminClient) =>
  (await client.get(API.attention)).json<Attention[]>().map(({ text }) => text);

onSite('lists what needs attention at the locations of a person', async ({ site, clock }) => {
  await open(site);
  clock.ms += 2 * 86_400_000;
  const all = await textsOf(await signIn(site));
  assert.deepEqual(
    all.filter((text) => /bid|hours for/.test(text)),
    ['3 cash bids older than 24 hours', 'No hours for Thanksgiving, Thu, Nov 26'],
  );
  const ofCedar = await textsOf(await addPerson(site, 'content', [CEDAR]));
  assert.deepEqual(ofCedar, ['1 cash bid older than 24 hours']);
  const ofMain = await textsOf(await addPerson(site, 'content', [MAIN]));
  assert.deepEqual(
    ofMain,
    all.slice(1).filter((text) => !/backup/.test(text)),
  );
});

const namesOf = (response: Response) =>
  response
    .json<{ content: BidList }>()
    .content.bids.map(({ location, delivery }) => `${location} ${delivery}`);
const entry = (location: string, wait = 10) => ({ entries: [{ location, wait }] });

onSite('limits API tokens to locations, and keeps the bids of others where they are', async ({ site }) => {
  const owner = await open(site);
  const { token } = (await owner.post(API.apiTokens, { name: 'Scale', locations: [HICKORY] })).json<{
    token: string;
  }>();
  const program = httpClientOf(site, { headers: { authorization: `Bearer ${token}` } });
  const own = [{ ...aBid('Hickory Bend'), delivery: 'Jan' }, aBid('Hickory Bend')];
  const sent = await program.put(API.cashBids, { bids: own });
  assert.equal(sent.statusCode, 200, sent.body);
  const all = ['Cedar Fork Spot', 'Hickory Bend Jan', 'Hickory Bend Spot', 'Elsewhere Spot'];
  assert.deepEqual(namesOf(sent), all);
  const csv = 'location,commodity,delivery,cashPrice\nHickory Bend,Corn,Spot,4.10\n';
  const asCsv = await program.put(API.cashBids, csv, { 'content-type': 'text/csv' });
  assert.deepEqual(namesOf(asCsv), ['Cedar Fork Spot', 'Hickory Bend Spot', 'Elsewhere Spot']);
  const foreign = { ...aBid('Cedar Fork'), notes: 'Not ours' };
  assert.equal(await refusal(program.put(API.cashBids, { bids: [foreign, ...own] })), cut('Cedar Fork'));
  assert.equal(await refusal(program.put(API.cashBids, { bids: [...own, aBid('New')] })), cut('New'));
  assert.equal(namesOf(await program.put(API.cashBids, { bids: [] })).length, 2);

  const harvest = (
    await owner.post(API.apiTokens, { name: 'Line', scope: 'harvest', locations: [CEDAR] })
  ).json<{ token: string }>();
  const line = httpClientOf(site, { headers: { authorization: `Bearer ${harvest.token}` } });
  assert.equal((await line.put(API.harvest, entry(CEDAR ?? ''))).statusCode, 200);
  assert.equal(await refusal(line.put(API.harvest, entry(HICKORY ?? ''))), cut('Hickory Bend'));
  // A token can do no more than the account that created it.
  await addAdmin(site.database, 'Kim');
  await setRights(site, 'Dana', { role: 'prices' });
  assert.equal(
    await refusal(line.put(API.harvest, entry(CEDAR ?? '', 20))),
    "Your account can't change the harvest board. Ask an owner.",
  );
});
