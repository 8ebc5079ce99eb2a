import type { FastifyInstance } from 'fastify';
import { HttpError, notFound } from '#server/errors.ts';
import { MEDIA_FOLDER } from './assets.ts';

/** Films, read from the disk in the ranges that players ask for. */
export function addMediaRoutes(app: FastifyInstance, { root }: { root: string }): void {
  app.get<{ Params: { '*': string } }>(
    `/${MEDIA_FOLDER}/*`,
    { schema: { hide: true } },
    async (request, reply) => {
      // Loaded for the first film: phones never ask for one, and the start should not pay for it.
      const { send } = await import('@fastify/send');
      const { statusCode, headers, stream } = await send(request.raw, encodeURI(`/${request.params['*']}`), {
        root,
        dotfiles: 'ignore',
        index: false,
        maxAge: '1h',
      });
      if (statusCode === 416) throw new HttpError(416, 'no-such-range', 'The film has no such part.');
      if (statusCode >= 400 || statusCode === 301) throw notFound();
      // A policy of its own that the library sets for files would replace ours.
      delete headers['Content-Security-Policy'];
      return reply.code(statusCode).headers(headers).send(stream);
    },
  );
}
