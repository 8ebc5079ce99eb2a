import assert from 'node:assert/strict';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Preview, SaveRequest } from '#contract/drafts.ts';
import type { HistoryPage } from '#contract/history.ts';
import type { Attention } from '#contract/attention.ts';
import type { Employees } from '#contract/employees.ts';
import type { OwnPage } from '#contract/own-pages.ts';
import { API, CONTENT_EPOCH_HEADER, CONTENT_VERSION_HEADER } from '#contract/paths.ts';
import type { Problem } from '#contract/problem.ts';
import type { Role } from '#contract/rights.ts';
import type { Schedule, ScheduledChange } from '#contract/schedule.ts';
import type { AllSiteTexts, SiteTextType } from '#contract/site-text.ts';
import { formatLocalMinute } from '#server/platform/local-minute.ts';
import { databaseTime } from '#server/platform/database/transaction.ts';
import {
  addAdmin,
  onBothSites,
  onSite,
  signIn,
  type AdminClient,
  type Clock,
} from '#tests/support/http-client.ts';
import { runCommand } from '#tests/support/admin-command.ts';
import { eventually } from '#tests/support/eventually.ts';
import { DATABASE_KINDS, freshTestDatabase } from '#tests/support/on-both-databases.ts';
import { readPublished, scheduleTexts } from '#tests/support/scheduled-texts.ts';
import { openTestSite, type TestSite } from '#tests/support/test-site.ts';

const HOUR_MS = 3_600_000;

const aText = (message: string, configType: SiteTextType = 'WelcomeMessage'): SaveRequest => ({
  method: 'POST',
  path: API.saveSiteText,
  body: { configType, message },
});

/** Returns the hours from now as a time of the cooperative, and what publishes everything that is due then. */
async function hoursOf(site: TestSite, clock: Clock) {
  const now = await site.database.read((db) => databaseTime(db, () => new Date(clock.ms)));
  const { timeZone } = site.currentSite();
  const instant = (hours: number) => Math.floor(now.getTime() / HOUR_MS + 1 + hours) * HOUR_MS;
  return {
    at: (hours: number) => formatLocalMinute(instant(hours), timeZone),
    iso: (hours: number) => new Date(instant(hours)).toISOString(),
    async pass(hours: number) {
      while (await site.schedule.publishNext(() => new Date(instant(hours))));
    },
  };
}

const textsOf = async (editor: AdminClient) => (await editor.get(API.allSiteTexts)).json<AllSiteTexts>();
const listOf = async (editor: AdminClient) => (await editor.get(API.schedule)).json<Schedule>();
async function schedule(editor: AdminClient, body: object): Promise<ScheduledChange> {
  const response = await editor.post(API.schedule, body);
  assert.equal(response.statusCode, 200, response.body);
  return response.json<ScheduledChange>();
}

onBothSites(
  'publishes changes together at their time, and brings back the values from before',
  async ({ site, clock }) => {
    const dana = await signIn(site);
    await dana.post(API.saveSiteText, aText('Welcome').body);
    const { at, iso, pass } = await hoursOf(site, clock);
    const made = await schedule(dana, {
      at: at(2),
      until: at(4),
      saves: [aText('Happy Thanksgiving'), aText('Closed', 'ContactUsNormMonFri')],
    });
    assert.deepEqual(await listOf(dana), [made]);
    assert.deepEqual(made, {
      id: made.id,
      createdAt: made.createdAt,
      title: 'Welcome message and Normal Mon-Fri',
      subjects: ['welcome-message', 'contact-us-norm-mon-fri'],
      at: iso(2),
      until: iso(4),
      isEnd: false,
      isTakeDown: false,
      author: 'Dana',
      state: 'waiting',
      reason: null,
      mayChange: true,
    });

    await pass(1);
    assert.equal((await textsOf(dana)).WelcomeMessage, 'Welcome');
    await pass(2);
    const published = await textsOf(dana);
    assert.deepEqual(
      [published.WelcomeMessage, published.ContactUsNormMonFri],
      ['Happy Thanksgiving', 'Closed'],
    );
    const [end] = await listOf(dana);
    assert.deepEqual(end, { ...made, at: iso(4), until: null, isEnd: true });

    await pass(4);
    const after = await textsOf(dana);
    assert.deepEqual([after.WelcomeMessage, after.ContactUsNormMonFri], ['Welcome', '']);
    assert.deepEqual(await listOf(dana), []);
    const { entries } = (await dana.get(API.history)).json<HistoryPage>();
    assert.deepEqual(
      entries.map(({ item, action, origin, author, scheduled }) => [
        item.name,
        action,
        origin,
        author,
        scheduled,
      ]),
      [
        ['Normal Mon-Fri', 'restored', 'admin', 'Dana', true],
        ['Welcome message', 'restored', 'admin', 'Dana', true],
        ['Normal Mon-Fri', 'changed', 'admin', 'Dana', true],
        ['Welcome message', 'changed', 'admin', 'Dana', true],
        ['Welcome message', 'changed', 'admin', 'Dana', undefined],
      ],
    );
    assert.equal(entries.at(0)?.restored, entries.at(3)?.id);

    await dana.post(API.saveSiteText, aText('Call first', 'AnnouncementMessage').body);
    const down = await schedule(dana, { at: at(6), saves: [aText('', 'AnnouncementMessage')] });
    assert.equal(down.isTakeDown, true);
  },
);

const isShown = ({ content }: TestSite) => [...content.snapshot().siteTexts.values()].includes('19');

/** Adds a person with a role, and signs in. */
async function personOf(site: TestSite, username: string, role: Role = 'content'): Promise<AdminClient> {
  await addAdmin(site.database, username);
  await setAdmin(site, username, { role });
  return signIn(site, { username });
}

const setAdmin = (site: TestSite, username: string, values: Record<string, string>) =>
  site.database.write((db) => db.updateTable('admin').set(values).where('username', '=', username).execute());

const statesOf = async (editor: AdminClient) =>
  (await listOf(editor)).map(({ title, state, reason }) => [title, state, reason]);

const saveText = async (editor: AdminClient, save: SaveRequest) => {
  const { statusCode } = await editor.post(save.path, save.body);
  assert.equal(statusCode, 200);
};

const decide = async (editor: AdminClient, decision: 'publish' | 'keep', at = 0) =>
  editor.post(`${API.schedule}/${(await listOf(editor))[at]?.id}/decide`, { decision });

/** Returns a save that is based on the content of now. */
async function based(editor: AdminClient, save: SaveRequest): Promise<SaveRequest> {
  const { headers } = await editor.get(API.allSiteTexts);
  const version = [headers[CONTENT_VERSION_HEADER], headers[CONTENT_EPOCH_HEADER]].filter(Boolean).join('-');
  return { ...save, version };
}

onSite(
  'stops when someone has changed the same value since, until a person decides',
  async ({ site, clock }) => {
    const dana = await signIn(site);
    const ana = await personOf(site, 'Ana');
    const { at, pass } = await hoursOf(site, clock);
    await schedule(dana, { at: at(1), saves: [aText('From Dana'), aText('555 0100', 'ContactUsFax')] });
    await saveText(ana, aText('From Ana'));
    await pass(1);
    assert.deepEqual(
      await textsOf(dana).then(({ WelcomeMessage, ContactUsFax }) => [WelcomeMessage, ContactUsFax]),
      ['From Ana', ''],
    );
    const [[title, state, reason] = []] = await statesOf(dana);
    assert.deepEqual([title, state], ['Welcome message and Fax number', 'stopped']);
    assert.match(reason ?? '', /^Ana changed this on \w{3}, \w{3} \d+, \d+:\d\d [ap]m\.$/);
    const [attention] = (await ana.get(API.attention)).json<Attention[]>();
    assert.match(attention?.text ?? '', /^Not published on .+: Welcome message and Fax number$/);

    assert.equal((await decide(ana, 'publish')).statusCode, 200);
    assert.equal((await textsOf(dana)).WelcomeMessage, 'From Dana');
    assert.deepEqual(await listOf(dana), []);
    const [entry] = (await dana.get(API.history)).json<HistoryPage>().entries;
    assert.deepEqual([entry?.author, entry?.scheduled], ['Ana', true], 'in the name of who decides');

    await schedule(dana, { at: at(2), until: at(3), saves: [aText('Again')] });
    await pass(2);
    await saveText(ana, aText('Open on Friday'));
    await pass(3);
    assert.equal((await textsOf(dana)).WelcomeMessage, 'Open on Friday', 'an end stops, too');
    assert.equal((await decide(dana, 'keep')).statusCode, 200);
    assert.equal((await textsOf(dana)).WelcomeMessage, 'Open on Friday');
    assert.deepEqual(await listOf(dana), []);
  },
);

const saveCrew = (client: AdminClient, crew: unknown) => client.post(API.saveEmployees, crew);
const anEmployee = (name: string, title: string) => ({ name, title, phoneNumber: '-', email: '-' });

onSite(
  'merges a list with what others have changed since, also when someone decides',
  async ({ site, clock }) => {
    const dana = await signIn(site);
    const ana = await personOf(site, 'Ana');
    const { at, pass } = await hoursOf(site, clock);
    const crewOf = async () => (await dana.get(API.employees)).json<Employees>();
    await saveCrew(dana, [anEmployee('Bo', 'Buyer')]);
    const change = async (title: string): Promise<SaveRequest> => {
      const body = (await crewOf()).map((each) => ({ ...each, title }));
      return based(dana, { method: 'POST', path: API.saveEmployees, body });
    };

    await schedule(dana, { at: at(1), saves: [await change('Manager')] });
    await schedule(dana, { at: at(2), saves: [await change('Owner')] });
    await saveCrew(ana, [...(await crewOf()), anEmployee('Cy', 'Driver')]);
    await pass(1);
    const titlesOf = async () => (await crewOf()).map(({ name, title }) => `${name} ${title}`);
    assert.deepEqual(await titlesOf(), ['Bo Manager', 'Cy Driver']);
    await saveCrew(
      ana,
      (await crewOf()).map((each) => ({ ...each, title: `${each.title} II` })),
    );
    await pass(2);
    assert.deepEqual(await titlesOf(), ['Bo Manager II', 'Cy Driver II']);
    assert.equal((await decide(dana, 'publish')).statusCode, 200);
    assert.deepEqual(await titlesOf(), ['Bo Owner', 'Cy Driver II'], 'only what was scheduled');
  },
);

onSite(
  'publishes several changes of one value in order, and stops where a person did not know of the other',
  async ({ site, clock }) => {
    const dana = await signIn(site);
    const ana = await personOf(site, 'Ana');
    const { at, pass } = await hoursOf(site, clock);
    const welcomeAfter = async (hours: number) => {
      await pass(hours);
      return (await textsOf(dana)).WelcomeMessage;
    };
    await schedule(dana, { at: at(2), until: at(3), saves: [await based(dana, aText('Two'))] });
    await schedule(dana, { at: at(1), until: at(2), saves: [await based(dana, aText('One'))] });
    await schedule(ana, { at: at(4), saves: [await based(ana, aText('Four'))] });
    assert.equal(await welcomeAfter(1), 'One');
    assert.equal(await welcomeAfter(2), 'Two', 'an end precedes a start');
    assert.equal(await welcomeAfter(3), '');
    assert.equal(await welcomeAfter(4), 'Four');

    await schedule(dana, { at: at(6), saves: [aText('Six')] });
    await schedule(ana, { at: at(5), saves: [aText('Five')] });
    assert.equal(await welcomeAfter(6), 'Five');
    assert.match((await statesOf(dana))[0]?.[2] ?? '', /^Ana changed this/);
  },
);

onSite('stops all changes of one person for one time together, and no others', async ({ site, clock }) => {
  const dana = await signIn(site);
  const ana = await personOf(site, 'Ana');
  const { at, pass } = await hoursOf(site, clock);
  await schedule(dana, { at: at(1), saves: [aText('555 0100', 'ContactUsFax')] });
  await schedule(dana, { at: at(1), saves: [aText('Hello')] });
  await schedule(ana, { at: at(1), saves: [aText('555 0101', 'ContactUsPhoneNumber')] });
  await saveText(ana, aText('From Ana'));
  await pass(1);
  const { ContactUsFax, ContactUsPhoneNumber } = await textsOf(dana);
  assert.deepEqual([ContactUsFax, ContactUsPhoneNumber], ['', '555 0101']);
  const [fax, welcome] = await statesOf(dana);
  assert.deepEqual(fax, [
    'Fax number',
    'stopped',
    'It was to be published together with “Welcome message.” That change has stopped.',
  ]);
  assert.match(welcome?.[2] ?? '', /^Ana changed this/);
});

onSite('stops the changes of a person who has lost the right or the account', async ({ site, clock }) => {
  const dana = await signIn(site);
  const [ana, bo] = [await personOf(site, 'Ana'), await personOf(site, 'Bo')];
  const { at, pass } = await hoursOf(site, clock);
  const own = await schedule(ana, { at: at(1), saves: [aText('From Ana')] });
  await schedule(bo, { at: at(1), saves: [aText('From Bo', 'ContactUsFax')] });
  await setAdmin(site, 'Ana', { role: 'prices' });
  await setAdmin(site, 'Bo', { disabled_at: '2026-01-01T00:00:00.000Z' });

  const refused = await ana.post(API.schedule, { at: at(1), saves: [aText('Again')] });
  assert.deepEqual([refused.statusCode, refused.json<Problem>().code], [403, 'no-right']);
  await pass(1);
  assert.equal((await textsOf(dana)).WelcomeMessage, '');
  assert.deepEqual(await statesOf(dana), [
    ['Welcome message', 'stopped', "Ana's account can't change this anymore."],
    ['Fax number', 'stopped', "Bo's account has ended."],
  ]);

  const cy = await personOf(site, 'Cy', 'prices');
  assert.deepEqual(
    (await listOf(cy)).map(({ mayChange }) => mayChange),
    [false, false],
  );
  assert.deepEqual((await cy.get(API.attention)).json(), []);
  assert.equal((await decide(cy, 'publish')).statusCode, 403);
  assert.equal((await cy.delete(`${API.schedule}/${own.id}`)).statusCode, 403);
  assert.equal((await decide(ana, 'publish')).statusCode, 403, 'of her own, without the right');
  assert.equal((await decide(dana, 'publish')).statusCode, 200);
  assert.equal((await textsOf(dana)).WelcomeMessage, 'From Ana');
});

const aPage = (id: string): OwnPage => ({
  id,
  address: id,
  title: 'Careers',
  description: '',
  inMenu: false,
  hidden: false,
  blocks: [],
});
const pathOf = (id: string) => `${API.ownPages}/${id}`;

onSite('stops a change of a deleted employee', async ({ site, clock }) => {
  const dana = await signIn(site);
  const { at, pass } = await hoursOf(site, clock);
  await saveCrew(dana, [anEmployee('Bo', 'Buyer')]);
  const crew = (await dana.get(API.employees)).json<Employees>();
  const body = crew.map((each) => ({ ...each, title: 'Manager' }));
  await schedule(dana, {
    at: at(1),
    saves: [await based(dana, { method: 'POST', path: API.saveEmployees, body })],
  });
  await dana.delete(`${API.saveEmployees}/${crew.at(-1)?.id}`);
  await pass(1);
  assert.deepEqual(
    (await statesOf(dana)).map(([, ...state]) => state),
    [['stopped', 'What this changes was deleted.']],
  );
});

onSite('stops a change of a deleted page, and publishes that of a renamed one', async ({ site, clock }) => {
  const dana = await signIn(site);
  const { at, pass } = await hoursOf(site, clock);
  for (const id of ['old', 'jobs']) {
    await dana.post(API.ownPages, aPage(id));
    const save: SaveRequest = { method: 'PUT', path: pathOf(id), body: { ...aPage(id), title: 'Jobs' } };
    await schedule(dana, { at: at(id === 'old' ? 1 : 2), saves: [await based(dana, save)] });
  }
  await dana.delete(pathOf('old'));
  assert.equal((await dana.put(pathOf('jobs'), { ...aPage('jobs'), address: 'work' })).statusCode, 200);
  await pass(2);
  const { title, address } = (await dana.get(pathOf('jobs'))).json<OwnPage>();
  assert.deepEqual([title, address], ['Jobs', 'work']);
  assert.deepEqual(await statesOf(dana), [['Jobs', 'stopped', 'What this changes was deleted.']]);
  assert.equal((await decide(dana, 'publish')).statusCode, 404);
  assert.equal((await listOf(dana)).length, 1);
});

onSite(
  'refuses immediately what could not be published, and can be rescheduled and canceled',
  async ({ site, clock }) => {
    const dana = await signIn(site);
    const { at, iso, pass } = await hoursOf(site, clock);
    const refusal = async (body: object) => {
      const response = await dana.post(API.schedule, body);
      const { code, detail, errors = [] } = response.json<Problem>();
      return [response.statusCode, code, errors[0]?.field ?? detail];
    };
    const saves = [aText('Hello')];
    assert.deepEqual(await refusal({ at: at(2), until: at(1), saves }), [
      400,
      'end-before-start',
      'body/until',
    ]);
    assert.deepEqual(await refusal({ at: '2026-11-20T05:00', saves }), [400, 'no-such-time', 'body/at']);
    assert.deepEqual(await refusal({ at: '2027-03-14T02:30', saves }), [400, 'no-such-time', 'body/at']);
    assert.deepEqual(await refusal({ at: 'Friday', saves }), [400, 'invalid', 'body/at']);
    assert.deepEqual(await refusal({ at: at(1), saves: [] }), [400, 'invalid', 'body/saves']);
    assert.deepEqual(await refusal({ at: at(1), saves: [aText('')] }), [400, 'no-change', 'body/saves']);
    const other: SaveRequest = { method: 'POST', path: API.historyRestore, body: {} };
    assert.deepEqual(await refusal({ at: at(1), saves: [...saves, other] }), [
      400,
      'not-a-save',
      'body/saves/1',
    ]);
    const long = aText('x'.repeat(101), 'ContactUsFax');
    assert.deepEqual(await refusal({ at: at(1), saves: [long] }), [400, 'too-long', 'body/message']);
    const seen = await based(dana, aText('Mine'));
    await saveText(dana, aText('Newer'));
    assert.equal((await refusal({ at: at(1), saves: [seen] }))[1], 'conflict');
    assert.deepEqual(await listOf(dana), []);
    assert.equal((await textsOf(dana)).WelcomeMessage, 'Newer');

    const { id } = await schedule(dana, { at: at(1), saves });
    const path = `${API.schedule}/${id}`;
    const moved = await dana.put(path, { at: at(3), until: at(4) });
    assert.deepEqual(await listOf(dana), [moved.json()]);
    assert.equal(moved.json<ScheduledChange>().until, iso(4));
    assert.equal((await decide(dana, 'publish')).statusCode, 409, 'it waits');
    assert.equal((await dana.put(path, { at: at(3), until: at(3) })).statusCode, 400);
    await pass(3);
    assert.equal((await dana.put(path, { at: at(5), until: at(6) })).statusCode, 400, 'only its end');
    assert.equal((await dana.put(path, { at: at(5) })).statusCode, 200);
    await pass(4);
    assert.equal((await textsOf(dana)).WelcomeMessage, 'Hello');
    assert.equal((await dana.delete(path)).statusCode, 200);
    await pass(5);
    assert.equal((await textsOf(dana)).WelcomeMessage, 'Hello', 'it stays');
    for (const gone of [
      await dana.delete(path),
      await dana.put(path, { at: at(6) }),
      await decide(dana, 'keep'),
    ])
      assert.equal(gone.statusCode, 404);
  },
);

onBothSites(
  'keeps what is scheduled through a restore, but stops it',
  async ({ site, testDatabase, clock }) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'scalehouse-test-'));
    const dana = await signIn(site);
    const { at, pass } = await hoursOf(site, clock);
    const run = async (...words: string[]) => {
      const { code, errorOutput } = await runCommand(testDatabase.environment, words);
      assert.equal(code, 0, errorOutput);
    };
    const file = join(folder.path, 'site.backup');
    await saveText(dana, aText('Welcome'));
    await schedule(dana, { at: at(1), saves: [await based(dana, aText('In the backup'))] });
    await run('backup', file);
    await pass(1);
    await schedule(dana, { at: at(2), until: at(3), saves: [aText('555 0100', 'ContactUsFax')] });
    await run('restore', file, '--force');
    await site.content.refresh();
    await pass(2);

    const editor = await signIn(site);
    assert.equal((await textsOf(editor)).WelcomeMessage, 'Welcome');
    const reason = 'The website was restored from a backup.';
    assert.deepEqual(await statesOf(editor), [
      ['Welcome message', 'stopped', reason],
      ['Fax number', 'stopped', reason],
    ]);
    assert.equal((await decide(editor, 'publish')).statusCode, 200);
    assert.equal((await textsOf(editor)).WelcomeMessage, 'In the backup');
    assert.equal((await decide(editor, 'publish')).statusCode, 200);
    assert.equal((await listOf(editor))[0]?.isEnd, true);
  },
);

for (const kind of DATABASE_KINDS) {
  void test(`publishes each change once and in order, whichever of two servers does it (${kind})`, async () => {
    await using testDatabase = await freshTestDatabase(kind, { migrated: true });
    await addAdmin(await testDatabase.open(), 'Dana');
    const open = () => openTestSite({ seedContent: 'none', environment: testDatabase.environment });
    await using first = await open();
    await using second = await open();
    const pace = { count: 20, afterMs: 0, spacingMs: 100, together: 2 };
    const rows = await scheduleTexts(first.database, pace);
    await eventually(async () =>
      assert.deepEqual(
        (await readPublished(first.database)).map(({ id }) => id),
        rows.map(({ id }) => id),
      ),
    );
    await eventually(() => assert.ok([first, second].every(isShown)));
  });
}

onSite('previews the site as of a moment, and changes nothing', async ({ site, clock }) => {
  const dana = await signIn(site);
  const { at, iso } = await hoursOf(site, clock);
  await schedule(dana, { at: at(1), until: at(3), saves: [aText('Closed today')] });
  await schedule(dana, { at: at(2), saves: [aText('555 0100', 'ContactUsPhoneNumber')] });
  const before = await listOf(dana);
  const shown = async (hours: number, saves: SaveRequest[] = []) => {
    const { html } = (
      await dana.post(API.preview, { path: '/contact-us', saves, asOf: iso(hours) })
    ).json<Preview>();
    const home = (await dana.post(API.preview, { path: '/', saves, asOf: iso(hours) })).json<Preview>();
    return [home.html.includes('Closed today'), html.includes('555 0100')];
  };
  assert.deepEqual(await shown(0), [false, false]);
  assert.deepEqual(await shown(1), [true, false]);
  assert.deepEqual(await shown(2), [true, true]);
  assert.deepEqual(await shown(3), [false, true]);
  assert.deepEqual(await shown(2, [aText('Mine')]), [false, true], 'with unsaved changes on top');
  assert.deepEqual(await listOf(dana), before);

  const ana = await personOf(site, 'Ana', 'prices');
  const asAna = async (hours: number) =>
    (await ana.post(API.preview, { path: '/', saves: [], asOf: iso(hours) })).statusCode;
  assert.deepEqual([await asAna(0), await asAna(1)], [200, 403], 'only with the right to all of it');
  assert.equal((await textsOf(dana)).WelcomeMessage, '');
});

/** Values that are saved as one, of which two people change the first, and one of them also the second. */
const WHOLE: Record<string, { save(first: string, second: string): SaveRequest; read: string }> = {
  table: {
    save: (first, second) => ({
      method: 'POST',
      path: API.priceTable,
      body: {
        TableType: 1,
        ColumnHeaders: { fuel_header_0: 'Fuel Type', fuel_header_1: 'Price' },
        AllRows: [
          { fuel_row_0_header_0: 'Diesel', fuel_row_0_header_1: first },
          { fuel_row_1_header_0: 'Propane', fuel_row_1_header_1: second },
        ],
      },
    }),
    read: `${API.priceTable}/1`,
  },
  bids: {
    save: (first, second) => ({
      method: 'PUT',
      path: API.cashBids,
      body: {
        bids: ['Corn', 'Milo'].map((commodity, index) => ({
          location: 'Marshall',
          commodity,
          delivery: 'Spot',
          cashPrice: '4.10',
          active: true,
          notes: [first, second][index],
        })),
      },
    }),
    read: API.bidList,
  },
  page: {
    save: (first, second) => ({
      method: 'PUT',
      path: pathOf('page'),
      body: { ...aPage('page'), title: first, description: second },
    }),
    read: pathOf('page'),
  },
  setting: {
    save: (first, second) => ({
      method: 'POST',
      path: API.siteSettings,
      body: {
        values: { titles: { '/store': first, '/gallery': second } },
      },
    }),
    read: API.siteSettings,
  },
};

onSite(
  'publishes on top of what is there now, of a table, bids, a page, or a setting',
  async ({ site, clock }) => {
    const dana = await signIn(site);
    const ana = await personOf(site, 'Ana');
    const { at, pass } = await hoursOf(site, clock);
    await dana.post(API.ownPages, aPage('page'));
    const send = ({ method, path, body }: SaveRequest) =>
      method === 'PUT' ? ana.put(path, body) : ana.post(path, body);
    for (const [index, { save, read }] of Object.values(WHOLE).entries()) {
      assert.equal((await send(save('alpha', 'beta'))).statusCode, 200);
      await schedule(dana, { at: at(index + 1), saves: [await based(dana, save('gamma', 'beta'))] });
      assert.equal((await send(save('delta', 'epsilon'))).statusCode, 200);
      await pass(index + 1);
      const shown = async () => {
        const { body } = await dana.get(read);
        return ['alpha', 'beta', 'gamma', 'delta', 'epsilon'].filter((word) => body.includes(word)).join(' ');
      };
      assert.equal(await shown(), 'delta epsilon', read);
      assert.equal((await decide(dana, 'publish')).statusCode, 200, read);
      assert.equal(await shown(), 'gamma epsilon', read);
    }
  },
);
