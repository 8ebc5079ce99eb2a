import { DemoContent, DemoContentRemoved } from '#contract/demo-content.ts';
import { API } from '#contract/paths.ts';
import { route, type AdminApi } from '#server/http/api.ts';
import type { DemoContentService } from './remove-demo-content.ts';

type Services = { demo: DemoContentService };

export function addDemoContentRoutes({ app, services, authorOf }: AdminApi<Services>): void {
  app.get(
    API.demoContent,
    route('Check whether the site still shows demo content, and what its setup lacks', {
      response: DemoContent,
    }),
    async () => services.demo.describe(),
  );

  app.post(
    API.demoContentRemoval,
    route('Remove all unchanged demo content', { response: DemoContentRemoved }),
    async (request) => services.demo.remove(authorOf(request)),
  );
}
