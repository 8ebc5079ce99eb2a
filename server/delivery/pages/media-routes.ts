import type { FastifyInstance } from 'fastify';
import type { Site } from '#contract/site.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import { FILE_POLICY } from '#server/platform/http/headers.ts';
import { HttpError } from '#server/platform/http/problem.ts';
import { MEDIA_FOLDER } from './assets.ts';

/** Small chunks, because each client that stops reading keeps several in memory. */
const CHUNK_BYTES = 16 * 1024;

export function addMediaRoutes(
  app: FastifyInstance,
  { root, site }: { root: string; site: () => Pick<Site, 'parts' | 'film' | 'embeds'> },
): void {
  /** Returns whether a file is the video of a website without one. */
  function isSwitchedOff(path: string): boolean {
    const { parts, film, embeds } = site();
    return !parts.film && [embeds.video, ...film.sources.map((source) => source.path)].includes(path);
  }

  app.get<{ Params: { '*': string } }>(
    `/${MEDIA_FOLDER}/*`,
    { schema: { hide: true } },
    async (request, reply) => {
      if (isSwitchedOff(`/${MEDIA_FOLDER}/${request.params['*']}`)) throw new NotFoundError();
      // Import on demand: phones never request a video, and loading the library slows the start.
      const { send } = await import('@fastify/send');
      const { statusCode, headers, stream } = await send(request.raw, encodeURI(`/${request.params['*']}`), {
        root,
        dotfiles: 'ignore',
        index: false,
        maxAge: '1h',
        highWaterMark: CHUNK_BYTES,
      });
      if (statusCode === 416) throw new HttpError(416, 'no-such-range');
      if (statusCode >= 400 || statusCode === 301) throw new NotFoundError();
      // Replace the policy that the library sets for redirects.
      delete headers['Content-Security-Policy'];
      void reply.headers({ ...headers, 'content-security-policy': FILE_POLICY });
      return reply.code(statusCode).send(stream);
    },
  );
}
