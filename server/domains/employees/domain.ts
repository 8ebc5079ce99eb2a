import { EMPLOYEE_LABELS } from '#contract/employees.ts';
import { asRows, type ItemHistory } from '#server/records/history.ts';
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
      names: () => ({ [EMPLOYEES_SUBJECT]: 'Employees' }),
      rows: (db) => employeeStores(db).employees.list(),
      present: asRows({ labels: EMPLOYEE_LABELS }),
      restore: ({ db, author, steps, baseVersion }) =>
        undoEmployees(employeeStores(db), author, { steps, baseVersion }),
    },
  ] satisfies ItemHistory[],
};
