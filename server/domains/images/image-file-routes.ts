import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { KeptImageParams } from '#contract/images.ts';
import { API, IMAGE_FILES } from '#contract/paths.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import type { StoredFile } from '#server/platform/files/file-store.ts';
import { route, type AdminApi } from '#server/http/api.ts';
import { IMAGE_POLICY, responseHeaders } from '#server/http/headers.ts';
import { sendFile } from '#server/http/send-file.ts';
import type { FileCache } from '#server/records/stored-file/file-service.ts';
import type { ImageService } from './image-service.ts';
import { fullSizeName, mediaTypeOf } from './image-files.ts';

type Services = { images: ImageService };

/**
 * Adds the routes for files of registered images, and for those that are made of them for the top bar and for icons. They
 * work while the database is unavailable.
 */
export function addImageFileRoutes(
  app: FastifyInstance,
  { images, isAdmin }: Services & { isAdmin: (request: FastifyRequest) => Promise<boolean> },
): void {
  app.get<{ Params: { file: string }; Querystring: { v?: unknown } }>(
    `${IMAGE_FILES}/:file`,
    { schema: { hide: true } },
    async (request, reply) => {
      const { file: fileName } = request.params;
      // Select the revision of a replaced image with `v`.
      const { v: revision } = request.query;
      const file = typeof revision === 'string' ? fullSizeName({ fileName, revision }) : fileName;
      const image = await images.findFile(file, () => isAdmin(request));
      if (!image) throw new NotFoundError();
      const { found, cache } = image;
      const larger = found ? undefined : images.replaceMissingPhoneFile(file);
      if (larger !== undefined) return reply.header('cache-control', 'no-store').redirect(larger, 307);
      if (!found) throw new NotFoundError();
      return sendImage(request, reply, { file, found, cache });
    },
  );

  app.get<{ Params: { file: string; name: string }; Querystring: { v?: unknown } }>(
    `${IMAGE_FILES}/:file/:name`,
    { schema: { hide: true } },
    async (request, reply) => {
      const { file, name } = request.params;
      const { v } = request.query;
      const bytes = await images.findBrandFile(file, { name, revision: typeof v === 'string' ? v : '' });
      if (!bytes) throw new NotFoundError();
      const type = mediaTypeOf(name);
      // A new image gets a new URL.
      void reply.headers(responseHeaders({ type, policy: IMAGE_POLICY, cache: 'forever' }));
      return reply.send(bytes);
    },
  );
}

/** Adds the route for files of deleted images and of replaced files, which the history shows. */
export function addKeptImageRoute({ app, services }: AdminApi<Services>): void {
  app.get(
    `${API.keptImages}/:file`,
    route('Get a file of an image that may be deleted or replaced, until it is purged', {
      params: KeptImageParams,
      response: Type.String({ description: 'The image (image/webp, or its own format at full size)' }),
    }),
    async (request, reply) => {
      const { file } = request.params;
      const found = await services.images.findKeptFile(file);
      // The browser must not show it after the session has ended.
      return sendImage(request, reply, { file, found, cache: 'privately' });
    },
  );
}

function sendImage(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, found, cache }: { file: string; found: StoredFile; cache: 'privately' | FileCache },
) {
  const headers = responseHeaders({ type: mediaTypeOf(file), policy: IMAGE_POLICY, cache });
  return sendFile(request, reply, found, headers, { ranges: false });
}
