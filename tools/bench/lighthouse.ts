/**
 * `npm run lighthouse`: prints medians of Lighthouse's mobile preset for each public page and a created one of 100 blocks,
 * with local pages in place of third-party iframes. Arguments: `--runs=1` and paths. Exits with 1 if a target is missed.
 */
import { execFile } from 'node:child_process';
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { IMAGE_TYPE } from '#contract/images.ts';
import { PAGE_BLOCKS_MAX, type PageBlock } from '#contract/own-pages.ts';
import { API } from '#contract/paths.ts';
import { CHROMIUM_ARGUMENTS, findChromium } from '#script/chromium.ts';
import { siteWithFakeVendors, startFakeVendors } from '#tests/fake-vendors/fake-vendors.ts';
import { PUBLIC_PAGES } from '#tests/support/public-pages.ts';
import { startServer } from '#tests/support/server-process.ts';
import { demoSite } from '#tests/support/test-site.ts';
import { post } from './post.ts';
import { figure, median } from './report.ts';

const TARGET = { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
/** Upper limits in ms. */
const LIMITS = { 'largest-contentful-paint': 1600, 'total-blocking-time': 50 };
const ADMIN = { username: 'bench', password: 'seed, feed and weed' };
const CREATED_PAGE = '/careers';
type Category = keyof typeof TARGET;
const CATEGORIES = Object.keys(TARGET) as Category[];

type Report = {
  /** Speed of the machine as Lighthouse measures it; low while other programs are running. */
  environment: { benchmarkIndex: number };
  categories: Record<Category, { score: number | null }>;
  audits: Record<string, { numericValue?: number; score: number | null; title: string } | undefined>;
};

const CLI = join(import.meta.dirname, 'lighthouse/node_modules/lighthouse/cli/index.js');
const run = promisify(execFile);

async function auditPage(url: string, folder: string, attempts = 3): Promise<Report> {
  try {
    return await auditPageOnce(url, folder);
  } catch (error) {
    // Retry when Chromium's trace lacks its beginning, because nothing was measured then.
    if (attempts > 1 && String(error).includes('NO_NAVSTART')) return auditPage(url, folder, attempts - 1);
    throw error;
  }
}

async function auditPageOnce(url: string, folder: string): Promise<Report> {
  const path = join(folder, 'report.json');
  await run(
    process.execPath,
    [
      CLI,
      url,
      '--quiet',
      '--output=json',
      `--output-path=${path}`,
      `--only-categories=${CATEGORIES.join()}`,
      `--chrome-flags=--headless=new ${CHROMIUM_ARGUMENTS.join(' ')}`,
    ],
    { env: { ...process.env, CHROME_PATH: findChromium() }, timeout: 120_000 },
  );
  return JSON.parse(await readFile(path, 'utf8')) as Report;
}

/** Adds a page with every kind of block except documents, which show as a list of links. */
async function addPage(url: string, vendorUrl: string): Promise<void> {
  const signedIn = await post(url + API.signIn, ADMIN);
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const employees = (await (await fetch(url + API.employees)).json()) as { id: string }[];
  const images = (await (await fetch(`${url}${API.images}/${IMAGE_TYPE.gallery}`)).json()) as {
    imageId: string;
  }[];
  const kinds: ((id: string) => PageBlock)[] = [
    (id) => ({ id, kind: 'heading', level: 2, text: `Part ${id}` }),
    (id) => ({ id, kind: 'text', html: '<p>See <a href="/products">our products</a>, or call us.</p>' }),
    (id) => ({ id, kind: 'picture', imageId: images[0]!.imageId, caption: 'At the elevator' }),
    (id) => ({ id, kind: 'gallery', imageIds: images.slice(0, 4).map(({ imageId }) => imageId) }),
    (id) => ({
      id,
      kind: 'table',
      caption: 'Pay',
      headers: ['Job', 'Pay'],
      rows: [['Driver', '$25 an hour']],
    }),
    (id) => ({ id, kind: 'people', employeeIds: employees.slice(0, 2).map((each) => each.id) }),
    (id) => ({ id, kind: 'phone', message: 'Questions? Call us.', phoneNumber: '660-555-0100' }),
    (id) => ({
      id,
      kind: 'frame',
      title: 'Way to the elevator',
      address: `${vendorUrl}/weather-map?lat=1&lon=2`,
      height: 300,
    }),
  ];
  const blocks = Array.from({ length: PAGE_BLOCKS_MAX }, (_, at) => kinds[at % kinds.length]!(`block-${at}`));
  const page = {
    id: 'blocks',
    address: CREATED_PAGE.slice(1),
    title: 'Careers',
    description: 'Open jobs, pay, and whom to call at the cooperative.',
    inMenu: true,
    hidden: false,
    blocks,
  };
  const { status } = await post(url + API.ownPages, page, { cookie });
  if (status !== 200) throw new Error(`The save of the page responded with ${status}.`);
}

const { values: options, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '5' } },
  allowPositionals: true,
});
const runs = Number(options.runs);

await using fakeVendors = await startFakeVendors();
await using folder = await mkdtempDisposable(join(tmpdir(), 'scalehouse-lighthouse-'));
const siteFile = join(folder.path, 'site.json');
await writeFile(siteFile, JSON.stringify(siteWithFakeVendors(demoSite(), fakeVendors.url)));
await using site = await startServer({
  SITE_FILE: siteFile,
  ADMIN_USERNAME: ADMIN.username,
  ADMIN_PASSWORD: ADMIN.password,
});
await addPage(site.url, fakeVendors.url);

console.log(`Medians of ${runs}, mobile preset.\n`);
console.log(
  `| ${['Page'.padEnd(32), ...CATEGORIES, 'FCP ms', 'LCP ms', 'TBT ms', 'CLS', 'machine'].join(' | ')} |`,
);
console.log(`| ${['-'.repeat(32), ...CATEGORIES, 0, 0, 0, 0, 0].map(() => '---').join(' | ')} |`);
let isMet = true;
for (const path of positionals.length > 0 ? positionals : [...PUBLIC_PAGES, CREATED_PAGE]) {
  const reports: Report[] = [];
  for (let n = 0; n < runs; n += 1) reports.push(await auditPage(site.url + path, folder.path));
  const scores = CATEGORIES.map((category) =>
    Math.round(median(reports.map(({ categories }) => (categories[category].score ?? 0) * 100))),
  );
  const valueOf = (audit: string) =>
    median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));
  const figures = [
    figure(valueOf('first-contentful-paint')),
    figure(valueOf('largest-contentful-paint')),
    figure(valueOf('total-blocking-time')),
    figure(valueOf('cumulative-layout-shift'), 3),
    figure(median(reports.map(({ environment }) => environment.benchmarkIndex))),
  ];
  console.log(`| ${[path.padEnd(32), ...scores, ...figures].join(' | ')} |`);
  isMet &&= CATEGORIES.every((category, index) => (scores[index] ?? 0) >= TARGET[category]);
  isMet &&= Object.entries(LIMITS).every(([audit, limit]) => valueOf(audit) < limit);
  const failedAudits = new Set(
    reports.flatMap(({ audits }) =>
      Object.values(audits).flatMap((audit) => (audit && audit.score === 0 ? [audit.title] : [])),
    ),
  );
  for (const title of failedAudits) console.log(`    ${title}`);
}
process.exitCode = isMet ? 0 : 1;
