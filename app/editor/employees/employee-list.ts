import type { Employee, Employees } from '#contract/employees.ts';
import { NEW_ID_SUFFIX } from '#contract/item-id.ts';

export function toText(employees: Employees): string {
  return JSON.stringify(
    employees.map(({ id, name, title, phoneNumber, email }) => ({ id, name, title, phoneNumber, email })),
  );
}

/** Parses a serialized list. Returns undefined for other text, such as a draft from an older release. */
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

/** Returns true if all four fields are filled, as the server requires. */
export const isComplete = ({ name, title, phoneNumber, email }: Employee) =>
  [name, title, phoneNumber, email].every((text) => text.trim() !== '');

export const withoutEmployee = (employees: Employees, id: string): Employees =>
  employees.filter((employee) => employee.id !== id);

export function withMoved(employees: Employees, id: string, to: number): Employees {
  const employee = employees.find((each) => each.id === id);
  if (!employee || to < 0 || to >= employees.length) return employees;
  return withoutEmployee(employees, id).toSpliced(to, 0, employee);
}

/** Returns the draft with the server's ids for new employees. `sent` and `saved` are in the same order. */
export function withSavedIds(draft: Employees, sent: Employees, saved: Employees): Employees {
  const ids = new Map(sent.map(({ id }, index) => [id, saved[index]?.id ?? id]));
  return draft.map((employee) => ({ ...employee, id: ids.get(employee.id) ?? employee.id }));
}

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
