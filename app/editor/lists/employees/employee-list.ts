import { EMPLOYEE_LABELS, type Employee, type Employees } from '#contract/employees.ts';
import { NEW_ID_SUFFIX, uniqueId } from '#contract/item-id.ts';
import { adminApi } from '#app/editor/shell/admin-api.ts';
import { fieldsIn, wholeList, type FieldOf } from '#app/editor/lists/whole-list.ts';

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

export const newEmployee = (): Employee => ({
  id: uniqueId() + NEW_ID_SUFFIX,
  name: '',
  title: '',
  phoneNumber: '',
  email: '',
});

const LIST = wholeList<Employee>({
  section: 'employee-section',
  field: 'employees',
  subject: 'employees',
  labels: EMPLOYEE_LABELS,
  nameOf: ({ name }) => name.trim() || 'Employee',
  inputId: (id) => `employee-${id}-name`,
  load: adminApi.employees,
  save: (employees, baseVersion) => adminApi.saveEmployees([...employees], baseVersion),
  remove: adminApi.deleteEmployee,
  fromServer: (content) => content as Employees,
});

export const EMPLOYEES = {
  ...LIST,
  stored: {
    ...LIST.stored,
    // As the specification says, an employee with a blank text is not deleted on the server.
    isRemovedBySave: (employee: Employee) =>
      FIELDS.some((field) => blankReason(field, employee[field]) !== ''),
  },
};
