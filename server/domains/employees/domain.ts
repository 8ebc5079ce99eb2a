import { addEmployeeEditingRoutes, addEmployeeRoutes } from './employee-routes.ts';
import { employeeStores } from './employee-store.ts';
import { createEmployeeService, EMPLOYEES_SUBJECT, readEmployees } from './employees.ts';

export const employees = {
  tables: { employee: 'id' },
  stores: employeeStores,
  subjects: [EMPLOYEES_SUBJECT],
  read: readEmployees,
  createService: createEmployeeService,
  addRoutes: addEmployeeRoutes,
  addEditingRoutes: addEmployeeEditingRoutes,
};
