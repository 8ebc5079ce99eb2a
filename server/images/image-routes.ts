import {
  DeletedImages,
  ImageFocus,
  ImageOrder,
  ImageParams,
  ImageRemoved,
  ImageReplacement,
  ImageReturn,
  Images,
  ImageSave,
  ImageTexts,
  ImageTypeParams,
  SavedImage,
  SavedImages,
  Upload,
  UploadQuery,
} from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import type { AdminApi, Api } from '#server/api.ts';

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

  app.get(
    `${API.deletedImages}/:imageType`,
    {
      schema: describe('The deleted pictures of a type that can be brought back', {
        params: ImageTypeParams,
        answer: DeletedImages,
      }),
    },
    async ({ params }) => services.images.listDeleted(Number(params.imageType)),
  );

  app.post(
    API.bringBackImage,
    { schema: describe('Bring a deleted picture back', { body: ImageReturn, answer: SavedImage }) },
    async (request) => services.images.bringBack(authorOf(request), request.body.imageId),
  );
}

export function addImageCareRoutes({ app, services, describe, authorOf, basedOn }: AdminApi): void {
  app.post(
    API.describeImage,
    { schema: describe('Name a picture and say what it shows', { body: ImageTexts, answer: SavedImage }) },
    async (request) =>
      services.images.describe(authorOf(request), { ...request.body, basedOn: basedOn(request) }),
  );

  app.post(
    API.focusImage,
    {
      schema: describe('Cut the squares of a picture around another point', {
        body: ImageFocus,
        answer: SavedImage,
      }),
    },
    async (request) =>
      services.images.setFocus(authorOf(request), { ...request.body, basedOn: basedOn(request) }),
  );

  app.post(
    API.replaceImage,
    {
      schema: describe('Put an uploaded picture in the place of another', {
        body: ImageReplacement,
        answer: SavedImage,
      }),
    },
    async (request) =>
      services.images.replace(authorOf(request), { ...request.body, basedOn: basedOn(request) }),
  );

  app.post(
    API.orderImages,
    {
      schema: describe('Put the pictures of a type in this order', { body: ImageOrder, answer: SavedImages }),
    },
    async (request) =>
      services.images.order(authorOf(request), { ...request.body, basedOn: basedOn(request) }),
  );
}
