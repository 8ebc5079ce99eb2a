import { Type } from 'typebox';
import { EMPLOYEE_MAX_LENGTH, Employees, EMPLOYEES_MAX, EmployeesSave } from '#contract/employees.ts';
import { ItemId } from '#contract/item-id.ts';
import { API } from '#contract/paths.ts';
import { Saved } from '#contract/saved.ts';
import { baseVersionOf, type AdminApi, type Api } from '#server/http/api.ts';
import type { EmployeeService } from './employees.ts';

type Services = { employees: EmployeeService };

/** Size of the longest list if each character is an escape of six bytes, such as \u00e9. */
const BODY_LIMIT_BYTES = Object.values(EMPLOYEE_MAX_LENGTH).reduce(
  (bytes, length) => bytes + EMPLOYEES_MAX * 6 * length,
  EMPLOYEES_MAX * 300,
);

export function addEmployeeRoutes({ app, services, sendCached, describe }: Api<Services>): void {
  app.get(
    API.employees,
    { schema: describe('List employees in order', { response: Employees }) },
    (request, reply) => sendCached(request, reply, { read: () => services.employees.list() }),
  );
}

export function addEmployeeEditingRoutes({ app, services, describe, authorOf }: AdminApi<Services>): void {
  app.post(
    API.saveEmployees,
    {
      bodyLimit: BODY_LIMIT_BYTES,
      schema: describe('Replace the employee list, in this order', {
        body: EmployeesSave,
        response: Saved(Employees),
      }),
    },
    async (request) =>
      services.employees.save(authorOf(request), {
        employees: request.body,
        baseVersion: baseVersionOf(request),
      }),
  );

  app.delete(
    `${API.saveEmployees}/:id`,
    {
      schema: describe('Remove an employee', {
        params: Type.Object({ id: ItemId }),
        response: Saved(Employees),
      }),
    },
    async (request) =>
      services.employees.remove(authorOf(request), {
        id: request.params.id,
        baseVersion: baseVersionOf(request),
      }),
  );
}
