import { DemoContent, DemoContentRemoved } from '#contract/demo-content.ts';
import { API } from '#contract/paths.ts';
import { type AdminApi } from '#server/http/api.ts';
import type { DemoContentService } from './remove-demo-content.ts';

type Services = { demo: DemoContentService };

export function addDemoContentRoutes({ app, services, describe, authorOf }: AdminApi<Services>): void {
  app.get(
    API.demoContent,
    {
      schema: describe('Check whether the site still shows demo content, and what its setup lacks', {
        response: DemoContent,
      }),
    },
    async () => services.demo.describe(),
  );

  app.post(
    API.demoContentRemoval,
    {
      schema: describe('Remove all unchanged demo content', { response: DemoContentRemoved }),
    },
    async (request) => services.demo.remove(authorOf(request)),
  );
}
