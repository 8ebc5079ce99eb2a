import { createChangeLogStore } from '#server/platform/change-log/change-log-store.ts';
import type { Employee } from '#contract/employees.ts';
import { readableOnly, type ReadRow } from '#server/platform/content/row-reader.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { checkRow } from '#server/platform/database/stored-values.ts';

/** Stored employee; `editorId` is the temporary id under which the editor first saved it. */
export type StoredEmployee = Employee & { editorId: string | null };

/** Creates the stores that the rules for employees need. */
export const employeeStores = (db: DatabaseHandle) => ({
  employees: createEmployeeStore(db),
  changeLog: createChangeLogStore(db),
});
export type EmployeeStores = ReturnType<typeof employeeStores>;

const COLUMNS = {
  id: 'text',
  editorId: 'text?',
  name: 'text',
  title: 'text',
  phoneNumber: 'text',
  email: 'text',
} as const;

export function createEmployeeStore(db: DatabaseHandle) {
  return {
    async list(read: ReadRow = readableOnly): Promise<StoredEmployee[]> {
      const rows = await db
        .selectFrom('employee')
        .select(['id', 'editor_id as editorId', 'name', 'title', 'phone_number as phoneNumber', 'email'])
        .orderBy('position')
        .execute();
      return rows.flatMap((row) => read(row.id, () => checkRow(row, COLUMNS)) ?? []);
    },

    async replace(employees: readonly StoredEmployee[]): Promise<void> {
      await db.deleteFrom('employee').execute();
      if (employees.length === 0) return;
      const rows = employees.map(({ id, editorId, name, title, phoneNumber, email }, position) => ({
        id,
        editor_id: editorId,
        position,
        name,
        title,
        phone_number: phoneNumber,
        email,
      }));
      await db.insertInto('employee').values(rows).execute();
    },
  };
}
