import { API } from '#contract/paths.ts';
import { Presence, PresenceReport } from '#contract/presence.ts';
import { route, type AdminApi } from '#server/http/api.ts';
import type { PresenceService } from './presence.ts';

export function addPresenceRoute({ app, services, currentAdmin }: AdminApi<{ presence: PresenceService }>) {
  app.post(
    API.presence,
    route('Report where a tab has unsaved text, and list where others have', {
      body: PresenceReport,
      response: Presence,
    }),
    async (request) => services.presence.report(currentAdmin(request), request.body),
  );
}
