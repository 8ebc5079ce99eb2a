import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  EMPLOYEES_MAX,
  NO_BLANK,
  type Employee,
  type Employees,
  type EmployeesSave,
} from '#contract/employees.ts';
import type { Included } from '#contract/saved.ts';
import { NEW_ID_SUFFIX } from '#contract/item-id.ts';
import type { BaseVersion, Author } from '#server/platform/change-log/change-log-store.ts';
import { stepsBetween, undoSteps, type Step } from '#server/platform/change-log/list-steps.ts';
import { findStepsSince, lastChangeOf } from '#server/platform/change-log/assert-unchanged.ts';
import type { ContentCache } from '#server/platform/content/content-cache.ts';
import type { RowReader } from '#server/platform/content/row-reader.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { mergeLists } from '#shared/merge-lists.ts';
import { checkIdsDiffer } from '#server/platform/check-ids-differ.ts';
import { NotFoundError, ValidationError } from '#server/platform/errors.ts';
import {
  createEmployeeStore,
  employeeStores,
  type EmployeeStores,
  type StoredEmployee,
} from './employee-store.ts';

export const EMPLOYEES_SUBJECT = 'employees';

type SavedEmployees = { content: Employees; version: number; changed: boolean; included?: Included[] };

type EmployeeContent = { employees: Employees };
type Based = { baseVersion?: BaseVersion | undefined };

/** Reads the employees' part of the content. */
export async function readEmployees(db: DatabaseHandle, rows: RowReader): Promise<EmployeeContent> {
  const list = await createEmployeeStore(db).list(rows('employee', (id) => [EMPLOYEES_SUBJECT, id]));
  return { employees: list.map(toEmployee) };
}

export type EmployeeService = ReturnType<typeof createEmployeeService>;

export function createEmployeeService({ content }: { content: ContentCache<EmployeeContent> }) {
  return {
    list: () => content.snapshot().employees,
    save: (author: Author, list: { employees: EmployeesSave } & Based) =>
      content.write((db) => saveEmployees(employeeStores(db), author, list)),
    remove: (author: Author, employee: { id: string } & Based) =>
      content.write((db) => deleteEmployee(employeeStores(db), author, employee)),
  };
}

/**
 * Saves all employees and logs the change, in the caller's transaction. Merges them with the changes since `baseVersion`.
 * Recognizes the new employees of a repeated save. Throws ValidationError for duplicate ids, blank fields, and too many
 * employees, and ConflictError if someone else has changed the same field, or an employee that this save removes.
 */
export async function saveEmployees(
  stores: EmployeeStores,
  author: Author,
  { employees, baseVersion }: { employees: EmployeesSave } & Based,
): Promise<SavedEmployees> {
  checkIdsDiffer(employees);
  const before = await stores.employees.list();
  const sent = toStoredList(employees, before);
  const current = before.map(toEmployee);
  const since = isDeepStrictEqual(sent.map(toEmployee), current)
    ? undefined
    : await findStepsSince(stores.changeLog, { subject: EMPLOYEES_SUBJECT, baseVersion, current });
  if (!since) return replace(stores, author, { before, after: sent });

  const base = undoSteps(current, since.steps);
  const baseIds = new Set(base.map(({ id }) => id));
  const added = before.filter(({ id }) => !baseIds.has(id));
  // Recognize employees without an id by their texts, in case this is a repeated save.
  const addedByTexts = Map.groupBy(added, textsOf);
  const recognized = sent.map((employee, index) =>
    employees[index]?.id ? employee : (addedByTexts.get(textsOf(employee))?.shift() ?? employee),
  );
  const sentIds = new Set(recognized.map(({ id }) => id));
  // A new employee of an earlier attempt, whose response was lost, started from what that attempt stored.
  const ofEarlierAttempt = added.flatMap(({ id, editorId }) => {
    const addition = since.steps.findLast((step) => step.item === id && step.before === null);
    return editorId !== null && sentIds.has(id) && addition ? [addition.after as Employee] : [];
  });
  const { rows, conflicts } = mergeLists<Employee>({
    base: [...base, ...ofEarlierAttempt.map(withoutPosition)],
    mine: recognized.map(toEmployee),
    theirs: current,
  });
  if (conflicts.length > 0) {
    throw since.conflict(
      conflicts.map(({ id, field }) => {
        const change = lastChangeOf(since.steps, { id, field });
        return change && { item: id, ...(field && { field }), ...change };
      }),
    );
  }
  checkCount(rows);
  const editorIds = new Map([...recognized, ...before].map(({ id, editorId }) => [id, editorId]));
  const after = rows.map((row) => ({ ...row, editorId: editorIds.get(row.id) ?? null }));
  return { ...(await replace(stores, author, { before, after })), ...since.included };
}

/** Deletes an employee. Throws NotFoundError if the id is unknown, and ConflictError like `replaceKnown`. */
export async function deleteEmployee(
  stores: EmployeeStores,
  author: Author,
  { id, baseVersion }: { id: string } & Based,
): Promise<SavedEmployees> {
  const before = await stores.employees.list();
  const after = before.filter((employee) => employee.id !== id);
  if (after.length === before.length) throw new NotFoundError();
  return replaceKnown(stores, author, { before, after, baseVersion });
}

type Lists = { before: readonly StoredEmployee[]; after: readonly StoredEmployee[] };

/** Stores a list that was made from the current one. Throws ConflictError if what it changes has changed since `baseVersion`. */
async function replaceKnown(
  stores: EmployeeStores,
  author: Author,
  { before, after, baseVersion }: Lists & Based,
): Promise<SavedEmployees> {
  const [current, next] = [before.map(toEmployee), after.map(toEmployee)];
  const since = isDeepStrictEqual(current, next)
    ? undefined
    : await findStepsSince(stores.changeLog, { subject: EMPLOYEES_SUBJECT, baseVersion, current });
  if (since) {
    const seen = undoSteps(current, since.steps);
    if (mergeLists({ base: current, mine: seen, theirs: next }).conflicts.length > 0) throw since.conflict();
  }
  return { ...(await replace(stores, author, { before, after })), ...since?.included };
}

async function replace(
  stores: EmployeeStores,
  author: Author,
  { before, after }: Lists,
): Promise<SavedEmployees> {
  const [current, content] = [before.map(toEmployee), after.map(toEmployee)];
  if (isDeepStrictEqual(content, current)) {
    return { content, version: await stores.changeLog.version(), changed: false };
  }
  await stores.employees.replace(after);
  const change = { author, subject: EMPLOYEES_SUBJECT };
  const version = await stores.changeLog.appendAll(change, stepsBetween(current, content));
  return { content, version, changed: true };
}

/** Undoes logged steps, newest first, and saves the list. Throws ValidationError if it is too long, and like `replaceKnown`. */
export async function undoEmployees(
  stores: EmployeeStores,
  author: Author,
  { steps, baseVersion }: { steps: readonly Step[]; baseVersion: BaseVersion | undefined },
): Promise<SavedEmployees> {
  const before = await stores.employees.list();
  const employees = undoSteps(before.map(toEmployee), steps);
  checkCount(employees);
  return replaceKnown(stores, author, { before, after: toStoredList(employees, before), baseVersion });
}

function checkCount(employees: readonly Employee[]): void {
  if (employees.length <= EMPLOYEES_MAX) return;
  throw new ValidationError('too-many', `Keep at most ${EMPLOYEES_MAX} employees. Remove one first.`);
}

export function toEmployee({ id, name, title, phoneNumber, email }: StoredEmployee): Employee {
  return { id, name, title, phoneNumber, email };
}

const withoutPosition = ({ position: _position, ...employee }: Employee & { position?: number }): Employee =>
  employee;

const textsOf = (employee: StoredEmployee) => JSON.stringify({ ...toEmployee(employee), id: '' });

function toStoredList(employees: EmployeesSave, before: readonly StoredEmployee[]): StoredEmployee[] {
  const listedIds = new Set(employees.map(({ id }) => id));
  // Exclude employees listed under their stored id: two editors may have used the same temporary id.
  const saved = before.filter(({ id }) => !listedIds.has(id));
  return employees.map((employee, index) => toStored(employee, index, { before, saved }));
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
