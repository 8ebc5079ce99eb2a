import { AttentionList } from '#contract/attention.ts';
import { API } from '#contract/paths.ts';
import { route, type AdminApi } from '#server/http/api.ts';
import type { AttentionService } from './attention.ts';

export function addAttentionRoute({
  app,
  services,
  currentAdmin,
}: AdminApi<{ attention: AttentionService }>): void {
  app.get(
    API.attention,
    route('List what needs attention and the administrator may change', { response: AttentionList }),
    async (request) => services.attention.list(currentAdmin(request)),
  );
}
