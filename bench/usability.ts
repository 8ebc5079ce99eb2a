/**
 * `npm run usability`: carries out an office manager's tasks in the editor, on a phone and on a desktop computer, and
 * prints the taps and keys of each. Exits with 1 if a task fails or takes more taps than the target. `--before=DIR` also
 * measures another checkout, whose build must be current. `--write` writes the result to docs/usability.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from '@playwright/test';
import { API } from '#contract/paths.ts';
import { PLAYWRIGHT_ARGUMENTS, findChromium } from '#script/chromium.ts';
import { counted } from '#contract/text.ts';
import { openAllSections } from '#tests/support/editor-sections.ts';
import type * as ServerProcess from '#tests/support/server-process.ts';
import { formatTable, replaceMarked } from './report.ts';
import { PASSWORDS, TASKS, type Check, type Task, type Website } from './usability-tasks.ts';
import { createUser, NotPossibleYet, type Counts, type Device } from './usability-user.ts';

const TARGET_TAPS = 4;
const ACTION_TIMEOUT_MS = 20_000;
/** Images are processed at idle priority, so other programs delay them. */
const PUBLISH_TIMEOUT_MS = 120_000;
const POLL_INTERVAL_MS = 50;
const USERNAME = 'dana';
const ROOT = resolve(import.meta.dirname, '..');
const REPORT = join(ROOT, 'docs/usability.md');

const DEVICES: Record<Device, BrowserContextOptions> = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 900 } },
};

type Outcome = { counts: Counts; steps: string[]; missing?: string; failure?: string };

async function measure(browser: Browser, checkout: string, device: Device): Promise<Outcome[]> {
  // This import starts the server of the checkout, not of this folder.
  const { startServer } = (await import(
    pathToFileURL(join(checkout, 'tests/support/server-process.ts')).href
  )) as typeof ServerProcess;
  await using server = await startServer({ ADMIN_USERNAME: USERNAME, ADMIN_PASSWORD: PASSWORDS.old });
  const options = { baseURL: server.url, reducedMotion: 'reduce' } as const;
  const editor = await browser.newContext({
    ...DEVICES[device],
    ...options,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const visitor = await browser.newContext({ ...options, javaScriptEnabled: false });
  editor.setDefaultTimeout(ACTION_TIMEOUT_MS);
  // Each task starts with the sections that are open on a new device.
  await editor.addInitScript(() => localStorage.removeItem('scalehouse-open-sections'));
  // Public pages embed third-party pages, which the tasks do not need.
  await visitor.route(
    (url) => url.origin !== server.url,
    (route) => route.abort(),
  );
  const website = await openWebsite(browser, visitor, server.url);
  await signIn(editor, PASSWORDS.old);
  // The tasks are those of a site in use. An earlier release has no setup, and rejects this.
  await editor.request.post(API.siteSettings, { data: { values: { setup: 'closed' } } });
  const outcomes: Outcome[] = [];
  for (const task of TASKS) {
    const outcome = await carryOut(task, editor, website, device);
    console.error(`${device}: ${task.name}: ${describe(outcome)}`);
    outcomes.push(outcome);
  }
  await Promise.all([editor.close(), visitor.close()]);
  return outcomes;
}

async function untilTrue(check: Check, website: Website): Promise<void> {
  for (const since = Date.now(); !(await check(website)); await sleep(POLL_INTERVAL_MS)) {
    if (Date.now() - since > PUBLISH_TIMEOUT_MS) throw new Error('The website does not show the result.');
  }
}

async function signIn(context: BrowserContext, password: string): Promise<boolean> {
  const response = await context.request.post(API.signIn, { data: { username: USERNAME, password } });
  return response.ok();
}

async function openWebsite(browser: Browser, visitor: BrowserContext, baseURL: string): Promise<Website> {
  const page = await visitor.newPage();
  const device = () => browser.newContext({ baseURL });
  let password: string = PASSWORDS.old;
  let otherDevice: BrowserContext | undefined;
  return {
    async textOf(path) {
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      return page.locator('body').innerText();
    },
    async countImages(path, name) {
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      return page.getByRole('img', { name }).count();
    },
    async canSignIn(tried) {
      const context = await device();
      const isAccepted = await signIn(context, tried);
      if (isAccepted) password = tried;
      await context.close();
      return isAccepted;
    },
    async isSignedInElsewhere() {
      if (!otherDevice) await signIn((otherDevice = await device()), password);
      return (await otherDevice.request.get(API.verify)).ok();
    },
  };
}

async function carryOut(
  task: Task,
  editor: BrowserContext,
  website: Website,
  device: Device,
): Promise<Outcome> {
  const page = await editor.newPage();
  const user = createUser(page, device);
  const { counts, steps } = user;
  try {
    if ((await task.result(website)) !== (task.isShownBefore ?? false)) {
      throw new Error('The website shows the result before the task, or the opposite.');
    }
    await page.goto('/admin/dashboard');
    await openAllSections(page);
    await task.steps(user, website);
    await untilTrue(task.result, website);
    return { counts, steps };
  } catch (error) {
    if (error instanceof NotPossibleYet) return { counts, steps, missing: error.message };
    return { counts, steps, failure: String(error) };
  } finally {
    await page.close();
  }
}

/** Returns the text of one cell of the table. */
function describe({ counts, missing, failure }: Outcome): string {
  if (failure !== undefined) return 'failed';
  if (missing !== undefined) return `not possible yet (${missing})`;
  return [counted(counts.taps, 'tap'), counted(counts.keys, 'key'), counted(counts.scrolls, 'scroll')]
    .filter((text) => !text.startsWith('0 '))
    .join(', ');
}

const { values: options } = parseArgs({
  options: { before: { type: 'string' }, write: { type: 'boolean', default: false } },
});
const began = performance.now();
const browser = await chromium.launch({ executablePath: findChromium(), args: PLAYWRIGHT_ARGUMENTS });
const columns: { name: string; device: Device; outcomes: Outcome[] }[] = [];
for (const device of ['phone', 'desktop'] as const) {
  const name = device === 'phone' ? 'Phone' : 'Desktop';
  if (options.before !== undefined) {
    const outcomes = await measure(browser, resolve(options.before), device);
    columns.push({ name: `${name}, before`, device, outcomes });
  }
  columns.push({ name, device, outcomes: await measure(browser, ROOT, device) });
}
await browser.close();

const now = columns.filter((column) => !column.name.endsWith('before'));
const table = formatTable({
  columns: ['Task', ...columns.map(({ name }) => name), 'Characters'],
  rows: TASKS.map(({ name }, task) => ({
    cells: [
      name,
      ...columns.map(({ outcomes }) => describe(outcomes[task]!)),
      String(now[0]?.outcomes[task]?.counts.characters),
    ],
  })),
});
const recipes = TASKS.map(({ name }, task) =>
  [
    `- **${name}**`,
    ...now.map((column) => `  - ${column.name}: ${column.outcomes[task]?.steps.join(' → ')}`),
  ].join('\n'),
).join('\n');
const report = `${table}\n\n## Steps\n\n${recipes}`;
console.log(report);
console.log(`\n${Math.round((performance.now() - began) / 1000)} s`);
const failures = columns.flatMap(({ name, outcomes }) =>
  outcomes.flatMap(({ failure }, task) => (failure ? [`${name}: ${TASKS[task]?.name}: ${failure}`] : [])),
);
for (const failure of failures) console.error(failure);
if (options.write && failures.length === 0) {
  writeFileSync(REPORT, replaceMarked(readFileSync(REPORT, 'utf8'), report));
}
const isMet = now.every(({ outcomes }) => outcomes.every(({ counts }) => counts.taps <= TARGET_TAPS));
process.exitCode = failures.length === 0 && isMet ? 0 : 1;
