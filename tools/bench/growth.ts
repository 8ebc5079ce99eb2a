import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { FIRST_COMMODITIES } from '#contract/cash-bids.ts';
import type { Images } from '#contract/images.ts';
import { API, CHANGES_HEADER } from '#contract/paths.ts';
import { databaseFile } from '#server/platform/database/open-database.ts';
import { startServer, type ServerProcess } from '#tests/support/server-process.ts';
import { readIdleMemory } from './memory.ts';
import { post } from './post.ts';
import { readUsage } from './process-usage.ts';
import { figure, median, type Row, type Section } from './report.ts';
import { temporaryFolder, timeStart } from './starts.ts';

const TARGETS = {
  save: { limit: '< 10 ms', max: 10 },
  imageSave: { limit: '< 10 ms', max: 10 },
  settingSave: { limit: '< 50 ms', max: 50 },
  cpu: undefined,
  saveAlone: undefined,
  cpuAlone: undefined,
  page: { limit: '< 20 ms', max: 20 },
  pageFromMemory: undefined,
  start: { limit: '< 1,000 ms', max: 1000 },
  memory: { limit: '< 250 MB', max: 250 },
  memoryAtEnd: { limit: '< 400 MB', max: 400 },
  history: { limit: '< 50 ms', max: 50 },
  restore: { limit: '< 50 ms', max: 50 },
  past: { limit: '< 100 ms', max: 100 },
  bidHistory: { limit: '< 100 ms', max: 100 },
} as const;

const ADMIN = { username: 'bench', password: 'seed, feed and weed' };
const ENVIRONMENT = { ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password };
/** Interval of the requests for the home page during saves. */
const PAGE_EVERY_MS = 5;

/** Filters of the history, of which the slowest counts. Those that nothing matches examine the most entries. */
const HISTORY_FILTERS = [
  '',
  'cursor=500000',
  'person=Dana',
  'kind=employee',
  'kind=bid',
  'kind=other',
  'kind=text&person=Dana',
  'item=welcome-message',
  'from=2022-03-01&to=2022-03-01',
  'search=Growth',
  'search=missing',
  'search=missing&kind=text',
];
const FIRST_DAY = '2020-01-01T00:00:00.000Z';
/** Changes of prices are more frequent than those of each text. */
const PRICE_SUBJECTS = Array.from({ length: 20 }, (_, index) => (index % 2 ? 'cash-bids' : 'cash-futures'));

/** Requests at the start of each turn that are not measured, while the server compiles its code. */
const WARM_UP_REQUESTS = 20;
/** Requests to one site before those to the other. */
const TURN_REQUESTS = 100;
/** Time for the best compression of the other site's pages, which starts a second after its last save. */
const QUIET_MS = 2000;

export type Growth = { changes: number; images: number; bids: number; pages: number; locations: number };

type Measures = Record<keyof typeof TARGETS, number>;

/** Measures a site with years of data, and an empty one in the same run. */
export async function measureGrowth({
  growth,
  saves,
  starts,
  idleMs,
}: {
  growth: Growth;
  saves: number;
  starts: number;
  idleMs: number;
}): Promise<Section> {
  await using empty = await temporaryFolder();
  await using grown = await temporaryFolder();
  for (const { path } of [empty, grown]) await timeStart(path, ENVIRONMENT);
  fill(databaseFile(grown.path), growth);
  await addPagesAndLocations(grown.path, growth);
  const [before, after] = await inTurns(
    measureSite(empty.path, { saves, starts, idleMs }),
    measureSite(grown.path, { saves, starts, idleMs }),
  );
  const toRow = (name: string, measure: keyof Measures): Row => {
    const target = TARGETS[measure];
    const [old, now] = [before[measure], after[measure]];
    return {
      cells: [name, figure(old, 1), figure(now, 1), figure(now / old, 2)],
      ...(target && { target: { limit: target.limit, isMet: now < target.max } }),
    };
  };
  return {
    title: 'Growth',
    text: [
      `A site with ${figure(growth.changes)} logged changes, ${figure(growth.images)} images, ${figure(growth.bids)} bids, ${growth.pages} own pages, and ${growth.locations} more`,
      'locations, compared with an empty one in turn, on SQLite. The prices of past days are stored, as on any site that has',
      'run for a day.',
      `${saves} saves of a text, one after the other, while the home page is requested every ${PAGE_EVERY_MS} ms; then as many`,
      'without page requests, of an image, and of a website setting. CPU time is that of the server, divided by the number of',
      'saves of a text and of home pages during them, because slower saves leave time for more pages; other programs do not',
      'change it.',
      `Medians of ${starts} starts. The memory is that after the saves, and after all requests of this table.`,
      `The page of the history is the slowest of ${HISTORY_FILTERS.length} filters, each requested as often as there are saves.`,
      'Some rows compare unlike things: prices and the page of a bid contain all bids, about 20 in the empty site, and the home page',
      'of the grown site also lists locations and has 60 bids for paper instead of 20, so that each rendering takes longer. A start',
      'reads all images and bids.',
    ].join('\n'),
    columns: ['', 'Empty', 'Grown', 'Ratio'],
    rows: [
      toRow('Save, p50 ms', 'save'),
      toRow('Save of an image, p50 ms', 'imageSave'),
      toRow('Save of a website setting, p50 ms', 'settingSave'),
      toRow('CPU time per save or page, ms', 'cpu'),
      toRow('Save without page requests, p50 ms', 'saveAlone'),
      toRow('CPU time per save without page requests, ms', 'cpuAlone'),
      toRow('Home page during saves, p99 ms', 'page'),
      toRow('Home page from memory, p50 ms', 'pageFromMemory'),
      toRow('Start until /healthz, ms', 'start'),
      toRow('Memory, MB', 'memory'),
      toRow('Page of the history, p50 ms', 'history'),
      toRow('Restore, p50 ms', 'restore'),
      toRow('Prices at a past minute, p50 ms', 'past'),
      toRow('Price history of a bid, 365 days, p50 ms', 'bidHistory'),
      toRow('Memory at the end, MB', 'memoryAtEnd'),
    ],
  };
}

/** Work that pauses while other work takes its turn. */
type Turns<Result> = AsyncGenerator<undefined, Result>;

/** Measures two sites in turn, because the speed of a machine changes within minutes. */
async function inTurns<Result>(one: Turns<Result>, other: Turns<Result>): Promise<[Result, Result]> {
  let [first, second] = [await one.next(), await other.next()];
  while (!first.done || !second.done) {
    if (!first.done) first = await one.next();
    if (!second.done) second = await other.next();
  }
  return [first.value, second.value];
}

async function* measureSite(
  dataDir: string,
  { saves, starts, idleMs }: { saves: number; starts: number; idleMs: number },
): Turns<Measures> {
  const startTimes: number[] = [];
  for (let start = 0; start < starts; start += 1) {
    startTimes.push((await timeStart(dataDir)).healthyMs);
    yield;
  }
  await using site = await startServer({ DATA_DIR: dataDir });
  const cookie = await signIn(site.url);
  let changes: string | null = null;
  const save = async (path: string, body: object) => {
    const saved = await post(site.url + path, body, { cookie });
    if (saved.status !== 200) throw new Error(`${path} responded with ${saved.status}.`);
    changes = saved.headers.get(CHANGES_HEADER) ?? changes;
  };
  const get = async (path: string) => {
    const response = await fetch(site.url + path, { headers: { cookie } });
    if (response.status !== 200) throw new Error(`${path} responded with ${response.status}.`);
    return response.text();
  };
  const repeat = (
    request: (number: number) => Promise<unknown>,
    { count = saves, visited }: { count?: number; visited?: number[] } = {},
  ) => timeRequests(site, { count, request, visited });
  const saveText = () =>
    save(API.saveSiteText, { configType: 'WelcomeMessage', message: `Growth ${performance.now()}` });

  /** Times of requests for the home page during the saves. */
  const visited: number[] = [];
  const texts = yield* repeat(saveText, { visited });
  const textsAlone = yield* repeat(saveText);
  const [image] = JSON.parse(await get(`${API.images}/0?page=1`)) as Images;
  const images = yield* repeat(() =>
    save(API.describeImage, { imageId: image?.imageId, imageName: `Growth ${performance.now()}` }),
  );
  const settings = yield* repeat(() =>
    save(API.siteSettings, { values: { name: `Growth ${performance.now()}` } }),
  );
  const fromMemory = yield* repeat(() => get('/'));
  const { residentBytes } = await readIdleMemory(site, { idleMs });
  const pages: number[] = [];
  for (const filter of HISTORY_FILTERS) {
    pages.push(median((yield* repeat(() => get(`${API.history}?${filter}`))).times));
  }
  await saveText();
  const restores = yield* repeat(() => save(API.historyRestore, { changes }));
  // Prices of minutes in all years of the log.
  const { first, ids } = await findBids(site.url);
  const past = yield* repeat((number) => {
    const minute = new Date(first + ((Date.now() - first) * number) / saves).toISOString().slice(0, 16);
    return get(`${API.pastPrices}?at=${minute}Z`);
  });
  // No cache holds these. The first was requested when the site was filled.
  const unknown = ids.slice(1);
  const bidHistory = yield* repeat((number) => get(unknown[number] ?? ''), {
    count: Math.min(saves, unknown.length),
  });
  const { residentBytes: atEnd } = await readIdleMemory(site, { idleMs });
  return {
    save: median(texts.times),
    imageSave: median(images.times),
    settingSave: median(settings.times),
    cpu: texts.cpuMs / (saves + visited.length),
    saveAlone: median(textsAlone.times),
    cpuAlone: textsAlone.cpuMs / saves,
    page: visited.toSorted((a, b) => a - b)[Math.ceil(visited.length * 0.99) - 1] ?? NaN,
    pageFromMemory: median(fromMemory.times),
    start: median(startTimes),
    memory: residentBytes / 1e6,
    memoryAtEnd: atEnd / 1e6,
    history: Math.max(...pages),
    restore: median(restores.times),
    past: median(past.times),
    bidHistory: median(bidHistory.times),
  };
}

/**
 * Sends requests one after the other, and returns their times and the CPU time of the server. The first ones of each turn
 * do not count, because the server compiles its code. With `visited`, it also requests the home page, and adds those times.
 */
async function* timeRequests(
  { url, child }: ServerProcess,
  {
    count,
    request,
    visited,
  }: { count: number; request: (number: number) => Promise<unknown>; visited?: number[] | undefined },
): Turns<{ times: number[]; cpuMs: number }> {
  const times: number[] = [];
  let cpuMs = 0;
  for (let first = 0; first < count; first += TURN_REQUESTS) {
    if (visited) await sleep(QUIET_MS);
    const over = new AbortController();
    const pageTimes: number[] = [];
    const visiting = visited && visit(url, over.signal, pageTimes);
    for (let number = 0; number < WARM_UP_REQUESTS; number += 1) await request(first);
    pageTimes.length = 0;
    const { cpuMs: before } = readUsage(child.pid!);
    for (let number = first; number < Math.min(count, first + TURN_REQUESTS); number += 1) {
      const began = performance.now();
      await request(number);
      times.push(performance.now() - began);
    }
    over.abort();
    await visiting;
    cpuMs += readUsage(child.pid!).cpuMs - before;
    visited?.push(...pageTimes);
    yield;
  }
  return { times, cpuMs };
}

/** Returns the links to the histories of all bids, and the time from which prices are known. */
async function findBids(url: string): Promise<{ first: number; ids: string[] }> {
  const html = await (await fetch(`${url}/cash-bids.html`)).text();
  const ids = [...html.matchAll(/bid=([^"#]+)#/g)].map(([, id]) => `/cash-bids.html?bid=${id}&days=365`);
  return { first: html.includes('growth-') ? Date.parse(FIRST_DAY) + 600_000 : Date.now(), ids };
}

async function visit(url: string, over: AbortSignal, times: number[]): Promise<void> {
  while (!over.aborted) {
    const began = performance.now();
    await (await fetch(url)).arrayBuffer();
    times.push(performance.now() - began);
    await sleep(PAGE_EVERY_MS);
  }
}

async function signIn(url: string): Promise<string> {
  const signedIn = await post(url + API.signIn, ADMIN);
  return signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
}

async function addPagesAndLocations(dataDir: string, { pages, locations }: Growth): Promise<void> {
  await using site = await startServer({ DATA_DIR: dataDir });
  const cookie = await signIn(site.url);
  const add = async (path: string, body: object) => {
    const { status } = await post(site.url + path, body, { cookie });
    if (status !== 200) throw new Error(`${path} responded with ${status}.`);
  };
  await add(
    API.locations,
    Array.from({ length: locations }, (_, index) => ({ name: `Elevator ${index}`, address: 'Route 3' })),
  );
  for (let number = 1; number <= pages; number += 1) {
    const title = `Page ${number}`;
    const blocks = [
      { id: 'heading', kind: 'heading', level: 2, text: title },
      { id: 'text', kind: 'text', html: '<p>Call the office before you come.</p>' },
    ];
    const page = { id: `growth-${number}`, address: `page-${number}`, title, description: '', blocks };
    await add(API.ownPages, { ...page, inMenu: false, hidden: false });
  }
  // Waits until the prices of past days are stored, which the first change of each day does otherwise.
  const history = await fetch(site.url + (await findBids(site.url)).ids[0]);
  if (history.status !== 200) throw new Error(`The history of a bid responded with ${history.status}.`);
  await history.arrayBuffer();
}

/** Returns the beginning of a statement that reads the numbers from 1 to `count`. */
const numbers = (count: number) =>
  `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})`;

const row = (price: string) => JSON.stringify({ at: 0, rows: [['Urea', price]] });

/** Adds rows with SQL. The changes are of the subjects that the demo content has logged. */
function fill(path: string, { changes, images, bids }: Growth): void {
  const rules = JSON.stringify(FIRST_COMMODITIES);
  const quotes = (futuresEighths: number) =>
    JSON.stringify({ quotes: [{ symbol: 'ZCZ26', futuresEighths, changeEighths: 16, at: FIRST_DAY }] });
  using sqlite = new DatabaseSync(path);
  sqlite.exec(`
    begin;
    create temp table known as
      select row_number() over () - 1 as at, subject from (
        select distinct subject from change_log
        union all select value from json_each('${JSON.stringify(PRICE_SUBJECTS)}')
      );
    create temp table changed as select * from (values
      ('price-table:_', '${row('400.00')}', '${row('410.00')}'),
      ('cash-commodities', '${rules}', '${rules}'),
      ('cash-futures', '${quotes(3463)}', '${quotes(3464)}'),
      ('cash-bids', '{"basis_hundredths":-3200}', '{"basis_hundredths":-3000}')
    );
    alter table changed rename column column1 to subjects;
    alter table changed rename column column2 to before;
    alter table changed rename column column3 to after;
    insert into changed select subject, '{"basis_hundredths":-3200}', '{"basis_hundredths":-3000}' from (select distinct subject from known) as other
      where not exists (select 1 from changed where other.subject like subjects);
    create temp table last as select max(version) as version from change_log;
    ${numbers(changes)}
      insert into change_log
      select last.version + n, strftime('%Y-%m-%dT%H:%M:%fZ', '${FIRST_DAY}', (n * 3) || ' minutes'), 'admin', 'Dana',
        known.subject, changed.before, changed.after, iif(known.subject = 'cash-bids', 'growth-' || (n % ${bids} + 1), null),
        lower(hex(randomblob(32)))
      from numbers, last join known on known.at = n % (select count(*) from known)
        join changed on known.subject like changed.subjects;
    ${numbers(images)}
      insert into image (id, file_name, name, type, position, width, height, alt_text)
      select 'growth-' || n, 'growth-' || n || '.jpg', 'A field', 0, n + 100, 1600, 1200, 'A field in June'
      from numbers;
    ${numbers(bids)}
      insert into cash_bid
      select 'growth-' || n, n + 100, 'Location ' || n, 'Corn', 'Spot', '', '', 'Dec 2026', 3464, 16, -3200, null, 1, '',
        '2026-11-20T15:00:00.000Z', null
      from numbers;
    commit;`);
}
