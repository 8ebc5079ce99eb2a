import { Type, type Static } from 'typebox';
import { ItemId } from './item-id.ts';
import { NO_NUL } from './text.ts';

/** Our choice (decision 0016): a save sends and logs the whole list, at most 2.3 MB. */
export const EMPLOYEES_MAX = 500;

/** What people call the fields. */
export const EMPLOYEE_LABELS = {
  name: 'Name',
  title: 'Title',
  phoneNumber: 'Phone number',
  email: 'Email',
} as const;

/** Maximum lengths in UTF-16 code units, as `<input maxlength>` counts. */
export const EMPLOYEE_MAX_LENGTH = { name: 200, title: 200, phoneNumber: 100, email: 200 } as const;

/** Says what to type into a field that would be blank. */
export const NO_BLANK = "Type a dash (-) if there isn't one.";

export type Employee = Static<typeof Employee>;
export const Employee = Type.Object({
  id: Type.String(),
  name: Type.String(),
  title: Type.String(),
  phoneNumber: Type.String({ description: "As typed. A dash if the person doesn't have one." }),
  email: Type.String({ description: "As typed. A dash if the person doesn't have one." }),
});

export type Employees = Static<typeof Employees>;
export const Employees = Type.Array(Employee);

const EmployeeField = (name: keyof typeof EMPLOYEE_MAX_LENGTH) =>
  Type.String({ pattern: NO_NUL, maxLength: EMPLOYEE_MAX_LENGTH[name] });

/** All employees to save, in this order. One without an id, or with an id that ends in `_new`, is new. */
export type EmployeesSave = Static<typeof EmployeesSave>;
export const EmployeesSave = Type.Array(
  Type.Object({
    id: Type.Optional(Type.Union([ItemId, Type.Literal(''), Type.Null()])),
    name: EmployeeField('name'),
    title: EmployeeField('title'),
    phoneNumber: EmployeeField('phoneNumber'),
    email: EmployeeField('email'),
  }),
  { maxItems: EMPLOYEES_MAX },
);
