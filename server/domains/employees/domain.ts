import { EMPLOYEE_LABELS } from '#contract/employees.ts';
import type { ItemHistory } from '#server/records/history.ts';
import { addEmployeeEditingRoutes, addEmployeeRoutes } from './employee-routes.ts';
import { employeeList, EMPLOYEES_SUBJECT } from './employees.ts';

export const employees = {
  ...employeeList,
  addRoutes: addEmployeeRoutes,
  addEditingRoutes: addEmployeeEditingRoutes,
  history: [
    {
      subject: EMPLOYEES_SUBJECT,
      kind: 'employee',
      names: { [EMPLOYEES_SUBJECT]: 'Employees' },
      rows: ({ employees: list }) => list.list(),
      fields: { labels: EMPLOYEE_LABELS },
      restore: employeeList.undo,
    },
  ] satisfies ItemHistory<Parameters<typeof employeeList.undo>[0]>[],
};
