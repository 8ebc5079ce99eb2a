import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { MESSAGES } from '#contract/messages.ts';
import { API, WIDGET_PAGES } from '#contract/paths.ts';
import { siteWithFakeVendors } from '#tests/fake-vendors/fake-vendors.ts';
import { runCommand } from '#tests/support/admin-command.ts';
import { freshPostgresUrl, SHARED_CLUSTER_VARIABLE } from '#tests/support/databases.ts';
import { readElements, textsOf } from '#tests/support/html.ts';
import { countInteractions } from '#tests/support/interactions.ts';
import { startPostgresCluster } from '#tests/support/postgres-cluster.ts';
import { startServer } from '#tests/support/server-process.ts';
import { aTestImage } from '#tests/support/test-images.ts';
import { demoSite } from '#tests/support/test-site.ts';
import { saveButtonIn } from './dashboard-page.ts';
import { expect as plainExpect, PASSWORD, test as base, untilHydrated } from './fixtures.ts';

/** Waits longer: saves are durable, and uploads wait for the image worker. */
const expect = plainExpect.configure({ timeout: 30_000 });

const PUBLIC_ADDRESS = 'https://prairiestar.example.com';

/** Pages that the sitemap leaves out. */
const MORE_PAGES = [
  '/store',
  '/board',
  '/cash-bids.html',
  '/price-sheet',
  ...WIDGET_PAGES,
  '/no-such-page',
  '/robots.txt',
  '/sitemap.xml',
  '/site.webmanifest',
] as const;

const DATA = [
  `${API.siteTexts}?ids=${Array.from({ length: 17 }, (_, id) => id).join(',')}`,
  API.cashBids,
  `${API.cashBids}?format=csv`,
  API.locations,
  API.employees,
  ...[0, 1, 2, 3, 4].map((type) => `${API.priceTable}/${type}`),
  API.pioneerItems,
  `${API.images}/0`,
  `${API.images}/1`,
  API.documents,
] as const;

/** The only difference between the pages of a site and of its copy: a restore is a change, too. */
const withoutVersion = (body: string) => body.replace(/"contentVersion":"[^"]*"/, '"contentVersion":""');

type Server = { url: string; environment: NodeJS.ProcessEnv };

const test = base.extend<object, { server: Server }>({
  server: [
    async ({ workerFakeVendors }, provide) => {
      using folder = mkdtempDisposableSync(join(tmpdir(), 'scalehouse-another-'));
      const siteFile = join(folder.path, 'site.json');
      // Tests replace the third-party pages.
      const site = siteWithFakeVendors(demoSite(), workerFakeVendors.url);
      writeFileSync(siteFile, JSON.stringify(site));
      const environment = {
        DATA_DIR: join(folder.path, 'sqlite'),
        SITE_FILE: siteFile,
        ADMIN_USERNAME: 'Dana',
        ADMIN_PASSWORD: PASSWORD,
      };
      await using server = await startServer(environment);
      await provide({ url: server.url, environment });
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ server }, provide) => provide(server.url),

  // This test has its own server in place of the one that others share.
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it needs from the pattern.
  site: async ({}, provide) => provide(undefined as never),
});

test.use({
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  actionTimeout: 20_000,
});

type User = ReturnType<typeof countInteractions>;

const settingRow = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

async function save(page: Page, { tap }: User, group: string, label = 'Update') {
  const button = saveButtonIn(settingRow(page, group), label);
  await tap(button);
  await expect(button).toHaveText('Saved');
}

async function signIn(page: Page, { fill, tap }: User) {
  await page.goto('/admin');
  await untilHydrated(page);
  await fill(page.getByLabel('Username'), 'Dana');
  await fill(page.getByLabel('Password', { exact: true }), PASSWORD);
  await tap(page.getByRole('button', { name: 'Login' }));
  await tap(page.getByText('Setup: 0 of 9 done'));
}

/** Fills boxes of settings or texts, and saves each group. */
async function fillIn(page: Page, user: User, texts: Readonly<Record<string, string>>) {
  for (const [group, text] of Object.entries(texts)) {
    await user.fill(settingRow(page, group).getByRole('textbox'), text);
    await save(page, user, group);
  }
}

async function finishSetup(page: Page, user: User) {
  const { fill, tap, type, pick } = user;
  const follow = (name: string) => tap(page.getByRole('link', { name, exact: true }));
  await follow('Enter your website (yourcoop.com)');
  await fillIn(page, user, {
    'Web address': `${PUBLIC_ADDRESS}/`,
    'Name of the cooperative': 'Prairie Star Cooperative',
    'Short name': 'Prairie Star',
  });
  await follow('Enter your phone');
  await fillIn(page, user, {
    'Phone number': '620 555-0130',
    Address: '1 Railroad Avenue, Great Bend, KS 67530',
  });
  await follow('Choose your local weather');
  await fill(page.getByRole('textbox', { name: 'Latitude' }), '38.3645');
  await fill(page.getByRole('textbox', { name: 'Longitude' }), '-98.7648');
  await save(page, user, 'Location');
  await follow('Enter your hours');
  await fillIn(page, user, {
    'Normal Mon-Fri': '8:00 am – 5:00 pm',
    'Normal Sat & Sun': '8:00 am – noon, closed Sun',
    'Harvest Mon-Fri': '7:00 am – 10:00 pm',
    'Harvest Sat & Sun': '7:00 am – 8:00 pm',
  });

  await follow('Choose your logo and colors');
  const brand = settingRow(page, 'Logo and icon');
  await tap(brand.getByText('Show all'));
  const logo = await aTestImage({ width: 900, height: 200 }).png().toBuffer();
  await pick(brand.getByRole('group', { name: 'Logo', exact: true }).getByLabel('Upload an image'), {
    name: 'prairie_star.png',
    mimeType: 'image/png',
    buffer: logo,
  });
  await expect(brand.getByText('Uploaded. Choose Update to show it.')).toBeVisible();
  await save(page, user, 'Logo and icon');
  const colors = settingRow(page, 'Colors');
  await fill(colors.getByLabel('Tint color'), '#1b2f5b');
  await fill(colors.getByRole('group', { name: 'Light mode' }).getByLabel('Headings and links'), '#8a1420');
  await expect(colors.getByText(/^This is/)).toHaveCount(0);
  await save(page, user, 'Colors');
  await follow("Switch off what you don't have");
  const parts = settingRow(page, 'Pages and parts');
  await tap(parts.getByText('Show all'));
  await tap(parts.getByRole('checkbox', { name: 'Gallery' }));
  await tap(parts.getByRole('checkbox', { name: 'Video' }));
  await save(page, user, 'Pages and parts');

  await follow('List what you buy');
  const commodities = settingRow(page, 'Commodities');
  await tap(commodities.getByRole('button', { name: 'Add Row' }));
  await type(page.locator(':focus'), 'HRW Wheat');
  await save(page, user, 'Commodities', 'Save');
  await follow('Choose the seed you sell');
  const seed = settingRow(page, 'Pioneer page');
  await fill(seed.getByRole('textbox', { name: 'Name', exact: true }), 'Star Seed');
  await fill(seed.getByRole('textbox', { name: 'Heading', exact: true }), 'Seed for central Kansas');
  await save(page, user, 'Pioneer page');
  await follow('Link to other websites');
  await fill(page.getByRole('textbox', { name: 'Market alerts' }), '');
  await save(page, user, 'Links');

  await follow('Clear the demo content');
  await tap(page.getByRole('button', { name: 'Remove demo content' }));
  await tap(page.getByRole('dialog').getByRole('button', { name: 'Remove demo content' }));
  await expect(page.getByText('Setup: 9 of 9 done')).toBeVisible();
}

async function welcome(page: Page, user: User) {
  await user.tap(page.getByRole('heading', { name: 'Home Page' }));
  await fillIn(page, user, { 'Welcome message': 'Grain, seed, and fuel in central Kansas since 1912.' });
}

const bodyAt = async (url: string) => (await fetch(url, { redirect: 'manual' })).text();

async function listPages(url: string): Promise<string[]> {
  const sitemap = await bodyAt(`${url}/sitemap.xml`);
  const indexed = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address);
  for (const address of indexed) expect(address).toContain(PUBLIC_ADDRESS);
  return [...indexed.map((address) => address.slice(PUBLIC_ADDRESS.length)), ...MORE_PAGES];
}

/** Returns the addresses that a document links to or loads. */
const linksIn = (html: string) =>
  readElements(html).flatMap(({ attributes: { href, src, srcset, content } }) =>
    [href, src, content, ...(srcset ?? '').split(/[ ,]+/)].filter(
      (each) => each !== undefined && each !== '',
    ),
  ) as string[];

test(
  "builds another cooperative's site on a phone, and moves it to the other database without a difference",
  { tag: '@long' },
  async ({ page, server }) => {
    test.setTimeout(400_000);
    const user = countInteractions();

    await test.step('build', async () => {
      await signIn(page, user);
      await finishSetup(page, user);
      await welcome(page, user);
    });
    const pages = await listPages(server.url);
    const files = new Set<string>();

    await test.step('show nothing of the demo cooperative', async () => {
      for (const path of pages) {
        const html = await bodyAt(server.url + path);
        expect(
          html.match(
            /.{0,60}(?:[Hh]ickory|[Cc]edar [Ff]ork|[Rr]iver [Tt]erminal|660[ -]555|Pioneer).{0,60}/g,
          ),
          path,
        ).toBeNull();
        const links = linksIn(html);
        expect(
          links.filter((link) => /gallery|film/.test(link)),
          path,
        ).toEqual([]);
        for (const link of links) if (/^\/(images|documents)\//.test(link)) files.add(link);
      }
      for (const path of ['/gallery', '/gallery?page=1']) {
        const missing = await fetch(server.url + path);
        expect(missing.status, path).toBe(404);
        expect(textsOf(await missing.text(), 'h1')).toEqual([MESSAGES.notFound]);
      }
      for (const path of ['/media/film.mp4', '/media/film-dark.webm'])
        expect((await fetch(server.url + path)).status, path).toBe(404);
    });

    await test.step('show the new cooperative', async () => {
      const contact = await bodyAt(`${server.url}/contact-us`);
      const [data = ''] = readElements(contact)
        .filter(({ attributes }) => attributes['type'] === 'application/ld+json')
        .map(({ text }) => text);
      const business = JSON.parse(data) as Record<string, unknown>;
      expect([business['name'], business['telephone']]).toEqual(['Prairie Star Cooperative', '620 555-0130']);
      expect(business['openingHoursSpecification']).toBeDefined();
      const home = await bodyAt(server.url);
      for (const text of ['since 1912', '38.3645']) expect(home).toContain(text);
      for (const text of ['--plate:#1b2f5b', '--accent:#8a1420']) expect(home.toLowerCase()).toContain(text);
      expect(home).toContain('>Star Seed<');
      const seed = await bodyAt(`${server.url}/pioneer`);
      expect(textsOf(seed, 'h1')).toEqual(['Seed for central Kansas']);
      expect(textsOf(seed, 'title')).toEqual(['Star Seed · Prairie Star Cooperative']);
      const manifest = JSON.parse(await bodyAt(`${server.url}/site.webmanifest`)) as Record<string, unknown>;
      expect([manifest['name'], manifest['short_name']]).toEqual([
        'Prairie Star Cooperative',
        'Prairie Star',
      ]);
    });

    await test.step('move to PostgreSQL', async () => {
      await using stack = new AsyncDisposableStack();
      const databaseUrl = await freshDatabase(stack);
      const backup = join(server.environment['DATA_DIR'] ?? '', '../move.backup');
      const moved = {
        ...server.environment,
        DATA_DIR: join(server.environment['DATA_DIR'] ?? '', '../postgres'),
        DATABASE_URL: databaseUrl,
      };
      for (const [environment, ...args] of [
        [server.environment, 'backup', backup],
        [moved, 'restore', backup, '--with-accounts'],
      ] as const) {
        const { code, errorOutput } = await runCommand(environment, args);
        expect([code, errorOutput]).toEqual([0, '']);
      }
      const exported: string[] = [];
      for (const environment of [server.environment, moved]) {
        const file = `${backup}.json`;
        expect((await runCommand(environment, ['export-site', file, '--force'])).code).toBe(0);
        exported.push(readFileSync(file, 'utf8'));
      }
      expect(exported[1]).toBe(exported[0]);
      const copy = stack.use(await startServer(moved));
      expect(files.size).toBeGreaterThan(0);
      expect(await listPages(copy.url)).toEqual(pages);
      for (const path of [...pages, ...DATA, ...files, '/gallery', '/media/film.mp4']) {
        const [before, after] = await Promise.all([read(server.url + path), read(copy.url + path)]);
        expect({ path, ...after }).toEqual({ path, ...before });
      }
    });
  },
);

async function read(url: string) {
  const response = await fetch(url);
  const bytes = Buffer.from(await response.arrayBuffer());
  const type = response.headers.get('content-type');
  // Of files, every byte.
  const body = /^(text|application\/(json|xml))/.test(type ?? '')
    ? withoutVersion(bytes.toString())
    : bytes.toString('base64');
  return { status: response.status, type, body };
}

/** Returns the URL of a new database on the server of the test run, or on a separate one. */
async function freshDatabase(stack: AsyncDisposableStack): Promise<string> {
  if (process.env[SHARED_CLUSTER_VARIABLE]) return stack.use(await freshPostgresUrl()).url;
  return stack.use(await startPostgresCluster()).createDatabase();
}
