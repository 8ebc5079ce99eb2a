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
    { schema: describe('List images of one type', { params: ImageTypeParams, answer: Images }) },
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
    { schema: describe('Get a URL to upload a file to', { querystring: UploadQuery, answer: Upload }) },
    async ({ query: { size, ...query } }) =>
      services.images.signUpload({ ...query, size: size === undefined ? undefined : Number(size) }),
  );

  app.post(
    API.saveImage,
    { schema: describe('Save an uploaded image', { body: ImageSave, answer: SavedImage }) },
    async (request) => services.images.save(authorOf(request), request.body),
  );

  app.delete(
    `${API.deleteImage}/:imageId`,
    { schema: describe('Delete an image', { params: ImageParams, answer: ImageRemoved }) },
    async (request) => {
      await services.images.remove(authorOf(request), request.params.imageId);
      return true as const;
    },
  );

  app.get(
    `${API.deletedImages}/:imageType`,
    {
      schema: describe('List deleted images that can be restored', {
        params: ImageTypeParams,
        answer: DeletedImages,
      }),
    },
    async ({ params }) => services.images.listDeleted(Number(params.imageType)),
  );

  app.post(
    API.bringBackImage,
    { schema: describe('Restore a deleted image', { body: ImageReturn, answer: SavedImage }) },
    async (request) => services.images.bringBack(authorOf(request), request.body.imageId),
  );
}

export function addImageCareRoutes({ app, services, describe, authorOf, basedOn }: AdminApi): void {
  app.post(
    API.describeImage,
    { schema: describe("Set an image's name and description", { body: ImageTexts, answer: SavedImage }) },
    async (request) =>
      services.images.describe(authorOf(request), { ...request.body, basedOn: basedOn(request) }),
  );

  app.post(
    API.focusImage,
    {
      schema: describe("Set an image's crop", {
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
      schema: describe("Replace an image's file", {
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
      schema: describe('Set the order of images of one type', { body: ImageOrder, answer: SavedImages }),
    },
    async (request) =>
      services.images.order(authorOf(request), { ...request.body, basedOn: basedOn(request) }),
  );
}
