import { EMPLOYEE_LABELS, type Employee, type Employees } from '#contract/employees.ts';
import { NEW_ID_SUFFIX, uniqueId } from '#contract/item-id.ts';
import { adminApi } from '#app/editor/shell/admin-api.ts';
import { fieldsIn, rowForm, rowMerge, type FieldOf, type RowListRecord } from '#app/editor/lists/row-list.ts';
import { wholeList } from '#app/editor/lists/whole-list.ts';

export const FIELDS = fieldsIn<Employee>(EMPLOYEE_LABELS);

const BLANK_REASONS: Record<FieldOf<Employee>, string> = {
  name: 'Type a name.',
  // The website shows a dash as a title.
  title: 'Type a title, such as Agronomist.',
  phoneNumber: 'No phone? Type a dash (-).',
  email: 'No email? Type a dash (-).',
};

/** Returns what to do about a blank text, or '' for one that can be saved. */
export const blankReason = (field: FieldOf<Employee>, text: string): string =>
  text.trim() === '' ? BLANK_REASONS[field] : '';

const isFilledIn = (employee: Employee) => (field: FieldOf<Employee>) => employee[field].trim() !== '';
const nameOf = ({ name }: Employee) => name.trim() || 'Employee';
const merge = rowMerge<Employee>(EMPLOYEE_LABELS, nameOf);

export const newEmployee = (): Employee => ({
  id: uniqueId() + NEW_ID_SUFFIX,
  name: '',
  title: '',
  phoneNumber: '',
  email: '',
});

const { stored, ...requests } = wholeList<Employee>({
  load: adminApi.employees,
  save: (employees, baseVersion) => adminApi.saveEmployees([...employees], baseVersion),
  remove: adminApi.deleteEmployee,
  fromServer: (content) => content as Employees,
  merge,
});

export const EMPLOYEES: RowListRecord<readonly Employee[], Employee> & { stored: typeof stored } = {
  ...requests,
  section: 'employee-section',
  field: 'employees',
  subject: 'employees',
  form: rowForm<Employee>(EMPLOYEE_LABELS),
  merge,
  rowsIn: (employees) => employees,
  withRows: (_, employees) => employees,
  isBlank: (employee) => !FIELDS.some(isFilledIn(employee)),
  nameOf,
  inputId: (id) => `employee-${id}-name`,
  // As the specification says, an employee with a blank text is not deleted on the server.
  stored: { ...stored, isRemovedBySave: (employee) => !FIELDS.every(isFilledIn(employee)) },
};
