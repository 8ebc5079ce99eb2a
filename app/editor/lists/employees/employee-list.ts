import {
  EMPLOYEE_LABELS,
  EMPLOYEE_MAX_LENGTH,
  NO_PHOTO,
  type Employee,
  type Employees,
  type EmployeesSave,
} from '#contract/employees.ts';
import { NEW_ID_SUFFIX, uniqueId } from '#contract/item-id.ts';
import { API } from '#contract/paths.ts';
import { adminApi, post } from '#app/editor/shell/admin-api.ts';
import { wholeList } from '#app/editor/lists/whole-list.ts';

/** Employee as the editor changes it: '' if there is no photo, and `NO_PHOTO` once a saved one is removed. */
export type DraftEmployee = Omit<Employee, 'imageId' | 'photoUrl'> & { imageId: string };
type TextField = keyof typeof EMPLOYEE_MAX_LENGTH;

export const FIELDS = Object.keys(EMPLOYEE_MAX_LENGTH) as TextField[];

const BLANK_REASONS: Record<TextField, string> = {
  name: 'Type a name.',
  // The website shows a dash as a title.
  title: 'Type a title, such as Agronomist.',
  phoneNumber: 'No phone? Type a dash (-).',
  email: 'No email? Type a dash (-).',
};

/** Returns what to do about a blank text, or '' for one that can be saved. */
export const blankReason = (field: TextField, text: string): string =>
  text.trim() === '' ? BLANK_REASONS[field] : '';

export const newEmployee = (): DraftEmployee => ({
  id: uniqueId() + NEW_ID_SUFFIX,
  name: '',
  title: '',
  phoneNumber: '',
  email: '',
  imageId: '',
});

export const fromServer = (employees: Employees): DraftEmployee[] =>
  employees.map(({ photoUrl: _photoUrl, ...employee }) => ({ imageId: '', ...employee }));

const LIST = wholeList<DraftEmployee>({
  section: 'employee-section',
  field: 'employees',
  subject: 'employees',
  labels: EMPLOYEE_LABELS,
  nameOf: ({ name }) => name.trim() || 'Employee',
  textOf: (field, text) =>
    field === 'imageId' ? (['', NO_PHOTO].includes(text) ? 'No photo' : 'Another photo') : text,
  inputId: (id) => `employee-${id}-name`,
  load: adminApi.employees,
  saveOf: (employees) =>
    post<EmployeesSave>(
      API.saveEmployees,
      employees.map(({ imageId, ...employee }) => ({ ...employee, ...(imageId && { imageId }) })),
    ),
  remove: adminApi.deleteEmployee,
  fromServer: (content) => fromServer(content as Employees),
});

export const EMPLOYEES = {
  ...LIST,
  stored: {
    ...LIST.stored,
    // As the specification says, an employee with a blank text is not deleted on the server.
    isRemovedBySave: (employee: DraftEmployee) =>
      FIELDS.some((field) => blankReason(field, employee[field]) !== ''),
  },
};
