import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Employee, Employees, EmployeesSave } from '#contract/employees.ts';
import { NEW_ID_SUFFIX } from '#contract/item-id.ts';
import type { Author } from '#server/change-log/change-log-store.ts';
import { refuseOutdated } from '#server/change-log/refuse-outdated.ts';
import { checkIdsDiffer } from '#server/check-ids-differ.ts';
import { HttpError, notFound } from '#server/errors.ts';
import type { Stores } from '#server/stores.ts';
import type { StoredEmployee } from './employee-store.ts';

export const EMPLOYEES_SUBJECT = 'employees';

type EmployeeStores = Pick<Stores, 'employees' | 'changeLog'>;
type SavedEmployees = { content: Employees; version: number; changed: boolean };

/**
 * Replaces the crew by a list, in its order, and records the change, inside the caller's write. New employees get ids
 * of ours; those of a save that is repeated are found again. Throws 400 for a list that names an id twice or lacks a
 * field, and 409 when the crew has changed since `basedOn`.
 */
export async function saveEmployees(
  stores: EmployeeStores,
  author: Author,
  { employees, basedOn }: { employees: EmployeesSave; basedOn?: number | undefined },
): Promise<SavedEmployees> {
  checkIdsDiffer(employees);
  const before = await stores.employees.list();
  const named = new Set(employees.map(({ id }) => id));
  // Who is in the list under an id of ours is nobody new, though an editor that counts from one called both the same.
  const saved = before.filter(({ id }) => !named.has(id));
  const after = employees.map((employee, index) => toStored(employee, index, { before, saved }));
  return replace(stores, author, { before, after, basedOn });
}

/** Takes one employee from the crew. Throws 404 when there is none of this id, and 409 as saveEmployees does. */
export async function deleteEmployee(
  stores: EmployeeStores,
  author: Author,
  { id, basedOn }: { id: string; basedOn?: number | undefined },
): Promise<SavedEmployees> {
  const before = await stores.employees.list();
  const after = before.filter((employee) => employee.id !== id);
  if (after.length === before.length) throw notFound();
  return replace(stores, author, { before, after, basedOn });
}

async function replace(
  stores: EmployeeStores,
  author: Author,
  {
    before,
    after,
    basedOn,
  }: {
    before: readonly StoredEmployee[];
    after: readonly StoredEmployee[];
    basedOn: number | undefined;
  },
): Promise<SavedEmployees> {
  const content = after.map(toEmployee);
  const current = before.map(toEmployee);
  if (isDeepStrictEqual(content, current)) {
    return { content, version: await stores.changeLog.version(), changed: false };
  }
  await refuseOutdated(stores.changeLog, { subject: EMPLOYEES_SUBJECT, basedOn, current });
  await stores.employees.replace(after);
  const version = await stores.changeLog.append({
    author,
    subject: EMPLOYEES_SUBJECT,
    before: current,
    after: content,
  });
  return { content, version, changed: true };
}

/** As every visitor may read it. */
export function toEmployee({ id, name, title, phoneNumber, email }: StoredEmployee): Employee {
  return { id, name, title, phoneNumber, email };
}

/** The crew before a save, and those of it who can only have been saved under the editor's own ids. */
type Known = { before: readonly StoredEmployee[]; saved: readonly StoredEmployee[] };

function toStored({ id, ...fields }: EmployeesSave[number], index: number, known: Known): StoredEmployee {
  const { name, title, phoneNumber, email } = fields;
  const texts = { name, title, phoneNumber, email };
  for (const [field, text] of Object.entries(texts)) {
    if (text.trim() !== '') continue;
    throw new HttpError(400, 'missing', 'must not be blank; a dash stands for nothing', {
      field: `body/${index}/${field}`,
    });
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
  // Another program may bring ids of its own, which are good as they are; the editor's stand for one of ours.
  return id.endsWith(NEW_ID_SUFFIX) ? { id: randomUUID(), editorId: id } : { id, editorId: null };
}
