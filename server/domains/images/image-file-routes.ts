import type { FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
import { IMAGE_FILES } from '#contract/paths.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import { IMAGE_POLICY, responseHeaders } from '#server/platform/http/headers.ts';
import { isUnchanged } from '#server/platform/http/response.ts';
import type { ImageService } from './image-service.ts';
import { fullSizeName, mediaTypeOf } from './image-files.ts';

/** Adds the route for files of registered images. It works while the database is unavailable. */
export function addImageFileRoutes(app: FastifyInstance, { images }: { images: ImageService }): void {
  app.get<{ Params: { file: string }; Querystring: { v?: unknown } }>(
    `${IMAGE_FILES}/:file`,
    { schema: { hide: true } },
    async (request, reply) => {
      const { file: fileName } = request.params;
      // Select the revision of a replaced image with `v`.
      const { v: revision } = request.query;
      const file = typeof revision === 'string' ? fullSizeName({ fileName, revision }) : fileName;
      const found = await images.findFile(file);
      if (!found) throw new NotFoundError();
      // A new image gets a new URL.
      const headers = responseHeaders({}, { policy: IMAGE_POLICY, cache: 'forever' });
      void reply.headers({ ...headers, etag: found.etag });
      if (isUnchanged(request.headers, found.etag)) return reply.code(304).send();
      void reply.headers({ 'content-type': mediaTypeOf(file), 'content-length': found.size });
      // Fastify does not change the content-length of a stream, so HEAD can send an empty one.
      return reply.send(request.method === 'HEAD' ? Readable.from([]) : found.stream());
    },
  );
}
