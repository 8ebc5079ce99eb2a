import { isDeepStrictEqual } from 'node:util';
import {
  imagesOnPage,
  MIDDLE,
  type ImageFocus,
  type Images,
  type ImageSave,
  type SavedImage,
} from '#contract/images.ts';
import type { Site } from '#contract/site.ts';
import { counted } from '#contract/text.ts';
import type { Author } from '#server/platform/change.ts';
import type { ContentCache } from '#server/records/content/content-cache.ts';
import { NotFoundError, ValidationError } from '#server/platform/errors.ts';
import type { StoredFile } from '#server/platform/files/file-store.ts';
import type { Based } from '#server/records/saved.ts';
import type { FileContent } from '#server/records/stored-file/file-rows.ts';
import {
  createFileService,
  type FileCache,
  type FileParts,
  type MakeFiles,
} from '#server/records/stored-file/file-service.ts';
import { createBrandFiles } from './brand-files.ts';
import { createFormerFiles } from './former-files.ts';
import {
  filesOf,
  fullSizeName,
  IMAGE_NAME,
  imageNameOf,
  newRevision,
  phoneName,
  presentImage,
  type StoredImage,
} from './image-files.ts';
import { imageRules } from './image-kind.ts';
import { asImage } from './image-signature.ts';
import { IMAGE_REJECTIONS } from './image-worker.ts';
import { makeImageFiles, type ImageMaker } from './make-image-files.ts';
import { createPhoneFiles } from './phone-files.ts';

export type ImageService = ReturnType<typeof createImageService>;

export function createImageService(
  parts: FileParts &
    ImageMaker & {
      content: ContentCache<{ images: FileContent<StoredImage> }>;
      site: () => Pick<Site, 'brand'>;
    },
) {
  const { content, files, site, deletedImageDays } = parts;
  const service = createFileService(imageRules, makeAll(parts), parts);
  const { calls, stored, queue, enqueue, uploadAt, changeFiles, cacheOf, findTwice, findCache } = service;
  const isFormer = createFormerFiles(content, parts.now);
  const brandFiles = createBrandFiles(parts, { brand: () => site().brand, queue });
  const makePhoneFile = createPhoneFiles(parts, queue);
  const ofType = (type: number) =>
    stored().inOrder.filter((image) => image.type === type && image.audience === 'everyone');

  /** Returns the image that a file belongs to. */
  function imageOf(file: string): StoredImage | undefined {
    const fileName = imageNameOf(file);
    const image = stored().byId.get(fileName.slice(0, fileName.indexOf('.')));
    return image?.fileName === fileName ? image : undefined;
  }

  return {
    ...calls,

    count: (type: number): number => ofType(type).length,

    /** Returns the images of a type, or of a page of them. */
    list: (type: number, page?: number): Images =>
      (page === undefined ? ofType(type) : imagesOnPage(ofType(type), page)).map(presentImage),

    listUnlisted: (): Images =>
      stored()
        .inOrder.filter(({ audience }) => audience !== 'everyone')
        .map(presentImage),

    /**
     * Finds a file of a registered image, which may be missing, and how it may be cached. That of a previous revision is
     * for administrators, after minutes in which open pages still load it.
     */
    async findFile(
      file: string,
      isAdmin: () => Promise<boolean>,
    ): Promise<{ found: StoredFile | undefined; cache: FileCache } | undefined> {
      if (!IMAGE_NAME.test(imageNameOf(file))) return undefined;
      const cache = await findCache(
        () => imageOf(file),
        isAdmin,
        (image) => {
          if (filesOf(image).includes(file)) return cacheOf(image);
          return isFormer(file) && cacheOf(image) ? 'revalidated' : undefined;
        },
      );
      const found = cache && (await files.find(`images/${file}`));
      return cache && { found: found && asImage(found, file), cache };
    },

    /**
     * Returns the URL of the screen rendition if `file` is the phone rendition of a registered image, and starts to make
     * it for later requests.
     */
    replaceMissingPhoneFile(file: string): string | undefined {
      const image = imageOf(file);
      if (!image || phoneName(image) !== file) return undefined;
      makePhoneFile(image);
      return presentImage(image).screenUrl;
    },

    /** Finds a file that is made of an image for the top bar or for icons, if the settings name the image for it. */
    async findBrandFile(fileName: string, { name, revision }: { name: string; revision: string }) {
      if (!IMAGE_NAME.test(fileName)) return undefined;
      return findTwice(async () => {
        const image = imageOf(fileName);
        return image?.revision === revision ? brandFiles(image, name) : undefined;
      });
    },

    /** Finds a file of an image that may be deleted or replaced. Throws NotFoundError once it was purged. */
    async findKeptFile(file: string): Promise<StoredFile> {
      const found = IMAGE_NAME.test(imageNameOf(file)) ? await files.find(`images/${file}`) : undefined;
      if (!found) throw imagePurged(deletedImageDays);
      return asImage(found, file);
    },

    /** Registers an uploaded image. Saving it again changes only its type and texts. */
    async save(
      author: Author,
      { imageId: id, imageUrl: url, imageName: name, imageType: type, altText, audience }: ImageSave,
    ): Promise<SavedImage> {
      if (uploadAt(url).named.id !== id) throw notFromUrl();
      return calls.save(author, { url, texts: { name, type, altText, audience } });
    },

    /** Re-crops the squares. Throws like `change`, and ConflictError without a full-size image. */
    setFocus: (author: Author, { imageId: id, focus: { x, y }, baseVersion }: ImageFocus & Based) =>
      enqueue(() =>
        changeFiles(
          author,
          { id, baseVersion },
          // Without other keys of the request, which the change log would contain.
          ({ focus }) =>
            isDeepStrictEqual(focus, { x, y }) ? undefined : { focus: { x, y }, crop: newRevision() },
          async (image, before) => {
            const source = await files.find(`images/${fullSizeName(before)}`);
            if (!source) throw imageRules.problems.fileLost();
            const result = await makeImageFiles(parts, source, { image, focus: image.focus, make: 'square' });
            if ('rejection' in result) throw imageRules.problems.fileLost();
            return { colors: result.made.colors };
          },
        ),
      ),
  };
}

/** Makes and stores all files of an image from an upload. */
const makeAll =
  (maker: ImageMaker): MakeFiles<StoredImage> =>
  async (upload, image) => {
    const result = await makeImageFiles(maker, upload, { image, focus: MIDDLE, make: 'all' });
    if ('made' in result) return result.made;
    throw new ValidationError(result.rejection, IMAGE_REJECTIONS[result.rejection], '/imageUrl');
  };

const notFromUrl = () =>
  new ValidationError('invalid', 'Use the file name from imageUrl, without the extension.', '/imageId');

const imagePurged = (days: number) =>
  new NotFoundError(
    'image-purged',
    `This image was deleted for good. Deleted and replaced images are kept for ${counted(days, 'day')}.`,
  );
