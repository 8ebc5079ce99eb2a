import type { FastifyInstance } from 'fastify';
import { NotFoundError } from '#server/platform/errors.ts';
import { HttpError } from '#server/platform/http/problem.ts';
import { MEDIA_FOLDER } from './assets.ts';

export function addMediaRoutes(app: FastifyInstance, { root }: { root: string }): void {
  app.get<{ Params: { '*': string } }>(
    `/${MEDIA_FOLDER}/*`,
    { schema: { hide: true } },
    async (request, reply) => {
      // Import on demand: phones never request a video, and loading the library slows the start.
      const { send } = await import('@fastify/send');
      const { statusCode, headers, stream } = await send(request.raw, encodeURI(`/${request.params['*']}`), {
        root,
        dotfiles: 'ignore',
        index: false,
        maxAge: '1h',
      });
      if (statusCode === 416) throw new HttpError(416, 'no-such-range');
      if (statusCode >= 400 || statusCode === 301) throw new NotFoundError();
      // Remove the policy that the library sets, which would replace the site's.
      delete headers['Content-Security-Policy'];
      return reply.code(statusCode).headers(headers).send(stream);
    },
  );
}
