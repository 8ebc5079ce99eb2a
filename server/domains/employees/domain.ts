import { addEmployeeEditingRoutes, addEmployeeRoutes } from './employee-routes.ts';
import { employeeList, EMPLOYEES_SUBJECT } from './employees.ts';

export const employees = {
  tables: { employee: 'id' },
  stores: employeeList.stores,
  subjects: [EMPLOYEES_SUBJECT],
  read: employeeList.read,
  createService: employeeList.createService,
  addRoutes: addEmployeeRoutes,
  addEditingRoutes: addEmployeeEditingRoutes,
};
