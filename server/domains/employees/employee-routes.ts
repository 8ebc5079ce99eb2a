import { Type } from 'typebox';
import { EMPLOYEE_MAX_LENGTH, Employees, EMPLOYEES_MAX, EmployeesSave } from '#contract/employees.ts';
import type { Image } from '#contract/images.ts';
import { ItemId } from '#contract/item-id.ts';
import { API } from '#contract/paths.ts';
import { Saved } from '#contract/saved.ts';
import { basedOn, route, type AdminApi, type Api } from '#server/http/api.ts';
import { withPhotos, type EmployeeService } from './employees.ts';

type Services = { employees: EmployeeService; images: { find(id: string): Image | undefined } };

/** Size of the longest list if each character is an escape of six bytes, such as \u00e9. */
const BODY_LIMIT_BYTES = Object.values(EMPLOYEE_MAX_LENGTH).reduce(
  (bytes, length) => bytes + EMPLOYEES_MAX * 6 * length,
  EMPLOYEES_MAX * 300,
);

export function addEmployeeRoutes({ app, services, sendCached }: Api<Services>): void {
  app.get(API.employees, route('List employees in order', { response: Employees }), (request, reply) =>
    sendCached(request, reply, { read: () => withPhotos(services.employees.list(), services.images) }),
  );
}

export function addEmployeeEditingRoutes({ app, services, authorOf }: AdminApi<Services>): void {
  app.post(
    API.saveEmployees,
    route('Replace the employee list, in this order', {
      bodyLimit: BODY_LIMIT_BYTES,
      body: EmployeesSave,
      response: Saved(Employees),
    }),
    async (request) =>
      services.employees.save(authorOf(request), { employees: request.body, ...basedOn(request) }),
  );

  app.delete(
    `${API.saveEmployees}/:id`,
    route('Remove an employee', { params: Type.Object({ id: ItemId }), response: Saved(Employees) }),
    async (request) =>
      services.employees.remove(authorOf(request), { id: request.params.id, ...basedOn(request) }),
  );
}
