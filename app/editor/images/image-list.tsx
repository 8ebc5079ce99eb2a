import { SQUARE_PX } from '#contract/image-formats.ts';
import { IMAGE_FILE_TYPES } from '#contract/image-extension.ts';
import {
  ALT_TEXT_MAX_LENGTH,
  IMAGE_NAME_MAX_LENGTH,
  MIDDLE,
  type DeletedImage,
  type Images,
  type SavedImage,
  type ShownImage,
} from '#contract/images.ts';
import { MESSAGES } from '#contract/messages.ts';
import { API } from '#contract/paths.ts';
import type { Included } from '#contract/saved.ts';
import { TextField } from '#app/editor/field/text-field.tsx';
import { fileField } from '#app/editor/files/file-field.ts';
import type { FileListRecord, OnChanged, StoredFile } from '#app/editor/files/file-list.ts';
import { FileReplacement } from '#app/editor/files/file-replacement.tsx';
import { listOf, SAVE_TIMEOUT_MS } from '#app/editor/files/file-requests.ts';
import { imageApi } from '#app/editor/files/image-api.ts';
import { IMAGE_RULES } from '#app/editor/files/upload-image.ts';
import { call } from '#app/editor/frame/admin-api.ts';
import { focusIn, ImageFocus, toFocusText } from './image-focus.tsx';
import row from '#app/editor/files/file-row.module.css';

export const SECTION = 'image-uploading';

/** Returns the list of the images of a type. `position` says where they are, and follows "is now". */
export function imageList(
  type: number,
  { position, all, none }: { position: string; all: string; none: string },
): FileListRecord<ShownImage> {
  const added = (name: string) => `${name} is now ${position}.`;
  const record: FileListRecord<ShownImage> = {
    section: SECTION,
    field: `picture-order-${type}`,
    subject: `image-order:${type}`,
    history: { kind: 'image' },
    words: {
      noun: 'image',
      row: 'Image',
      all,
      none: `${none} Choose a file above, then choose Upload.`,
      find: 'Find an image by its name or description',
      uploaded: added,
      restored: added,
      notDeleted: MESSAGES.imageDeleteFailed,
      notReplaced: MESSAGES.imageUploadFailed,
      conflict:
        'Someone else replaced or cropped this image while you were editing. Look at theirs, or choose Replace image again to use yours.',
    },
    subjectOf: (id) => `image:${id}`,
    identify: ({ imageId, imageName }) => ({ id: imageId, name: imageName }),
    searchText: ({ imageName, altText = '' }) => `${imageName}\n${altText}`,
    fieldsOf: (id) => Object.values(fieldsOf(id)),
    load: () => imageApi.images(type),
    async loadDeleted() {
      const result = await listOf<DeletedImage>(`${API.deletedImages}/${type}`);
      if (result.outcome !== 'done') return result;
      const body = result.body.map(({ imageId, imageName, ...item }) => ({
        ...item,
        id: imageId,
        name: imageName,
      }));
      return { ...result, body };
    },
    order: (imageIds, baseVersion) =>
      call<{ content: Images; changed: boolean; included?: Included[] }>(API.orderImages, {
        body: { imageType: type, imageIds },
        baseVersion,
      }),
    remove: (id) => call<unknown>(`${API.deleteImage}/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    restore: (imageId) => call<SavedImage>(API.bringBackImage, { body: { imageId } }),
    renderThumbnail: ({ squareUrls, imageUrl }) => (
      <img
        src={squareUrls?.fallback ?? imageUrl}
        alt=""
        width={SQUARE_PX[0]}
        height={SQUARE_PX[0]}
        loading="lazy"
        decoding="async"
      />
    ),
    summarize: ({ altText }) => ({ note: altText === '' ? 'No description yet.' : undefined }),
    renderText: ({ imageName, altText }) => (
      <>
        <span className={row.title}>{imageName}</span>
        {altText !== undefined && (
          <span className={row.note}>{altText || 'No description yet. Choose Edit to add one.'}</span>
        )}
      </>
    ),
    renderDetails: (file, onChanged) => <ImageDetails record={record} file={file} onChanged={onChanged} />,
  };
  return record;
}

/** Returns the draft keys of an image's fields. */
const fieldsOf = (imageId: string) => ({
  name: `picture-name-${imageId}`,
  altText: `picture-words-${imageId}`,
  focus: `picture-focus-${imageId}`,
});

function ImageDetails({
  record,
  file,
  onChanged,
}: {
  record: FileListRecord<ShownImage>;
  file: StoredFile<ShownImage>;
  onChanged: OnChanged<ShownImage>;
}) {
  const { id: imageId, content: image } = file;
  const fields = fieldsOf(imageId);
  return (
    <>
      <TextField
        {...fileField(record, file, onChanged, {
          field: fields.altText,
          textOf: ({ altText = '' }) => altText,
          save: (altText, baseVersion) =>
            call<SavedImage>(API.describeImage, { body: { imageId, altText }, baseVersion }),
        })}
        label="Description (for people who can't see the image)"
        maxLength={ALT_TEXT_MAX_LENGTH}
        isMultiline
      />
      <TextField
        {...fileField(record, file, onChanged, {
          field: fields.name,
          textOf: ({ imageName }) => imageName,
          save: (imageName, baseVersion) =>
            call<SavedImage>(API.describeImage, { body: { imageId, imageName }, baseVersion }),
          missing: 'Enter a name for this image.',
        })}
        label="Name"
        maxLength={IMAGE_NAME_MAX_LENGTH}
      />
      {/* The key resets the focal point when the image file is replaced. */}
      <ImageFocus
        key={image.imageUrl}
        {...fileField(record, file, onChanged, {
          field: fields.focus,
          textOf: ({ focus = MIDDLE }) => toFocusText(focus),
          save: (text, baseVersion) =>
            call<SavedImage>(API.focusImage, {
              body: { imageId, focus: focusIn(text) },
              baseVersion,
              timeoutMs: SAVE_TIMEOUT_MS,
            }),
        })}
        image={image}
      />
      <FileReplacement
        record={record}
        file={file}
        field={`picture-replacement-${imageId}`}
        accept={IMAGE_FILE_TYPES}
        hint="The name, description, and position stay the same. The crop goes back to the center."
        rules={{ ...IMAGE_RULES, api: imageApi }}
        replace={(id, imageUrl, baseVersion) =>
          call<SavedImage>(API.replaceImage, {
            body: { imageId: id, imageUrl },
            baseVersion,
            timeoutMs: SAVE_TIMEOUT_MS,
          })
        }
        onReplaced={onChanged}
      />
    </>
  );
}
