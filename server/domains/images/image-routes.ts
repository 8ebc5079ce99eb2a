import {
  DeletedImages,
  FileRemoved,
  galleryPages,
  IMAGE_ORDER_MAX,
  ImageFocus,
  ImageListQuery,
  ImageOrder,
  ImageParams,
  ImageReplacement,
  Images,
  ImageSave,
  ImageTexts,
  ImageTypeParams,
  pageNumberOf,
  SavedImage,
  SavedImages,
} from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import { route, type AdminApi, type Api } from '#server/http/api.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import { addUploadUrlRoute, postRoutes } from '#server/records/stored-file/file-routes.ts';
import { imageOrderSubject } from './image-kind.ts';
import type { ImageService } from './image-service.ts';

type Services = { images: ImageService };

/** Room for the longest ids with quotation marks and commas. */
const ORDER_LIMIT_BYTES = IMAGE_ORDER_MAX * 104;

export function addImageRoutes({ app, services, sendCached }: Api<Services>): void {
  app.get(
    `${API.images}/:imageType`,
    route('List images of one type', {
      params: ImageTypeParams,
      querystring: ImageListQuery,
      response: Images,
    }),
    (request, reply) => {
      const type = Number(request.params.imageType);
      const { page } = request.query;
      if (pageNumberOf(page) > galleryPages(services.images.count(type))) throw new NotFoundError();
      const read = () => services.images.list(type, page === undefined ? undefined : Number(page));
      const key = `${API.images}/${type}${page === undefined ? '' : `?page=${Number(page)}`}`;
      return sendCached(request, reply, { key, read });
    },
  );
}

export function addImageEditingRoutes(api: AdminApi<Services>): void {
  const { app, services, authorOf } = api;
  const { images } = services;
  const post = postRoutes(api, SavedImage);

  app.get(
    API.unlistedImages,
    route('List the images that are not in the public lists', { response: Images }),
    async () => images.listUnlisted(),
  );

  addUploadUrlRoute(api, API.presignedUrl, 'Get an upload URL for a file', images.signUpload);

  post(API.saveImage, 'Save an uploaded image', ImageSave, images.save);

  app.delete(
    `${API.deleteImage}/:imageId`,
    route('Delete an image', { params: ImageParams, response: FileRemoved }),
    async (request) => {
      await images.remove(authorOf(request), request.params.imageId);
      return true as const;
    },
  );

  app.get(
    `${API.deletedImages}/:imageType`,
    route('List deleted images that can be restored', {
      params: ImageTypeParams,
      response: DeletedImages,
    }),
    async ({ params }) => images.listDeleted(imageOrderSubject(Number(params.imageType))),
  );

  post(API.bringBackImage, 'Restore a deleted image', ImageParams, (author, { imageId }) =>
    images.undelete(author, imageId),
  );

  post(API.describeImage, "Set an image's texts, and who can see it", ImageTexts, (author, sent, seen) => {
    const change = { name: sent.imageName, altText: sent.altText, audience: sent.audience };
    return images.change(author, { id: sent.imageId, change, ...seen() });
  });

  post(API.focusImage, "Set an image's crop", ImageFocus, (author, sent, seen) =>
    images.setFocus(author, { ...sent, ...seen() }),
  );

  post(API.replaceImage, "Replace an image's file", ImageReplacement, (author, sent, seen) =>
    images.replace(author, { id: sent.imageId, url: sent.imageUrl, ...seen() }),
  );

  const postOrder = postRoutes(api, SavedImages, { bodyLimit: ORDER_LIMIT_BYTES });
  postOrder(API.orderImages, 'Set the order of images of one type', ImageOrder, (author, sent, seen) =>
    images.order(author, {
      subject: imageOrderSubject(sent.imageType),
      ids: sent.imageIds,
      ...seen(),
    }),
  );
}
