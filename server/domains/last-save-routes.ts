import { LastSaves } from '#contract/last-saves.ts';
import { versionId } from '#contract/content-version.ts';
import { API, SITE_PROBLEM_HEADER } from '#contract/paths.ts';
import { route, type AdminApi } from '#server/http/api.ts';
import type { DatabaseHealth } from '#server/platform/database/transaction.ts';
import { isUnchanged } from '#server/http/response.ts';
import type { LastSaveService } from './last-saves.ts';

export function addLastSaveRoute({
  app,
  services,
  content,
}: AdminApi<{ lastSaves: LastSaveService; health: Pick<DatabaseHealth, 'sentence'> }>): void {
  app.get(
    API.lastSaves,
    route('List who saved each text, table, and list last', { response: LastSaves }),
    async (request, reply) => {
      const etag = `"${versionId(content.snapshot())}"`;
      const problem = services.health.sentence();
      void reply.headers({ etag, ...(problem !== undefined && { [SITE_PROBLEM_HEADER]: problem }) });
      // Open editors send this request every ten seconds.
      if (isUnchanged(request.headers, etag)) return reply.code(304).send();
      return services.lastSaves.list();
    },
  );
}
