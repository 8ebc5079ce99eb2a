import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  IMAGE_MAX_PIXELS,
  UPLOAD_MAX_BYTES,
  type Images,
  type ImageSave,
  type SavedImage,
  type Upload,
} from '#contract/images.ts';
import { IMAGE_FILES } from '#contract/paths.ts';
import type { Author } from '#server/change-log/change-log-store.ts';
import type { Content } from '#server/content/content.ts';
import type { Database } from '#server/database/database.ts';
import { HttpError } from '#server/errors.ts';
import type { FileStore, StoredFile } from '#server/files/file-store.ts';
import type { WorkFiles } from '#server/files/work-files.ts';
import { createStores } from '#server/stores.ts';
import { filesOf, fullCopyOf } from './image-files.ts';
import type { ImageWorker, Refusal } from './image-worker.ts';
import { removeImage, saveImage, type MadeImage } from './save-image.ts';
import { createTurns } from './turns.ts';
import { makeUploadName } from './upload-name.ts';

/** What was uploaded longer ago can no longer be saved; it is the sweep's. */
export const UPLOAD_LIFE_MS = 24 * 60 * 60_000;
/** Pictures that are worked on or wait for it. A person sends one after the other; more would wait too long. */
const SAVES_AT_ONCE = 8;

/** The pictures: those that are registered, and how new ones come in. */
export function createImageService({
  content,
  database,
  files,
  workFiles,
  imageWorker,
  now,
}: {
  content: Content;
  database: Database;
  files: FileStore;
  workFiles: WorkFiles;
  imageWorker: ImageWorker;
  now: () => Date;
}) {
  const inTurn = createTurns(SAVES_AT_ONCE);

  /** Makes the files of a picture of what was uploaded. Throws 400 for what is no picture that is taken here. */
  async function makeFiles(fileName: string, upload: StoredFile): Promise<MadeImage> {
    await using folder = await workFiles.makeFolder();
    const input = join(folder.path, 'upload');
    await writeFile(input, upload.stream());
    const answer = await imageWorker.work({ input, folder: folder.path, fileName });
    if ('refusal' in answer) {
      await files.remove(`uploads/${fileName}`);
      throw refused(answer.refusal);
    }
    try {
      for (const file of filesOf(fileName)) {
        await files.save(`images/${file}`, createReadStream(join(folder.path, file)));
      }
    } catch (error) {
      for (const file of filesOf(fileName)) await files.remove(`images/${file}`);
      throw error;
    }
    return answer.made;
  }

  /** What was uploaded under a name, and not too long ago. Throws 400 for what is too large. */
  async function findUpload(fileName: string): Promise<StoredFile | undefined> {
    const upload = await files.find(`uploads/${fileName}`);
    if (!upload || now().getTime() - upload.changedAt.getTime() > UPLOAD_LIFE_MS) return undefined;
    if (upload.size <= UPLOAD_MAX_BYTES) return upload;
    // Not every store refuses it when it comes.
    await files.remove(`uploads/${fileName}`);
    throw tooLarge('body/imageUrl');
  }

  return {
    /** The pictures of a type, in the cooperative's order. */
    list: (type: number): Images =>
      [...content.snapshot().images.values()].filter(({ imageType }) => imageType === type),

    /** A file of a picture that is registered and not deleted, by its name. */
    async findFile(file: string): Promise<StoredFile | undefined> {
      return content.snapshot().images.has(fullCopyOf(file)) ? files.find(`images/${file}`) : undefined;
    },

    /** Where a file may be uploaded, and where it will be once it is saved. Throws 400 for what is none of a picture. */
    async signUpload({
      fileName,
      contentType,
      size,
    }: {
      fileName: string;
      contentType?: string | undefined;
      size?: number | undefined;
    }): Promise<Upload> {
      if (size !== undefined && size > UPLOAD_MAX_BYTES) throw tooLarge('querystring/size');
      const name = makeUploadName(fileName, contentType);
      return {
        uploadUrl: await files.signUpload(`uploads/${name}`, { contentType, size }),
        fileUrl: `${IMAGE_FILES}/${name}`,
      };
    },

    /**
     * Registers an uploaded picture; visitors see it when this resolves. Saving it once more changes nothing but its
     * name and type. Throws as saveImage does, 400 for a file that is no picture, and 503 when too many are being saved.
     */
    async save(
      author: Author,
      { imageId: id, imageUrl, imageName, imageType }: ImageSave,
    ): Promise<SavedImage> {
      const fileName = fileNameIn(imageUrl, id);
      // One after the other: the second of two that save the same picture finds it registered.
      return inTurn(async () => {
        const upload = await findUpload(fileName);
        const known = await database.read((db) => createStores(db).images.find(id));
        const made = upload && !known ? await makeFiles(fileName, upload) : undefined;
        // Should this fail, the upload is still there, and the files that were made are served to nobody.
        const done = await database.write((db) =>
          saveImage(createStores(db), author, { id, fileName, name: imageName, type: imageType, made }),
        );
        await content.refresh();
        if (upload) await files.remove(`uploads/${fileName}`);
        return done;
      });
    },

    /** Deletes a picture; its files are served to nobody when this resolves. Throws as removeImage does. */
    async remove(author: Author, id: string): Promise<void> {
      await database.write((db) => removeImage(createStores(db), author, id, now()));
      await content.refresh();
    },
  };
}

/** The file name that an address of a picture ends in. Throws 400 when it is none of ours, or of another id. */
function fileNameIn(imageUrl: string, id: string): string {
  const path = URL.parse(imageUrl, 'http://site')?.pathname ?? '';
  const fileName = path.startsWith(`${IMAGE_FILES}/`) ? path.slice(IMAGE_FILES.length + 1) : '';
  if (!FILE_NAME.test(fileName)) throw refusedField('body/imageUrl', 'has to be a fileUrl of this site');
  if (fileName.slice(0, fileName.indexOf('.')) !== id) {
    throw refusedField('body/imageId', 'has to be the file name of the imageUrl without its ending');
  }
  return fileName;
}

const FILE_NAME = /^[A-Za-z0-9_-]{1,100}\.(?:jpg|png|webp|avif|gif)$/;

const refusedField = (field: string, detail: string) => new HttpError(400, 'invalid', detail, { field });

const tooLarge = (field: string) =>
  new HttpError(
    400,
    'file-too-large',
    `The picture is larger than ${UPLOAD_MAX_BYTES / 1024 / 1024} megabytes.`,
    { field },
  );

/** Why a file is refused, for people. */
const REFUSALS: Record<Refusal, string> = {
  empty: 'The file is empty.',
  'not-a-picture': 'This is not a picture of a kind that is taken here: JPEG, PNG, WebP, AVIF or GIF.',
  heic: 'HEIC pictures are not taken here. Please send the picture as JPEG, which the phone can do.',
  'too-many-pixels': `The picture is too large: it has more than ${IMAGE_MAX_PIXELS / 1e6} million pixels.`,
  broken: 'The picture is broken, or did not arrive whole.',
};

const refused = (refusal: Refusal) =>
  new HttpError(400, refusal, REFUSALS[refusal], { field: 'body/imageUrl' });
