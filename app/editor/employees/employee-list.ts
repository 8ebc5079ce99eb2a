import { conflictKey, REMOVED, type MergeDraft, type ShownConflict } from '#app/editor/field/merge-draft.ts';
import { mergeLists } from '#shared/merge-lists.ts';
import type { Employee, Employees } from '#contract/employees.ts';
import { NEW_ID_SUFFIX, uniqueId } from '#contract/item-id.ts';

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

export const newEmployee = (id: string = uniqueId()): Employee => ({
  id: id + NEW_ID_SUFFIX,
  name: '',
  title: '',
  phoneNumber: '',
  email: '',
});

const isFilled = (text: string) => text.trim() !== '';

/** Returns true if all four fields are filled, as the server requires. */
export const isComplete = ({ name, title, phoneNumber, email }: Employee) =>
  [name, title, phoneNumber, email].every(isFilled);

/** Returns true if nothing was typed. */
export const isBlank = ({ name, title, phoneNumber, email }: Employee) =>
  ![name, title, phoneNumber, email].some(isFilled);

export const hasSameTexts = (a: Employee, b: Employee | undefined) =>
  a.name === b?.name && a.title === b.title && a.phoneNumber === b.phoneNumber && a.email === b.email;

/** Returns the name for messages. */
export const nameOf = ({ name }: Employee) => name.trim() || 'Employee';

const BLANK_REASONS: Readonly<Record<keyof Omit<Employee, 'id'>, string>> = {
  name: 'Type a name.',
  // The website shows a dash as a title.
  title: 'Type a title, such as Agronomist.',
  phoneNumber: 'No phone? Type a dash (-).',
  email: 'No email? Type a dash (-).',
};

/** Returns what to do about a blank text, or '' for one that can be saved. */
export const blankReason = (field: keyof typeof BLANK_REASONS, text: string): string =>
  text.trim() === '' ? BLANK_REASONS[field] : '';

export const withoutEmployee = (employees: Employees, id: string): Employees =>
  employees.filter((employee) => employee.id !== id);

/** Returns the draft with the server's ids for new employees. `saved` may have other employees too. */
export function withSavedIds(draft: Employees, sent: Employees, saved: Employees): Employees {
  const known = new Set(sent.map(({ id }) => id));
  const added = Map.groupBy(
    saved.filter(({ id }) => !known.has(id)),
    textsOf,
  );
  const isAligned =
    saved.length === sent.length && sent.every((each, at) => isNew(each) || each.id === saved[at]?.id);
  const ids = new Map(
    sent.flatMap((each, at) => {
      const stored = isAligned ? saved[at] : added.get(textsOf(each))?.shift();
      return isNew(each) && stored ? [[each.id, stored.id]] : [];
    }),
  );
  return draft.map((employee) => ({ ...employee, id: ids.get(employee.id) ?? employee.id }));
}

/** Merges a serialized draft into the list of someone else. */
export const mergeEmployees: MergeDraft = ({ draft, base, theirs }, choose = () => 'mine') => {
  const [before, mine, newer] = [base, draft, theirs].map(toEmployees);
  if (!before || !mine || !newer) return undefined;
  const conflicts: ShownConflict[] = [];
  const { rows } = mergeLists<Employee>({ base: before, mine, theirs: newer }, (each) => {
    const { id, field } = each;
    const valueOf = (employee: Employee | undefined) =>
      employee ? (field ? employee[field] : nameOf(employee)) : REMOVED;
    const person = each.mine ?? each.theirs ?? each.base;
    const conflict = {
      key: conflictKey(id, field),
      name: [person ? nameOf(person) : '', field ? FIELD_NAMES[field] : ''].filter(Boolean).join(', '),
      mine: valueOf(each.mine),
      theirs: valueOf(each.theirs),
    };
    conflicts.push(conflict);
    return choose(conflict.key);
  });
  return { merged: toText(rows), conflicts };
};

const FIELD_NAMES = { id: '', name: 'Name', title: 'Title', phoneNumber: 'Phone', email: 'Email' } as const;

const textsOf = (employee: Employee) => toText([{ ...employee, id: '' }]);

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

const isNew = ({ id }: Employee) => id.endsWith(NEW_ID_SUFFIX);
