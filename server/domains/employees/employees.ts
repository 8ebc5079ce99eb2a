import {
  EMPLOYEE_MAX_LENGTH,
  EMPLOYEES_MAX,
  NO_BLANK,
  type Employee,
  type EmployeesSave,
} from '#contract/employees.ts';
import { ValidationError } from '#server/platform/errors.ts';
import { rowList } from '#server/records/row-list.ts';
import { textColumns } from '#server/records/row-store.ts';

export const EMPLOYEES_SUBJECT = 'employees';

type Field = keyof typeof EMPLOYEE_MAX_LENGTH;

export const employeeList = rowList({
  name: EMPLOYEES_SUBJECT,
  table: 'employee',
  columns: { id: 'text', ...textColumns(EMPLOYEE_MAX_LENGTH) },
  hasEditorIds: true,
  max: EMPLOYEES_MAX,
  tooMany: `Keep at most ${EMPLOYEES_MAX} employees. Remove one first.`,
  clean(sent: EmployeesSave[number], path) {
    const fields = Object.keys(EMPLOYEE_MAX_LENGTH) as Field[];
    const blank = fields.find((field) => sent[field].trim() === '');
    if (blank) throw new ValidationError('missing', `This can't be blank. ${NO_BLANK}`, `${path}/${blank}`);
    return Object.fromEntries(fields.map((field) => [field, sent[field].toWellFormed()])) as Record<
      Field,
      string
    >;
  },
  present: (row: Employee): Employee => row,
});

export const { save: saveEmployees, undo: undoEmployees } = employeeList;
export type EmployeeService = ReturnType<typeof employeeList.createService>;
