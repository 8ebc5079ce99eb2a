import { EMPLOYEE_LABELS } from '#contract/employees.ts';
import { named, type ItemHistory } from '#server/records/history.ts';
import { addEmployeeEditingRoutes, addEmployeeRoutes } from './employee-routes.ts';
import { createEmployeeService, employeeList, EMPLOYEES_SUBJECT } from './employees.ts';

export const employees = {
  ...employeeList,
  createService: createEmployeeService,
  addRoutes: addEmployeeRoutes,
  addEditingRoutes: addEmployeeEditingRoutes,
  history: [
    {
      subject: EMPLOYEES_SUBJECT,
      kind: 'employee',
      names: { [EMPLOYEES_SUBJECT]: 'Employees' },
      rows: ({ employees: list }) => list.list(),
      mentions: ({ imageId }) => [{ kind: 'image', id: imageId }],
      fields: {
        labels: EMPLOYEE_LABELS,
        formats: { imageId: named('image', 'Deleted image') },
        notInLists: ['imageId'],
      },
      restore: employeeList.undo,
    },
  ] satisfies ItemHistory<Parameters<typeof employeeList.undo>[0]>[],
};
