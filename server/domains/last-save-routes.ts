import { LastSaves } from '#contract/last-saves.ts';
import { versionId } from '#contract/content-version.ts';
import { API } from '#contract/paths.ts';
import { route, type AdminApi } from '#server/http/api.ts';
import { isUnchanged } from '#server/http/response.ts';
import type { LastSaveService } from './last-saves.ts';

export function addLastSaveRoute({ app, services, content }: AdminApi<{ lastSaves: LastSaveService }>): void {
  app.get(
    API.lastSaves,
    route('List who saved each text, table, and list last', { response: LastSaves }),
    async (request, reply) => {
      const etag = `"${versionId(content.snapshot())}"`;
      void reply.header('etag', etag);
      // Open editors send this request every minute.
      if (isUnchanged(request.headers, etag)) return reply.code(304).send();
      return services.lastSaves.list();
    },
  );
}
