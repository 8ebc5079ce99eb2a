import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify';
import { COMPILERS } from '#server/http/schema-compilers.ts';

const INFO = {
  title: 'Scalehouse',
  version: '1',
  description: "The API for a farmers' cooperative website.",
};

/**
 * Collects the routes that are added to `app` from now on. Returns a function that describes them in OpenAPI. It loads
 * the library, because few clients read the description.
 */
export function collectEndpoints(app: FastifyInstance): () => Promise<object> {
  const routes: Pick<RouteOptions, 'method' | 'url' | 'schema'>[] = [];
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (method !== 'HEAD') routes.push({ method, url, ...(schema && { schema }) });
  });
  let description: Promise<object> | undefined;
  return () => (description ??= describe(routes));
}

async function describe(routes: readonly Pick<RouteOptions, 'method' | 'url' | 'schema'>[]): Promise<object> {
  const { default: fastifySwagger } = await import('@fastify/swagger');
  await using app = Fastify({ schemaController: { compilersFactory: COMPILERS } });
  // OpenAPI 3.1 uses JSON Schema, so the schemas need no conversion.
  await app.register(fastifySwagger, {
    openapi: { openapi: '3.1.1', info: INFO },
    convertConstToEnum: false,
  });
  for (const route of routes) app.route({ ...route, exposeHeadRoute: false, handler: async () => undefined });
  await app.ready();
  return app.swagger();
}
