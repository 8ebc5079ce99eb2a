import { Type } from 'typebox';
import { DRAFT_MAX_BYTES } from '#contract/drafts.ts';
import { OneItem } from '#contract/item-id.ts';
import { API } from '#contract/paths.ts';
import {
  Schedule,
  ScheduleDecision,
  ScheduledChange,
  ScheduleRequest,
  ScheduleTimes,
} from '#contract/schedule.ts';
import { route, type AdminApi } from '#server/http/api.ts';
import type { ScheduleService } from './schedule-service.ts';

export function addScheduleRoutes({ app, currentAdmin }: AdminApi, schedule: ScheduleService): void {
  const Done = Type.Object({});

  app.get(API.schedule, route('List what is scheduled', { response: Schedule }), async (request) =>
    schedule.list(currentAdmin(request)),
  );

  app.post(
    API.schedule,
    route('Schedule saves, which are published together', {
      bodyLimit: DRAFT_MAX_BYTES,
      body: ScheduleRequest,
      response: ScheduledChange,
    }),
    async (request) => schedule.add(currentAdmin(request), request.body),
  );

  app.put(
    `${API.schedule}/:id`,
    route('Reschedule a change', { params: OneItem, body: ScheduleTimes, response: ScheduledChange }),
    async (request) => schedule.reschedule(currentAdmin(request), request.params.id, request.body),
  );

  app.delete(
    `${API.schedule}/:id`,
    route('Cancel a scheduled change', { params: OneItem, response: Done }),
    async (request) => {
      await schedule.cancel(currentAdmin(request), request.params.id);
      return {};
    },
  );

  app.post(
    `${API.schedule}/:id/decide`,
    route('Publish a change that has stopped, or forget it', {
      params: OneItem,
      body: ScheduleDecision,
      response: Done,
    }),
    async (request) => {
      await schedule.decide(currentAdmin(request), request.params.id, request.body);
      return {};
    },
  );
}
