import { SQUARE_PX } from '#contract/image-formats.ts';
import { IMAGE_FILE_TYPES } from '#contract/image-extension.ts';
import {
  ALT_TEXT_MAX_LENGTH,
  IMAGE_LABELS,
  IMAGE_NAME_MAX_LENGTH,
  MIDDLE,
  type DeletedImage,
  type Image,
  type ShownImage,
} from '#contract/images.ts';
import { MESSAGES } from '#contract/messages.ts';
import { API } from '#contract/paths.ts';
import { TextField } from '#app/editor/field/text-field.tsx';
import { AudienceField } from '#app/editor/files/audience-field.tsx';
import type { FileField, FileListRecord } from '#app/editor/files/file-list.ts';
import { listOf, SAVE_TIMEOUT_MS } from '#app/editor/files/upload-file.ts';
import { IMAGE_RULES, imageApi } from '#app/editor/files/upload-image.ts';
import { call, callAs, type SavedAs } from '#app/editor/shell/admin-api.ts';
import { focusIn, ImageFocus, toFocusText } from './image-focus.tsx';
import row from '#app/editor/files/file-row.module.css';

export const SECTION = 'image-uploading';

const FIELDS: readonly FileField<ShownImage>[] = [
  {
    key: 'picture-words',
    textOf: ({ altText = '' }) => altText,
    save: (imageId, altText, baseVersion) =>
      call<SavedAs<Image>>(API.describeImage, { body: { imageId, altText }, baseVersion }),
    render: (source) => (
      <TextField
        {...source}
        label="Description (for people who can't see the image)"
        maxLength={ALT_TEXT_MAX_LENGTH}
        isMultiline
      />
    ),
  },
  {
    key: 'picture-name',
    textOf: ({ imageName }) => imageName,
    save: (imageId, imageName, baseVersion) =>
      call<SavedAs<Image>>(API.describeImage, { body: { imageId, imageName }, baseVersion }),
    missing: 'Enter a name for this image.',
    render: (source) => <TextField {...source} label="Name" maxLength={IMAGE_NAME_MAX_LENGTH} />,
  },
  {
    key: 'picture-audience',
    textOf: ({ audience = 'everyone' }) => audience,
    save: (imageId, audience, baseVersion) =>
      call<SavedAs<Image>>(API.describeImage, { body: { imageId, audience }, baseVersion }),
    render: (source) => (
      <AudienceField {...source} label={IMAGE_LABELS.audience} choices={['everyone', 'link', 'pages']} />
    ),
  },
  {
    key: 'picture-focus',
    textOf: ({ focus = MIDDLE }) => toFocusText(focus),
    save: (imageId, text, baseVersion) =>
      call<SavedAs<Image>>(API.focusImage, {
        body: { imageId, focus: focusIn(text) },
        baseVersion,
        timeoutMs: SAVE_TIMEOUT_MS,
      }),
    // The key resets the focal point when the image file is replaced.
    render: (source, image) => <ImageFocus key={image.imageUrl} {...source} image={image} />,
  },
];

/** Returns the list of the images of a type. `position` says where they are, and follows "is now". */
export function imageList(
  type: number,
  { position, all, none }: { position: string; all: string; none: string },
): FileListRecord<ShownImage> {
  const added = (name: string) => `${name} is now ${position}.`;
  return {
    section: SECTION,
    field: `picture-order-${type}`,
    subject: `image-order:${type}`,
    subjectOf: (id) => `image:${id}`,
    words: {
      noun: 'image',
      row: 'Image',
      all,
      none,
      find: 'Find an image by its name or description',
      uploaded: added,
      restored: added,
      notDeleted: MESSAGES.imageDeleteFailed,
    },
    identify: ({ imageId, imageName }) => ({ id: imageId, name: imageName }),
    searchText: ({ imageName, altText = '' }) => `${imageName}\n${altText}`,
    load: () => imageApi.images(type),
    loadDeleted: () =>
      callAs(listOf<DeletedImage>(`${API.deletedImages}/${type}`), (items) =>
        items.map(({ imageId: id, imageName: name, deletedAt }) => ({ id, name, deletedAt })),
      ),
    order: (imageIds, baseVersion) =>
      call<SavedAs<Image[]>>(API.orderImages, { body: { imageType: type, imageIds }, baseVersion }),
    remove: (id) => call<unknown>(`${API.deleteImage}/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    restore: (imageId) => call<SavedAs<Image>>(API.bringBackImage, { body: { imageId } }),
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
        {altText !== undefined && <span className={row.note}>{altText || 'No description yet.'}</span>}
      </>
    ),
    fields: FIELDS,
    replacement: {
      key: 'picture-replacement',
      accept: () => IMAGE_FILE_TYPES,
      hint: () => 'The crop goes back to the center.',
      rules: () => IMAGE_RULES,
      send: (imageId, imageUrl, baseVersion) =>
        call<SavedAs<Image>>(API.replaceImage, {
          body: { imageId, imageUrl },
          baseVersion,
          timeoutMs: SAVE_TIMEOUT_MS,
        }),
      failed: MESSAGES.imageUploadFailed,
      conflict:
        'Someone else replaced or cropped this image while you were editing. Look at theirs, or choose Replace image again to use yours.',
    },
  };
}
