import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { NO_BLANK, type Employee, type Employees, type EmployeesSave } from '#contract/employees.ts';
import { NEW_ID_SUFFIX } from '#contract/item-id.ts';
import type { Author } from '#server/platform/change-log/change-log-store.ts';
import { assertUnchangedSince } from '#server/platform/change-log/assert-unchanged.ts';
import type { ContentCache } from '#server/platform/content/content-cache.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { checkIdsDiffer } from '#server/platform/check-ids-differ.ts';
import { NotFoundError, ValidationError } from '#server/platform/errors.ts';
import {
  createEmployeeStore,
  employeeStores,
  type EmployeeStores,
  type StoredEmployee,
} from './employee-store.ts';

export const EMPLOYEES_SUBJECT = 'employees';

type SavedEmployees = { content: Employees; version: number; changed: boolean };

type EmployeeContent = { employees: Employees };
type BaseVersion = { baseVersion?: number | undefined };

/** Reads the employees' part of the content. */
export async function readEmployees(db: DatabaseHandle): Promise<EmployeeContent> {
  return { employees: (await createEmployeeStore(db).list()).map(toEmployee) };
}

export type EmployeeService = ReturnType<typeof createEmployeeService>;

export function createEmployeeService(content: ContentCache<EmployeeContent>) {
  return {
    list: () => content.snapshot().employees,
    save: (author: Author, list: { employees: EmployeesSave } & BaseVersion) =>
      content.write((db) => saveEmployees(employeeStores(db), author, list)),
    remove: (author: Author, employee: { id: string } & BaseVersion) =>
      content.write((db) => deleteEmployee(employeeStores(db), author, employee)),
  };
}

/**
 * Replaces all employees and logs the change, in the caller's transaction. Recognizes the new employees of a repeated
 * save. Throws ValidationError for duplicate ids or blank fields, and ConflictError if the list has changed since
 * `baseVersion`.
 */
export async function saveEmployees(
  stores: EmployeeStores,
  author: Author,
  { employees, baseVersion }: { employees: EmployeesSave } & BaseVersion,
): Promise<SavedEmployees> {
  checkIdsDiffer(employees);
  const before = await stores.employees.list();
  const listedIds = new Set(employees.map(({ id }) => id));
  // Exclude employees listed under their stored id: two editors may have used the same temporary id.
  const saved = before.filter(({ id }) => !listedIds.has(id));
  const after = employees.map((employee, index) => toStored(employee, index, { before, saved }));
  return replace(stores, author, { before, after, baseVersion });
}

/** Deletes an employee. Throws NotFoundError if the id is unknown, and ConflictError like `saveEmployees`. */
export async function deleteEmployee(
  stores: EmployeeStores,
  author: Author,
  { id, baseVersion }: { id: string } & BaseVersion,
): Promise<SavedEmployees> {
  const before = await stores.employees.list();
  const after = before.filter((employee) => employee.id !== id);
  if (after.length === before.length) throw new NotFoundError();
  return replace(stores, author, { before, after, baseVersion });
}

async function replace(
  stores: EmployeeStores,
  author: Author,
  {
    before,
    after,
    baseVersion,
  }: {
    before: readonly StoredEmployee[];
    after: readonly StoredEmployee[];
    baseVersion: number | undefined;
  },
): Promise<SavedEmployees> {
  const content = after.map(toEmployee);
  const current = before.map(toEmployee);
  if (isDeepStrictEqual(content, current)) {
    return { content, version: await stores.changeLog.version(), changed: false };
  }
  await assertUnchangedSince(stores.changeLog, { subject: EMPLOYEES_SUBJECT, baseVersion, current });
  await stores.employees.replace(after);
  const version = await stores.changeLog.append({
    author,
    subject: EMPLOYEES_SUBJECT,
    before: current,
    after: content,
  });
  return { content, version, changed: true };
}

export function toEmployee({ id, name, title, phoneNumber, email }: StoredEmployee): Employee {
  return { id, name, title, phoneNumber, email };
}

/** Employees before a save; only those in `saved` may match by editor id. */
type Known = { before: readonly StoredEmployee[]; saved: readonly StoredEmployee[] };

function toStored({ id, ...fields }: EmployeesSave[number], index: number, known: Known): StoredEmployee {
  const { name, title, phoneNumber, email } = fields;
  const texts = { name, title, phoneNumber, email };
  for (const [field, text] of Object.entries(texts)) {
    if (text.trim() !== '') continue;
    throw new ValidationError('missing', `This can't be blank. ${NO_BLANK}`, `/${index}/${field}`);
  }
  return {
    ...identify(id, known),
    name: name.toWellFormed(),
    title: title.toWellFormed(),
    phoneNumber: phoneNumber.toWellFormed(),
    email: email.toWellFormed(),
  };
}

function identify(
  id: string | null | undefined,
  { before, saved }: Known,
): Pick<StoredEmployee, 'id' | 'editorId'> {
  if (!id) return { id: randomUUID(), editorId: null };
  const known = before.find((each) => each.id === id) ?? saved.find((each) => each.editorId === id);
  if (known) return { id: known.id, editorId: known.editorId };
  // Keep ids from API clients, but replace temporary ids.
  return id.endsWith(NEW_ID_SUFFIX) ? { id: randomUUID(), editorId: id } : { id, editorId: null };
}
