import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Employees, EmployeesSave } from '#contract/employees.ts';
import { toPriceTable } from '#contract/price-tables.ts';
import { deleteEmployee, employeesAt, saveEmployees } from '#server/domains/employees/employees.ts';
import { presentTableContent } from '#server/domains/price-tables/present-price-table.ts';
import { savePriceTable } from '#server/domains/price-tables/price-tables.ts';
import type { Author, BaseVersion } from '#server/platform/change-log/change-log-store.ts';
import { findBrokenLink } from '#server/platform/change-log/find-broken-link.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { ConflictError, NotFoundError } from '#server/platform/errors.ts';
import { demoSite } from '#tests/support/test-site.ts';
import { EFFORT } from '#tests/support/effort.ts';
import { onBothDatabases } from '#tests/support/on-both-databases.ts';
import { createStores, type Stores } from '#tests/support/stores.ts';
import { createHistoryStore } from './history-store.ts';
import { parseEntry } from './present-entry.ts';
import { restoreChanges } from './restore-changes.ts';

/** What a person has loaded. */
type Screen = { employees: Employees; rows: string[][]; baseVersion: BaseVersion };

const KINDS = [
  'load',
  'edit',
  'add',
  'move',
  'save without',
  'delete',
  'price',
  'new price',
  'restore',
] as const;
const action = fc.record({
  person: fc.nat(2),
  kind: fc.constantFrom(...KINDS),
  at: fc.nat(9),
  to: fc.nat(9),
});
type Action = typeof action extends fc.Arbitrary<infer Each> ? Each : never;

const HEADERS = ['Product', 'Price'];
const person = (name: string, id?: string) => ({
  ...(id && { id }),
  name,
  title: '-',
  phoneNumber: '-',
  email: '-',
});
const runs = Math.min(1000, EFFORT.propertyRuns / 2);

const read = async (stores: Stores): Promise<Screen> => ({
  employees: await employeesAt(stores, await stores.changeLog.version()),
  rows: (await stores.priceTables.find(2)).rows,
  baseVersion: await stores.changeLog.contentVersion(),
});

const saveTable = (stores: Stores, author: Author, rows: string[][], baseVersion?: BaseVersion) => {
  const { columnHeaders, allRows } = presentTableContent(2, { headers: HEADERS, rows });
  const table = { TableType: 2, ColumnHeaders: columnHeaders, AllRows: allRows, baseVersion };
  return savePriceTable(stores, author, table);
};

onBothDatabases('loses no value when three people save at the same time', async ({ database }) => {
  let count = 0;
  let conflicts = 0;

  /** Runs an action. Returns the texts that the person has typed in it. */
  async function act(
    db: DatabaseHandle,
    author: Author,
    screen: Screen,
    { kind, at, to }: Action,
  ): Promise<string[]> {
    const stores = createStores(db);
    const { employees, rows, baseVersion } = screen;
    const index = at % Math.max(1, employees.length);
    const employee = employees[index];
    count += 1;
    const typed = `typed ${count};`;
    const save = async (list: EmployeesSave) => {
      screen.employees = (await saveEmployees(stores, author, { employees: list, baseVersion })).content;
    };
    const savePrices = async (next: string[][]) => {
      const { content } = await saveTable(stores, author, next, baseVersion);
      screen.rows = toPriceTable(content).rows;
    };
    switch (kind) {
      case 'load':
        return [];
      case 'add':
        await save([...employees, person(typed, `${count}_new`)]);
        return [typed];
      case 'edit': {
        if (!employee) return [];
        const field = (['title', 'email'] as const)[to % 2] ?? 'title';
        await save(employees.with(index, { ...employee, [field]: typed }));
        return [typed];
      }
      case 'move':
        if (employee) await save(employees.toSpliced(index, 1).toSpliced(to, 0, employee));
        return [];
      case 'save without':
        await save(employees.toSpliced(index, 1));
        return [];
      case 'delete':
        if (employee) await deleteEmployee(stores, author, { id: employee.id, baseVersion });
        return [];
      case 'price': {
        const row = at % Math.max(1, rows.length);
        if (rows.length === 0) return [];
        await savePrices(rows.with(row, rows[row]?.with(1, typed) ?? []));
        return [typed];
      }
      case 'new price':
        await savePrices(rows.toSpliced(to, 0, [`product ${count}`, typed]));
        return [typed];
      case 'restore': {
        const last = await stores.changeLog.version();
        const entries = await createHistoryStore(db).listRange(Math.max(1, last - at), last - at, 10);
        const subjects = ['employees', 'price-table:2'];
        const settings = { file: demoSite(), checkPaths: () => [] };
        const time = { now: new Date(), deletedImageDays: 30 };
        const options = { baseVersion, builtIn: () => '', settings, ...time };
        const found = entries.filter(({ subject }) => subjects.includes(subject)).map(parseEntry);
        await restoreChanges(stores, author, { entries: found, ...options });
        return [];
      }
    }
  }

  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 8 }), async (actions) => {
      const start = await database.write(async (db) => {
        const stores = createStores(db);
        const admin = { origin: 'admin', name: 'Dana' } as const;
        await saveEmployees(stores, admin, {
          employees: ['Ann', 'Bob', 'Cat'].map((name) => person(name)),
        });
        await saveTable(stores, admin, [
          ['Urea', '410'],
          ['MAP', '720'],
          ['Potash', '395'],
        ]);
        return read(stores);
      });
      const screens = [0, 1, 2].map(() => ({ ...start }));
      const accepted: string[] = [];
      for (const each of actions) {
        const author: Author = { origin: 'admin', name: `Person ${each.person}` };
        const screen = screens[each.person] ?? start;
        try {
          const saved = await database.write(async (db) => {
            const stores = createStores(db);
            const shown = screen.employees;
            const typed = await act(db, author, screen, each);
            const now = await read(stores);
            assert.equal(new Set(now.employees.map(({ id }) => id)).size, now.employees.length);
            for (const text of typed)
              assert.ok(JSON.stringify(now).includes(text), 'an accepted value is stored');
            // The editor has the whole list after a save of it, and the version.
            if (screen.employees !== shown) assert.deepEqual(screen.employees, now.employees);
            return { typed, now };
          });
          accepted.push(...saved.typed);
          screens[each.person] = saved.now;
        } catch (error) {
          if (!(error instanceof ConflictError || error instanceof NotFoundError)) throw error;
          conflicts += 1;
          // Someone who gets a conflict loads the current content.
          screens[each.person] = await database.read((db) => read(createStores(db)));
        }
      }
      const end = JSON.stringify(await database.read((db) => read(createStores(db))));
      const log = await database.read((db) =>
        db
          .selectFrom('change_log')
          .select('before')
          .where('version', '>', start.baseVersion.version)
          .execute(),
      );
      const earlier = log.map(({ before }) => before);
      for (const text of accepted) {
        assert.ok(end.includes(text) || earlier.some((before) => before.includes(text)), text);
      }
      const atStart = await database.read((db) => employeesAt(createStores(db), start.baseVersion.version));
      assert.deepEqual(atStart, start.employees);
    }),
    { numRuns: runs },
  );
  assert.ok(conflicts > 0);
  assert.equal(await database.read((db) => findBrokenLink(createStores(db).changeLog)), undefined);
});
