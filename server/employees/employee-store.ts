import type { Employee } from '#contract/employees.ts';
import type { DatabaseHandle } from '#server/database/database.ts';

/** An employee with what the editor called it before it was saved. */
export type StoredEmployee = Employee & { editorId: string | null };
export type EmployeeStore = ReturnType<typeof createEmployeeStore>;

/** Few enough that no database runs out of parameters in one statement. */
const ROWS_PER_INSERT = 100;

/** The crew, in the cooperative's order. */
export function createEmployeeStore(db: DatabaseHandle) {
  return {
    async list(): Promise<StoredEmployee[]> {
      return db
        .selectFrom('employee')
        .select(['id', 'editor_id as editorId', 'name', 'title', 'phone_number as phoneNumber', 'email'])
        .orderBy('position')
        .execute();
    },

    /** Replaces the whole crew. */
    async replace(employees: readonly StoredEmployee[]): Promise<void> {
      await db.deleteFrom('employee').execute();
      const rows = employees.map(({ id, editorId, name, title, phoneNumber, email }, position) => ({
        id,
        editor_id: editorId,
        position,
        name,
        title,
        phone_number: phoneNumber,
        email,
      }));
      for (let from = 0; from < rows.length; from += ROWS_PER_INSERT) {
        await db
          .insertInto('employee')
          .values(rows.slice(from, from + ROWS_PER_INSERT))
          .execute();
      }
    },
  };
}
