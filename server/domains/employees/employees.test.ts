import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Employee } from '#contract/employees.ts';
import { EFFORT } from '#tests/support/effort.ts';
import { onBothDatabases } from '#tests/support/on-both-databases.ts';
import { createStores, type Stores } from '#tests/support/stores.ts';
import { employeesAt, saveEmployees, toEmployee } from './employees.ts';

const DANA = { origin: 'admin', name: 'Dana' } as const;
const text = fc.constantFrom('-', 'x', 'é 🌾');

const employees = fc.uniqueArray(
  fc.record<Employee>(
    { id: fc.constantFrom('a', 'b', 'c', 'd', 'e'), name: text, title: text, phoneNumber: text, email: text },
    { noNullPrototype: true },
  ),
  { selector: ({ id }) => id, maxLength: 5 },
);

type Save = (stores: Stores) => Promise<unknown>;

const save = employees.map(
  (list): Save =>
    (stores) =>
      saveEmployees(stores, DANA, { employees: list }),
);
/** A save by a release before migration 0010, which logged both lists. */
const saveOldForm = employees.map((after): Save => async (stores) => {
  const before = (await stores.employees.list()).map(toEmployee);
  await stores.employees.replace(after.map((each) => ({ ...each, editorId: null })));
  await stores.changeLog.append({ author: DANA, subject: 'employees', before, after });
});

onBothDatabases('rebuilds the employees as of every save', async ({ database }) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof({ weight: 4, arbitrary: save }, { weight: 1, arbitrary: saveOldForm }), {
        maxLength: 8,
      }),
      async (saves) => {
        const copies: { version: number; list: Employee[] }[] = [];
        for (const each of saves) {
          copies.push(
            await database.write(async (db) => {
              const stores = createStores(db);
              await each(stores);
              const version = await stores.changeLog.version();
              return { version, list: (await stores.employees.list()).map(toEmployee) };
            }),
          );
        }
        for (const { version, list } of copies) {
          assert.deepEqual(await database.read((db) => employeesAt(createStores(db), version)), list);
        }
      },
    ),
    { numRuns: EFFORT.propertyRuns / 10 },
  );
});

onBothDatabases('logs only the fields of the row that changed', async ({ database }) => {
  const [dana, lee] = ['Dana', 'Lee'].map((name) => ({
    id: name,
    name,
    title: 'Office',
    phoneNumber: '-',
    email: '-',
  })) as [Employee, Employee];
  const entries = await database.write(async (db) => {
    const stores = createStores(db);
    await saveEmployees(stores, DANA, { employees: [dana, lee] });
    await saveEmployees(stores, DANA, { employees: [dana, { ...lee, title: 'Manager' }] });
    await saveEmployees(stores, DANA, { employees: [{ ...lee, title: 'Manager' }, dana] });
    return db.selectFrom('change_log').select(['item', 'before', 'after']).orderBy('version').execute();
  });
  assert.deepEqual(
    entries.slice(2).map(({ item, before, after }) => [item, JSON.parse(before), JSON.parse(after)]),
    [
      ['Lee', { title: 'Office' }, { title: 'Manager' }],
      [null, ['Dana', 'Lee'], ['Lee', 'Dana']],
    ],
  );
});
