/** Runs the site of the browser tests. Exits when the IPC channel closes, so it never outlives the test process. */
import { mock } from 'node:test';
import { SITE_TEXT_ID } from '#contract/site-text.ts';
import { readSiteFile } from '#server/platform/settings/site-file.ts';
import { createStores } from '#tests/support/stores.ts';
import { readChangeLog } from './change-log.ts';
import { addAdmin } from './http-client.ts';
import type { Admin, SiteResponse, SiteChange, SiteRequest } from './site-process.ts';
import { openTestSite } from './test-site.ts';

const respond = (message: SiteResponse) => void process.send?.(message);

const { value: site, issues } = readSiteFile(process.env['SITE_FILE'] ?? 'site.json');
if (!site) throw new Error(JSON.stringify(issues));

let clock: string | undefined;
const open = await openTestSite({
  site,
  now: () => (clock === undefined ? new Date() : new Date(clock)),
});

async function change({ now, loggedAt, ...content }: SiteChange): Promise<void> {
  if (now !== undefined) await setClock(now);
  if (loggedAt !== undefined) mock.timers.enable({ apis: ['Date'], now: Date.parse(loggedAt) });
  await open.change(content).finally(() => mock.timers.reset());
}

async function reset(): Promise<void> {
  await setClock(undefined);
  await open.database.write((db) => db.deleteFrom('api_token').execute());
  await open.reset();
}

/** Sets the clock. Cached pages check the calendar once a second: change a text and revert it to clear the cache. */
async function setClock(now: string | undefined): Promise<void> {
  if (clock === now) return;
  clock = now;
  const text = open.content.snapshot().siteTexts.get(SITE_TEXT_ID.MissionStatement) ?? '';
  await open.change({ texts: { MissionStatement: `${text}<p>…</p>` } });
  await open.change({ texts: { MissionStatement: text } });
}

async function ensureAdmin({ username, password }: Admin): Promise<void> {
  const found = await open.database.read((db) => createStores(db).admins.find(username));
  if (!found) await addAdmin(open.database, username, password);
}

const endSessions = () => open.database.write((db) => db.deleteFrom('session').execute());

const url = await open.app.listen({ host: '127.0.0.1', port: 0 });

async function handle(request: SiteRequest): Promise<SiteResponse> {
  if (request === 'changes') return { url, changes: await readChangeLog(open.database) };
  if (request === 'reset') await reset();
  else if (request === 'endSessions') await endSessions();
  else if ('admin' in request) await ensureAdmin(request.admin);
  else await change(request.change);
  return { url };
}

process.on('message', (request: SiteRequest) => {
  handle(request).then(respond, (error: Error) => respond({ error: String(error.stack) }));
});
process.once('disconnect', () => void open[Symbol.asyncDispose]().then(() => process.exit()));
respond({ url });
