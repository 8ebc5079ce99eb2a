import { EMPLOYEE_LABELS } from '#contract/employees.ts';
import type { ItemHistory } from '#server/records/history.ts';
import { addEmployeeEditingRoutes, addEmployeeRoutes } from './employee-routes.ts';
import { employeeStores } from './employee-store.ts';
import { createEmployeeService, EMPLOYEES_SUBJECT, readEmployees, undoEmployees } from './employees.ts';

export const employees = {
  tables: { employee: 'id' },
  stores: employeeStores,
  read: readEmployees,
  createService: createEmployeeService,
  addRoutes: addEmployeeRoutes,
  addEditingRoutes: addEmployeeEditingRoutes,
  history: [
    {
      subject: EMPLOYEES_SUBJECT,
      kind: 'employee',
      names: { [EMPLOYEES_SUBJECT]: 'Employees' },
      rows: ({ employees: list }) => list.list(),
      fields: { labels: EMPLOYEE_LABELS },
      restore: undoEmployees,
    },
  ] satisfies ItemHistory<Parameters<typeof undoEmployees>[0]>[],
};
