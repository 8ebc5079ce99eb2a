import type { FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
import { IMAGE_FILES } from '#contract/paths.ts';
import { notFound } from '#server/errors.ts';
import { matchesEtag } from '#server/http/answer.ts';
import { PICTURE_POLICY } from '#server/http/security-headers.ts';
import type { Services } from '#server/services.ts';
import { fullCopyOf, mediaTypeOf } from './image-files.ts';

/** What a name stands for never changes: a new picture has a new one. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** The files of registered pictures, from the store, also while the database does not answer. */
export function addImageFileRoutes(app: FastifyInstance, { images }: Pick<Services, 'images'>): void {
  app.get<{ Params: { file: string }; Querystring: { v?: unknown } }>(
    `${IMAGE_FILES}/:file`,
    { schema: { hide: true } },
    async (request, reply) => {
      const { file_name, revision } = { file_name: request.params.file, revision: request.query.v };
      // The query tells a picture from the one that was in its place before.
      const file =
        typeof revision === 'string' && revision !== '' ? fullCopyOf({ file_name, revision }) : file_name;
      const found = await images.findFile(file);
      if (!found) throw notFound();
      void reply.headers({
        'cache-control': IMMUTABLE,
        'content-security-policy': PICTURE_POLICY,
        etag: found.etag,
      });
      if (matchesEtag(request.headers['if-none-match'] ?? '', found.etag)) return reply.code(304).send();
      void reply.headers({ 'content-type': mediaTypeOf(file), 'content-length': found.size });
      // Of a stream the framework leaves the length as it was told, also where it sends none of it.
      return reply.send(request.method === 'HEAD' ? Readable.from([]) : found.stream());
    },
  );
}
