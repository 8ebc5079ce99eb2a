import type { Employee, Employees } from '#contract/employees.ts';
import { NEW_ID_SUFFIX } from '#contract/item-id.ts';

/** A crew as the text that its field keeps, saves and compares. */
export function toText(employees: Employees): string {
  return JSON.stringify(
    employees.map(({ id, name, title, phoneNumber, email }) => ({ id, name, title, phoneNumber, email })),
  );
}

/** The crew of a text; undefined for a text that is none, as one that was kept on the device may be. */
export function toEmployees(text: string): Employees | undefined {
  try {
    const list = JSON.parse(text) as unknown;
    return Array.isArray(list) && list.every(isEmployee) ? list : undefined;
  } catch {
    return undefined;
  }
}

export const newEmployee = (id: string = crypto.randomUUID()): Employee => ({
  id: id + NEW_ID_SUFFIX,
  name: '',
  title: '',
  phoneNumber: '',
  email: '',
});

/** All four are needed before the server takes somebody. */
export const isComplete = ({ name, title, phoneNumber, email }: Employee) =>
  [name, title, phoneNumber, email].every((text) => text.trim() !== '');

export const without = (employees: Employees, id: string): Employees =>
  employees.filter((employee) => employee.id !== id);

/** The crew with one of them at another place. */
export function moved(employees: Employees, id: string, to: number): Employees {
  const employee = employees.find((each) => each.id === id);
  if (!employee || to < 0 || to >= employees.length) return employees;
  return without(employees, id).toSpliced(to, 0, employee);
}

/** The draft with the ids that a save has given to those who were new in it. */
export function withSavedIds(draft: Employees, sent: Employees, saved: Employees): Employees {
  const ids = new Map(sent.map(({ id }, index) => [id, saved[index]?.id ?? id]));
  return draft.map((employee) => ({ ...employee, id: ids.get(employee.id) ?? employee.id }));
}

/** How somebody of another crew compares with this one. */
export function difference(employee: Employee, mine: Employees): 'same' | 'changed' | 'missing' {
  const same = mine.find(({ id }) => id === employee.id);
  if (!same) return 'missing';
  return toText([same]) === toText([employee]) ? 'same' : 'changed';
}

function isEmployee(value: unknown): value is Employee {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Record<string, unknown>;
  return ['id', 'name', 'title', 'phoneNumber', 'email'].every((field) => typeof fields[field] === 'string');
}
