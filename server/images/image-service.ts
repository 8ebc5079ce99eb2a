import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  IMAGE_MAX_PIXELS,
  MIDDLE,
  UPLOAD_MAX_BYTES,
  type DeletedImages,
  type ImageFocus,
  type ImageOrder,
  type ImageReplacement,
  type Images,
  type ImageSave,
  type ImageTexts,
  type SavedImage,
  type Upload,
} from '#contract/images.ts';
import { IMAGE_FILES } from '#contract/paths.ts';
import type { Author } from '#server/change-log/change-log-store.ts';
import type { Content } from '#server/content/content.ts';
import { createSave } from '#server/content/create-save.ts';
import type { Database } from '#server/database/database.ts';
import { HttpError } from '#server/errors.ts';
import type { FileStore, StoredFile } from '#server/files/file-store.ts';
import type { WorkFiles } from '#server/files/work-files.ts';
import { createStores, type Stores } from '#server/stores.ts';
import {
  bringImageBack,
  changeImage,
  deletedSince,
  orderImages,
  refuseOutdatedPart,
} from './change-image.ts';
import {
  filesOf,
  fullCopyOf,
  markOf,
  newMark,
  pictureOf,
  presentDeleted,
  squaresOf,
  type NamedFiles,
} from './image-files.ts';
import type { ImageJob, ImageWorker, Refusal } from './image-worker.ts';
import {
  findImage,
  noSuchImage,
  nothingUploaded,
  removeImage,
  saveImage,
  type MadeImage,
} from './save-image.ts';
import { createTurns } from './turns.ts';
import { makeUploadName } from './upload-name.ts';

/** The content version that a save was made from, when the caller tells it. */
type BasedOn = { basedOn?: number | undefined };

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
  const write = createSave({ content, database });

  /** Makes files of a picture and keeps all of them, or tells why they are not made. Throws as the store does. */
  async function makeFiles(
    source: StoredFile,
    { names, ...job }: Pick<ImageJob, 'image' | 'focus' | 'make'> & { names: readonly string[] },
  ): Promise<{ made: MadeImage } | { refusal: Refusal }> {
    await using folder = await workFiles.makeFolder();
    const input = join(folder.path, 'upload');
    await writeFile(input, source.stream());
    const answer = await imageWorker.work({ input, folder: folder.path, ...job });
    if ('refusal' in answer) return answer;
    // Should one fail, those before it are the sweep's: another server may have registered the same picture meanwhile.
    for (const file of names) await files.save(`images/${file}`, createReadStream(join(folder.path, file)));
    return answer;
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

  /** Makes all files of a picture of what was uploaded. */
  async function makeOfUpload(uploadName: string, upload: StoredFile, image: NamedFiles): Promise<MadeImage> {
    const answer = await makeFiles(upload, { image, focus: MIDDLE, make: 'all', names: filesOf(image) });
    if ('made' in answer) return answer.made;
    await files.remove(`uploads/${uploadName}`);
    throw refused(answer.refusal);
  }

  const read = <Found>(work: (stores: Stores) => Promise<Found>) =>
    database.read((db) => work(createStores(db)));

  return {
    /** The pictures of a type, in the cooperative's order. */
    list: (type: number): Images =>
      [...content.snapshot().images.values()].filter(({ imageType }) => imageType === type),

    /** A file of a picture that is registered and not deleted, by its name. One that has a successor may be there still. */
    async findFile(file: string): Promise<StoredFile | undefined> {
      return content.snapshot().images.has(pictureOf(file)) ? files.find(`images/${file}`) : undefined;
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
     * name, type and words. Throws as saveImage does, 400 for a file that is no picture, and 503 when too many are being
     * saved.
     */
    async save(
      author: Author,
      { imageId: id, imageUrl, imageName, imageType, altText }: ImageSave,
    ): Promise<SavedImage> {
      const fileName = fileNameIn(imageUrl);
      if (fileName.slice(0, fileName.indexOf('.')) !== id) {
        throw refusedField('body/imageId', 'has to be the file name of the imageUrl without its ending');
      }
      // One after the other: the second of two that save the same picture finds it registered.
      return inTurn(async () => {
        const upload = await findUpload(fileName);
        const known = await read(({ images }) => images.find(id));
        const image = { file_name: fileName, revision: '', cut: '' };
        const made = upload && !known ? await makeOfUpload(fileName, upload, image) : undefined;
        // Should this fail, the upload is still there, and the files that were made are served to nobody.
        const done = await write((stores) =>
          saveImage(stores, author, { id, fileName, name: imageName, type: imageType, altText, made }),
        );
        if (upload) await files.remove(`uploads/${fileName}`);
        return done;
      });
    },

    /** Changes what a picture is called and what it is said to show. Throws as changeImage does. */
    describe: (author: Author, { imageId: id, imageName, altText, basedOn }: ImageTexts & BasedOn) =>
      write((stores) =>
        changeImage(stores, author, {
          id,
          basedOn,
          change: {
            ...(imageName !== undefined && { name: imageName.toWellFormed() }),
            ...(altText !== undefined && { alt_text: altText.toWellFormed() }),
          },
        }),
      ),

    /** Cuts the squares of a picture anew, around another point. Throws as changeImage does, and 503 as save does. */
    async setFocus(
      author: Author,
      { imageId: id, focus, basedOn }: ImageFocus & BasedOn,
    ): Promise<SavedImage> {
      return inTurn(async () => {
        const change = { focus_x: focus.x, focus_y: focus.y };
        const before = await read(async (stores) => {
          const found = await findImage(stores, id);
          await refuseOutdatedPart(stores, { before: found, basedOn, change });
          return found;
        });
        if (before.focus_x === focus.x && before.focus_y === focus.y) {
          return write((stores) => changeImage(stores, author, { id, change: {} }));
        }
        const image = { ...before, cut: newMark() };
        const source = await files.find(`images/${fullCopyOf(before)}`);
        if (!source) throw fileLost();
        const answer = await makeFiles(source, { image, focus, make: 'squares', names: squaresOf(image) });
        if ('refusal' in answer) throw fileLost();
        const { colours } = answer.made;
        return write((stores) =>
          changeImage(stores, author, { id, basedOn, change: { ...change, cut: image.cut, colours } }),
        );
      });
    },

    /**
     * Puts what was uploaded in the place of a picture, which keeps its id and its name. Doing so once more changes
     * nothing. Throws as changeImage and save do.
     */
    async replace(
      author: Author,
      { imageId: id, imageUrl, basedOn }: ImageReplacement & BasedOn,
    ): Promise<SavedImage> {
      const uploadName = fileNameIn(imageUrl);
      const mark = markOf(uploadName);
      const place = { revision: mark, focus_x: MIDDLE.x, focus_y: MIDDLE.y };
      return inTurn(async () => {
        const before = await read((stores) => findImage(stores, id));
        if (before.revision === mark)
          return write((stores) => changeImage(stores, author, { id, change: {} }));
        await read((stores) => refuseOutdatedPart(stores, { before, basedOn, change: place }));
        const upload = await findUpload(uploadName);
        if (!upload) throw nothingUploaded();
        const image = { file_name: before.file_name, revision: mark, cut: mark };
        const made = await makeOfUpload(uploadName, upload, image);
        const done = await write((stores) =>
          changeImage(stores, author, { id, basedOn, change: { ...place, cut: mark, ...made } }),
        );
        await files.remove(`uploads/${uploadName}`);
        return done;
      });
    },

    /** Puts the pictures of a type in another order. Throws as orderImages does. */
    order: (author: Author, order: ImageOrder & BasedOn) =>
      write((stores) => orderImages(stores, author, order)),

    /** Deletes a picture; its files are served to nobody when this resolves. Throws as removeImage does. */
    async remove(author: Author, id: string): Promise<void> {
      await write((stores) => removeImage(stores, author, id, now()));
    },

    /** The deleted pictures of a type that can be brought back, the last one first. */
    async listDeleted(type: number): Promise<DeletedImages> {
      const rows = await read(({ images }) => images.listDeleted(type, deletedSince(now())));
      return rows.map(presentDeleted);
    },

    /** Brings a deleted picture back to where it was. Throws as bringImageBack does, and 409 when its file is gone. */
    async bringBack(author: Author, id: string): Promise<SavedImage> {
      const found = await read(({ images }) => images.find(id));
      if (!found) throw noSuchImage();
      if (!(await files.find(`images/${fullCopyOf(found)}`))) throw fileLost();
      return write((stores) => bringImageBack(stores, author, { id, now: now() }));
    },
  };
}

/** The file name that an address of a picture ends in. Throws 400 when it is none of ours. */
function fileNameIn(imageUrl: string): string {
  const path = URL.parse(imageUrl, 'http://site')?.pathname ?? '';
  const fileName = path.startsWith(`${IMAGE_FILES}/`) ? path.slice(IMAGE_FILES.length + 1) : '';
  if (!FILE_NAME.test(fileName)) throw refusedField('body/imageUrl', 'has to be a fileUrl of this site');
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
  'not-a-picture': 'This is not a picture of a kind that is taken here: JPEG, PNG, WebP, AVIF, GIF or HEIC.',
  'too-many-pixels': `The picture is too large: it has more than ${IMAGE_MAX_PIXELS / 1e6} million pixels.`,
  broken: 'The picture is broken, or did not arrive whole.',
};

const fileLost = () =>
  new HttpError(409, 'image-file-lost', 'The file of this picture is not there any more.');

const refused = (refusal: Refusal) =>
  new HttpError(400, refusal, REFUSALS[refusal], { field: 'body/imageUrl' });
