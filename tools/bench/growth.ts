import { DatabaseSync } from 'node:sqlite';
import { API } from '#contract/paths.ts';
import { databaseFile } from '#server/platform/database/open-database.ts';
import { startServer } from '#tests/support/server-process.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { figure, type Row, type Section } from './report.ts';
import { signIn, WITH_ADMIN } from './sign-in.ts';
import { readIdleUsage, timeStarts } from './start.ts';
import { median, timeEach } from './timing.ts';

const LIMITS = { save: 10, start: 1000, memory: 250, history: 50, search: 50 };
const NAMES: Record<keyof typeof LIMITS, string> = {
  save: 'Save of a text, p50 ms',
  start: 'Start until the home page, ms',
  memory: 'Idle memory, MB',
  history: 'Newest page of the history, p50 ms',
  search: 'Search of the history that finds nothing, p50 ms',
};

type Effort = { changes: number; saves: number; starts: number; idleMs: number };
type Measures = Record<keyof typeof LIMITS, number>;

/** Measures a site whose change log has grown for years, beside an empty one. */
export async function measureGrowth(effort: Effort): Promise<Section> {
  const empty = await measureSite({ ...effort, changes: 0 });
  const grown = await measureSite(effort);
  const toRow = (measure: keyof Measures): Row => ({
    cells: [NAMES[measure], figure(empty[measure], 1), figure(grown[measure], 1)],
    target: { limit: `< ${figure(LIMITS[measure])}`, isMet: grown[measure] < LIMITS[measure] },
  });
  return {
    title: 'Growth',
    text: [
      `A site with ${figure(effort.changes)} logged changes of texts and prices, one every half hour, beside one with only the demo content, on SQLite.`,
      `Medians of ${effort.saves} requests, one after the other, and of ${effort.starts} starts.`,
    ].join('\n'),
    columns: ['', 'Empty', 'Grown'],
    rows: (Object.keys(NAMES) as (keyof Measures)[]).map(toRow),
  };
}

async function measureSite({ changes, saves, starts, idleMs }: Effort): Promise<Measures> {
  await using folder = await temporaryFolder();
  await createSite(folder.path);
  if (changes > 0) addChanges(databaseFile(folder.path), changes);
  const start = await timeStarts(folder.path, starts);
  await using site = await startServer({ DATA_DIR: folder.path });
  const editor = await signIn(site.url);
  const saveTimes = await timeEach(saves, (number) => saveText(editor, `Growth ${number}`));
  const times = (path: string) => timeEach(saves, () => editor.get(path));
  const history = median(await times(API.history));
  const search = median(await times(`${API.history}?search=missing`));
  const { memoryMb: memory } = await readIdleUsage(site.child.pid!, idleMs);
  return { save: median(saveTimes), start, memory, history, search };
}

type Editor = Awaited<ReturnType<typeof signIn>>;

const saveText = (editor: Editor, message: string) =>
  editor.post(API.saveSiteText, { configType: 'WelcomeMessage', message });

/** Creates a site with an administrator whose last changes are of a text, and of a price that became what it was. */
async function createSite(dataDir: string): Promise<void> {
  await using site = await startServer({ ...WITH_ADMIN, DATA_DIR: dataDir });
  const editor = await signIn(site.url);
  await savePrice(editor, '3.10');
  await saveText(editor, 'The elevator is open until 8 pm.');
  await savePrice(editor, '3.15');
  await savePrice(editor, '3.10');
}

const savePrice = (editor: Editor, price: string) =>
  editor.post(API.priceTable, {
    TableType: 1,
    ColumnHeaders: { fuel_header_0: 'Fuel', fuel_header_1: 'Price' },
    AllRows: [{ fuel_row_0_header_0: 'Diesel', fuel_row_0_header_1: price }],
  });

/** Entries that are copied. Undone one after the other, the prices stay as they are. */
const COPIED = 3;

/** Appends copies of the last entries to the change log, one every half hour. */
function addChanges(path: string, changes: number): void {
  const copied: Record<string, string> = {
    version: `version + ${COPIED} * n`,
    at: `strftime('%Y-%m-%dT%H:%M:%fZ', '2020-01-01', ((version + ${COPIED} * n) * 30) || ' minutes')`,
    hash: 'lower(hex(randomblob(4)))',
  };
  using sqlite = new DatabaseSync(path);
  const columns = sqlite.prepare(`select name from pragma_table_info('change_log')`).all();
  const names = columns.map(({ name }) => String(name));
  sqlite.exec(`
    insert into change_log (${names.join()})
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${changes / COPIED})
    select ${names.map((name) => copied[name] ?? name).join()} from numbers,
      (select * from change_log order by version desc limit ${COPIED})
    order by 1;`);
}
