import { LastBackup } from '#contract/last-backup.ts';
import { API } from '#contract/paths.ts';
import { route, type AdminApi } from '#server/http/api.ts';

export function addLastBackupRoute({
  app,
  services,
}: AdminApi<{ lastBackup: { find(): Promise<string | null> } }>): void {
  app.get(API.lastBackup, route('Get the time of the last backup', { response: LastBackup }), async () => ({
    at: await services.lastBackup.find(),
  }));
}
