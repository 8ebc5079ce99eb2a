import assert from 'node:assert/strict';
import { test } from 'node:test';
import demoSettings from '#content/demo/site-settings.json' with { type: 'json' };
import { FIRST_COMMODITIES } from '#contract/cash-bids.ts';
import { SETUP_STEPS, type DemoContent, type DemoContentRemoved } from '#contract/demo-content.ts';
import type { HistoryPage } from '#contract/history.ts';
import { API, CHANGES_HEADER } from '#contract/paths.ts';
import { differencesFromLog } from '#tests/support/logged-content.ts';
import { freshPostgresUrl } from '#tests/support/databases.ts';
import { DATABASE_KINDS } from '#tests/support/on-both-databases.ts';
import { addAdmin, signIn, type AdminClient } from '#tests/support/http-client.ts';
import { demoSite, openTestSite } from '#tests/support/test-site.ts';

const read = async (editor: AdminClient) => (await editor.get(API.demoContent)).json<DemoContent>();

async function save(editor: AdminClient, values: object) {
  const response = await editor.post(API.siteSettings, { values });
  assert.equal(response.statusCode, 200, response.body);
}

const saveText = (editor: AdminClient, configType: string, message: string) =>
  editor.post(API.saveSiteText, { configType, message });

async function openDemoSite(options: Parameters<typeof openTestSite>[0] = {}) {
  const site = await openTestSite(options);
  await addAdmin(site.database, 'Dana');
  return { site, editor: await signIn(site), [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() };
}

test('compares with the settings of the site file that the project comes with', () => {
  const site = demoSite();
  const names = Object.keys(demoSettings) as (keyof typeof demoSettings)[];
  assert.deepEqual(Object.fromEntries(names.map((name) => [name, site[name]])), demoSettings);
});

test('counts a step as done when all of its values are neither those of the demo nor empty', async () => {
  await using open = await openDemoSite();
  const { editor } = open;
  assert.deepEqual(await read(editor), { isStanding: true, isSetupShown: true, stepsDone: [] });

  await save(editor, { name: 'Prairie View Co-op', shortName: 'Prairie View' });
  assert.deepEqual((await read(editor)).stepsDone, [], "The phone number is the demo's.");
  await saveText(editor, 'ContactUsPhoneNumber', '402 555-0117');
  assert.deepEqual((await read(editor)).stepsDone, ['name-and-phone']);
  await saveText(editor, 'ContactUsPhoneNumber', '');
  assert.deepEqual((await read(editor)).stepsDone, [], 'There is no phone number.');

  await saveText(editor, 'ContactUsAddress', '12 Our Road');
  await save(editor, {
    location: { lat: 40.5, lon: -98.4 },
    colors: { light: { plate: '#123456' }, dark: {} },
    links: { ...demoSite().links, marketAlerts: 'https://alerts.prairie.example/' },
  });
  for (const type of ['NormMonFri', 'NormSatSun', 'HarvestMonFri', 'HarvestSatSun'])
    await saveText(editor, `ContactUs${type}`, '8:00 am – 4:00 pm');
  const commodities = [
    ...FIRST_COMMODITIES,
    { name: 'Oats', poundsPerBushel: 32, rounding: 'half up', decimals: 2, futuresRoot: 'ZO' },
  ];
  const response = await editor.put(API.commodities, { commodities });
  assert.equal(response.statusCode, 200, response.body);
  assert.deepEqual((await read(editor)).stepsDone, ['place', 'hours', 'look', 'commodities', 'links']);

  await save(editor, {
    publicAddress: 'https://prairie.example',
    pioneer: { ...demoSite().pioneer, shown: false },
  });
  await saveText(editor, 'ContactUsPhoneNumber', '402 555-0117');
  await editor.post(API.demoContentRemoval);
  assert.deepEqual(await read(editor), {
    isStanding: false,
    isSetupShown: false,
    stepsDone: [...SETUP_STEPS],
  });
});

test('counts emptied demo content as removed, and not as new values', async () => {
  await using open = await openDemoSite();
  const { editor } = open;
  await editor.post(API.demoContentRemoval);
  assert.deepEqual(await read(editor), {
    isStanding: false,
    isSetupShown: true,
    stepsDone: ['demo-content'],
  });
});

test('shows the setup on a site without content, unless the settings close it', async () => {
  await using open = await openDemoSite({ seedContent: 'none' });
  const { editor } = open;
  const stepsDone = ['demo-content'];
  assert.deepEqual(await read(editor), { isStanding: false, isSetupShown: true, stepsDone });
  await save(editor, { setup: 'closed' });
  assert.equal((await read(editor)).isSetupShown, false);
  const rejected = await editor.post(API.siteSettings, { values: { setup: 'later' } });
  assert.equal(rejected.statusCode, 400);
  assert.match(rejected.body, /Guided setup is \\"later\\"\. It must be automatic, open, or closed/);
});

for (const kind of DATABASE_KINDS)
  void test(`undoes the removal of demo content, which is then demo content again (${kind})`, async () => {
    await using stack = new AsyncDisposableStack();
    const databaseUrl = kind === 'SQLite' ? undefined : stack.use(await freshPostgresUrl()).url;
    const open = stack.use(await openDemoSite(databaseUrl === undefined ? {} : { databaseUrl }));
    const { editor, site } = open;
    const urls = [
      `${API.siteTexts}?ids=0,1,2,3,4,16`,
      API.cashBids,
      API.employees,
      `${API.priceTable}/1`,
      API.pioneerItems,
      `${API.images}/0`,
    ];
    const readAll = () =>
      Promise.all(
        // Restored content has other times of change.
        urls.map(async (url) => (await editor.get(url)).body.replaceAll(/"(changedAt|version)":[^,}]*/g, '')),
      );
    await saveText(editor, 'WelcomeMessage', 'Ours.');
    const before = await readAll();
    const removal = await editor.post(API.demoContentRemoval);
    const changes = String(removal.headers[CHANGES_HEADER]);
    assert.notDeepEqual(await readAll(), before);
    const restored = await editor.post(API.historyRestore, { changes });
    assert.equal(restored.statusCode, 200, restored.body);
    assert.deepEqual(await readAll(), before);
    assert.equal((await read(editor)).isStanding, true);
    const { entries } = (await editor.get(API.history)).json<HistoryPage>();
    assert.deepEqual([...new Set(entries.map(({ action }) => action))], ['restored']);
    assert.deepEqual(await site.database.read(differencesFromLog), []);

    const again = await editor.post(API.demoContentRemoval);
    assert.equal(again.json<DemoContentRemoved>().removed, removal.json<DemoContentRemoved>().removed);
    assert.equal((await read(editor)).isStanding, false);
    assert.match((await editor.get(`${API.siteTexts}?ids=0`)).body, /Ours\./);
  });
