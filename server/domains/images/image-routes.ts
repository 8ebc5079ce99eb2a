import {
  DeletedImages,
  galleryPages,
  IMAGE_ORDER_MAX,
  ImageFocus,
  ImageListQuery,
  ImageOrder,
  ImageParams,
  ImageRemoved,
  ImageReplacement,
  ImageUndelete,
  Images,
  ImageSave,
  ImageTexts,
  ImageTypeParams,
  pageNumberOf,
  SavedImage,
  SavedImages,
  Upload,
  UploadQuery,
} from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import { baseVersionOf, type AdminApi, type Api } from '#server/platform/http/api.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import type { ImageService } from './image-service.ts';

type Services = { images: ImageService };

/** Room for the longest ids with quotation marks and commas. */
const ORDER_LIMIT_BYTES = IMAGE_ORDER_MAX * 104;

export function addImageRoutes({ app, services, sendCached, describe }: Api<Services>): void {
  app.get(
    `${API.images}/:imageType`,
    {
      schema: describe('List images of one type', {
        params: ImageTypeParams,
        querystring: ImageListQuery,
        response: Images,
      }),
    },
    (request, reply) => {
      const type = Number(request.params.imageType);
      const { page } = request.query;
      if (pageNumberOf(page) > galleryPages(services.images.count(type))) throw new NotFoundError();
      const read = () =>
        page === undefined ? services.images.list(type) : services.images.listPage(type, Number(page));
      const key = `${API.images}/${type}${page === undefined ? '' : `?page=${Number(page)}`}`;
      return sendCached(request, reply, { key, read });
    },
  );
}

export function addImageEditingRoutes({ app, services, describe, authorOf }: AdminApi<Services>): void {
  app.get(
    API.presignedUrl,
    { schema: describe('Get an upload URL for a file', { querystring: UploadQuery, response: Upload }) },
    async ({ query: { size, ...query } }) =>
      services.images.signUpload({ ...query, size: size === undefined ? undefined : Number(size) }),
  );

  app.post(
    API.saveImage,
    { schema: describe('Save an uploaded image', { body: ImageSave, response: SavedImage }) },
    async (request) => services.images.save(authorOf(request), request.body),
  );

  app.delete(
    `${API.deleteImage}/:imageId`,
    { schema: describe('Delete an image', { params: ImageParams, response: ImageRemoved }) },
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
        response: DeletedImages,
      }),
    },
    async ({ params }) => services.images.listDeleted(Number(params.imageType)),
  );

  app.post(
    API.bringBackImage,
    { schema: describe('Restore a deleted image', { body: ImageUndelete, response: SavedImage }) },
    async (request) => services.images.undelete(authorOf(request), request.body.imageId),
  );

  app.post(
    API.describeImage,
    { schema: describe("Set an image's name and description", { body: ImageTexts, response: SavedImage }) },
    async (request) =>
      services.images.describe(authorOf(request), { ...request.body, baseVersion: baseVersionOf(request) }),
  );

  app.post(
    API.focusImage,
    {
      schema: describe("Set an image's crop", {
        body: ImageFocus,
        response: SavedImage,
      }),
    },
    async (request) =>
      services.images.setFocus(authorOf(request), { ...request.body, baseVersion: baseVersionOf(request) }),
  );

  app.post(
    API.replaceImage,
    {
      schema: describe("Replace an image's file", {
        body: ImageReplacement,
        response: SavedImage,
      }),
    },
    async (request) =>
      services.images.replace(authorOf(request), { ...request.body, baseVersion: baseVersionOf(request) }),
  );

  app.post(
    API.orderImages,
    {
      bodyLimit: ORDER_LIMIT_BYTES,
      schema: describe('Set the order of images of one type', { body: ImageOrder, response: SavedImages }),
    },
    async (request) =>
      services.images.order(authorOf(request), { ...request.body, baseVersion: baseVersionOf(request) }),
  );
}
