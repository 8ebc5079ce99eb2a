import {
  ImageParams,
  ImageRemoved,
  Images,
  ImageSave,
  ImageTypeParams,
  SavedImage,
  Upload,
  UploadQuery,
} from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import type { AdminApi, Api } from '#server/api.ts';

/** The pictures for everybody. */
export function addImageRoutes({ app, services, sendKept, describe }: Api): void {
  app.get(
    `${API.images}/:imageType`,
    { schema: describe('The pictures of a type', { params: ImageTypeParams, answer: Images }) },
    (request, reply) => {
      const { imageType } = request.params;
      const read = () => services.images.list(Number(imageType));
      return sendKept(request, reply, { address: `${API.images}/${imageType}`, read });
    },
  );
}

/** How pictures come in and go. */
export function addImageEditingRoutes({ app, services, describe, authorOf }: AdminApi): void {
  app.get(
    API.presignedUrl,
    { schema: describe('Where to upload a file', { querystring: UploadQuery, answer: Upload }) },
    async ({ query: { size, ...query } }) =>
      services.images.signUpload({ ...query, size: size === undefined ? undefined : Number(size) }),
  );

  app.post(
    API.saveImage,
    { schema: describe('Register an uploaded picture', { body: ImageSave, answer: SavedImage }) },
    async (request) => services.images.save(authorOf(request), request.body),
  );

  app.delete(
    `${API.deleteImage}/:imageId`,
    { schema: describe('Delete a picture', { params: ImageParams, answer: ImageRemoved }) },
    async (request) => {
      await services.images.remove(authorOf(request), request.params.imageId);
      return true as const;
    },
  );
}
