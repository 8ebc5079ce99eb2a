/**
 * `npm run lighthouse`: scores each public page and a created one with Lighthouse's mobile preset, with local pages in
 * place of third-party iframes. Arguments: `--runs=1` and paths. Exits with 1 if a target is missed.
 */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { IMAGE_TYPE } from '#contract/images.ts';
import { PAGE_BLOCKS_MAX, type PageBlock } from '#contract/own-pages.ts';
import { API } from '#contract/paths.ts';
import { CHROMIUM_ARGUMENTS, findChromium } from '#script/chromium.ts';
import { siteWithFakeVendors, startFakeVendors } from '#tests/fake-vendors/fake-vendors.ts';
import { PUBLIC_PAGES } from '#tests/support/public-pages.ts';
import { startServer } from '#tests/support/server-process.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { demoSite } from '#tests/support/test-site.ts';
import { figure, formatTable, type Row } from './report.ts';
import { signIn, WITH_ADMIN } from './sign-in.ts';
import { median } from './timing.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const LARGEST_PAINT_MS = 1600;
const CREATED_PAGE = '/careers';
const CLI = join(import.meta.dirname, 'lighthouse/node_modules/lighthouse/cli/index.js');

type Report = {
  categories: Record<(typeof CATEGORIES)[number], { score: number | null }>;
  audits: Record<string, { numericValue?: number; score: number | null; title: string }>;
};

async function auditPage(url: string, folder: string, attempts = 3): Promise<Report> {
  const path = join(folder, 'report.json');
  const options = [
    '--quiet',
    '--output=json',
    `--output-path=${path}`,
    `--only-categories=${CATEGORIES.join()}`,
    `--chrome-flags=--headless=new ${CHROMIUM_ARGUMENTS.join(' ')}`,
  ];
  const env = { ...process.env, CHROME_PATH: findChromium() };
  try {
    await promisify(execFile)(process.execPath, [CLI, url, ...options], { env, timeout: 120_000 });
  } catch (error) {
    // Retry when Chromium's trace lacks its beginning, because nothing was measured then.
    if (attempts > 1 && String(error).includes('NO_NAVSTART')) return auditPage(url, folder, attempts - 1);
    throw error;
  }
  return JSON.parse(await readFile(path, 'utf8')) as Report;
}

/** Adds a page with every kind of block except documents, which show as a list of links. */
async function addPage(url: string, vendorUrl: string): Promise<void> {
  const editor = await signIn(url);
  const employees = (await editor.get(API.employees)) as { id: string }[];
  const images = (await editor.get(`${API.images}/${IMAGE_TYPE.gallery}`)) as { imageId: string }[];
  const imageIds = images.slice(0, 4).map(({ imageId }) => imageId);
  const employeeIds = employees.slice(0, 2).map(({ id }) => id);
  const frame = {
    title: 'Way to the elevator',
    address: `${vendorUrl}/weather-map?lat=1&lon=2`,
    height: 300,
  };
  const kinds: ((id: string) => PageBlock)[] = [
    (id) => ({ id, kind: 'heading', level: 2, text: `Part ${id}` }),
    (id) => ({ id, kind: 'text', html: '<p>See <a href="/products">our products</a>, or call us.</p>' }),
    (id) => ({ id, kind: 'picture', imageId: imageIds[0] ?? '', caption: 'At the elevator' }),
    (id) => ({ id, kind: 'gallery', imageIds }),
    (id) => ({ id, kind: 'table', caption: 'Pay', headers: ['Job', 'Pay'], rows: [['Driver', '$25']] }),
    (id) => ({ id, kind: 'people', employeeIds }),
    (id) => ({ id, kind: 'phone', message: 'Questions? Call us.', phoneNumber: '660-555-0100' }),
    (id) => ({ id, kind: 'frame', ...frame }),
  ];
  await editor.post(API.ownPages, {
    id: 'blocks',
    address: CREATED_PAGE.slice(1),
    title: 'Careers',
    description: 'Open jobs, pay, and whom to call at the cooperative.',
    inMenu: true,
    hidden: false,
    blocks: Array.from({ length: PAGE_BLOCKS_MAX }, (_, at) => kinds[at % kinds.length]!(`block-${at}`)),
  });
}

function toRow(path: string, reports: readonly Report[]): Row {
  const scores = CATEGORIES.map((category) =>
    Math.round(median(reports.map(({ categories }) => (categories[category].score ?? 0) * 100))),
  );
  const largestPaint = median(
    reports.map(({ audits }) => audits['largest-contentful-paint']?.numericValue ?? NaN),
  );
  return {
    cells: [path, ...scores.map(String), figure(largestPaint)],
    target: {
      limit: `100, < ${figure(LARGEST_PAINT_MS)}`,
      isMet: scores.every((score) => score === 100) && largestPaint < LARGEST_PAINT_MS,
    },
  };
}

const { values: options, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '5' } },
  allowPositionals: true,
});
await using fakeVendors = await startFakeVendors();
await using folder = await temporaryFolder();
const siteFile = join(folder.path, 'site.json');
await writeFile(siteFile, JSON.stringify(siteWithFakeVendors(demoSite(), fakeVendors.url)));
await using site = await startServer({ ...WITH_ADMIN, SITE_FILE: siteFile });
await addPage(site.url, fakeVendors.url);

const rows: Row[] = [];
for (const path of positionals.length > 0 ? positionals : [...PUBLIC_PAGES, CREATED_PAGE]) {
  const reports: Report[] = [];
  for (let run = 0; run < Number(options.runs); run += 1)
    reports.push(await auditPage(site.url + path, folder.path));
  rows.push(toRow(path, reports));
  const audits = reports.flatMap((report) => Object.values(report.audits));
  const failed = new Set(audits.filter(({ score }) => score === 0).map(({ title }) => title));
  for (const title of failed) console.log(`${path}: ${title}`);
}
const columns = ['Page', 'Performance', 'Accessibility', 'Best practices', 'SEO', 'Largest paint, ms'];
console.log(`\nMedians of ${options.runs}.\n\n${formatTable({ columns, rows })}`);
process.exitCode = rows.every(({ target }) => target?.isMet) ? 0 : 1;
