import { Type } from 'typebox';
import { Employees, EmployeesSave, ItemId } from '#contract/employees.ts';
import { API } from '#contract/paths.ts';
import { Saved } from '#contract/saved.ts';
import type { AdminApi, Api } from '#server/api.ts';

/** The crew for everybody. */
export function addEmployeeRoutes({ app, services, sendKept, describe }: Api): void {
  app.get(
    API.employees,
    { schema: describe("The crew, in the cooperative's order", { answer: Employees }) },
    (request, reply) =>
      sendKept(request, reply, { address: API.employees, read: () => services.employees.list() }),
  );
}

/** The crew for the editor. */
export function addEmployeeEditingRoutes({ app, services, describe, authorOf, basedOn }: AdminApi): void {
  app.post(
    API.saveEmployees,
    {
      schema: describe('Save the whole crew, in this order', {
        body: EmployeesSave,
        answer: Saved(Employees),
      }),
    },
    async (request) =>
      services.employees.save(authorOf(request), { employees: request.body, basedOn: basedOn(request) }),
  );

  app.delete(
    `${API.saveEmployees}/:id`,
    {
      schema: describe('Take somebody from the crew', {
        params: Type.Object({ id: ItemId }),
        answer: Saved(Employees),
      }),
    },
    async (request) =>
      services.employees.remove(authorOf(request), { id: request.params.id, basedOn: basedOn(request) }),
  );
}
