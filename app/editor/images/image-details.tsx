import type { VersionId } from '#contract/content-version.ts';
import { useCallback } from 'react';
import {
  ALT_TEXT_MAX_LENGTH,
  IMAGE_NAME_MAX_LENGTH,
  MIDDLE,
  type SavedImage,
  type ShownImage,
} from '#contract/images.ts';
import type { CallResult } from '#app/editor/frame/admin-api.ts';
import { imageApi } from '#app/editor/field/image-api.ts';
import { focusIn, ImageFocus, toFocusText } from './image-focus.tsx';
import type { VersionedImage } from './image-list.ts';
import { ImageReplacement } from './image-replacement.tsx';
import { SECTION } from './section.ts';
import type { DraftStore } from '#app/editor/field/drafts.ts';
import { TextField } from '#app/editor/field/text-field.tsx';
import { toSavedText, type SaveResult } from '#app/editor/field/save-result.ts';
import styles from './image-details.module.css';

/** Returns the draft keys of an image's fields. */
export const fieldsOf = (imageId: string) => ({
  name: `picture-name-${imageId}`,
  altText: `picture-words-${imageId}`,
  focus: `picture-focus-${imageId}`,
});

/** Returns true if a field of the image has an unsaved change. */
export const hasDraft = (drafts: Pick<DraftStore, 'find'>, imageId: string): boolean =>
  Object.values(fieldsOf(imageId)).some((field) => drafts.find(field) !== undefined);

type Save = (text: string, baseVersion: VersionId) => Promise<SaveResult>;

export function ImageDetails({
  item: { image, version },
  onChanged,
}: {
  item: VersionedImage;
  onChanged: (item: VersionedImage) => void;
}) {
  const { imageId, imageName, altText = '', focus = MIDDLE } = image;
  const fields = fieldsOf(imageId);
  const { imageType } = image;
  /** Returns the function that reads one text of the image again, and shows its other values. */
  const loadOf = (textOf: (image: ShownImage) => string) =>
    imageType === undefined ? undefined : () => loadImage({ imageId, imageType, textOf, onChanged });
  const common = {
    section: SECTION,
    version,
    subject: `image:${imageId}`,
    whenSignedOut: 'fail',
  } as const;

  const saveName: Save = useCallback(
    async (text, baseVersion) =>
      toFieldResult(
        text.trim() === ''
          ? NAME_MISSING
          : await imageApi.describeImage({ imageId, imageName: text }, baseVersion),
        { textOf: (saved) => saved.imageName, onChanged },
      ),
    [imageId, onChanged],
  );
  const saveAltText: Save = useCallback(
    async (text, baseVersion) =>
      toFieldResult(await imageApi.describeImage({ imageId, altText: text }, baseVersion), {
        textOf: (saved) => saved.altText ?? '',
        onChanged,
      }),
    [imageId, onChanged],
  );
  const saveFocus: Save = useCallback(
    async (text, baseVersion) =>
      toFieldResult(await imageApi.focusImage({ imageId, focus: focusIn(text) }, baseVersion), {
        textOf: (saved) => toFocusText(saved.focus ?? MIDDLE),
        onChanged,
      }),
    [imageId, onChanged],
  );

  return (
    <div className={styles.details} role="group" aria-label={`Edit ${imageName}`}>
      <TextField
        {...common}
        field={fields.altText}
        label="Description (for people who can't see the image)"
        maxLength={ALT_TEXT_MAX_LENGTH}
        isMultiline
        saved={altText}
        save={saveAltText}
        load={loadOf((saved) => saved.altText ?? '')}
      />
      <TextField
        {...common}
        field={fields.name}
        label="Name"
        maxLength={IMAGE_NAME_MAX_LENGTH}
        saved={imageName}
        save={saveName}
        load={loadOf((saved) => saved.imageName)}
      />
      {/* The key resets the focal point when the image file is replaced. */}
      <ImageFocus
        key={image.imageUrl}
        {...common}
        image={image}
        field={fields.focus}
        saved={toFocusText(focus)}
        save={saveFocus}
        load={loadOf((saved) => toFocusText(saved.focus ?? MIDDLE))}
      />
      <ImageReplacement image={image} version={version} onReplaced={onChanged} />
    </div>
  );
}

async function loadImage({
  imageId,
  imageType,
  textOf,
  onChanged,
}: {
  imageId: string;
  imageType: number;
  textOf: (image: ShownImage) => string;
  onChanged: (item: VersionedImage) => void;
}): Promise<CallResult<string>> {
  const result = await imageApi.images(imageType);
  if (result.outcome !== 'done') return result;
  const image = result.body.find((each) => each.imageId === imageId);
  if (!image) return IMAGE_DELETED;
  onChanged({ image, version: result.version });
  return { ...result, body: textOf(image) };
}

const IMAGE_DELETED = { outcome: 'rejected', reason: 'This image was deleted.' } as const;

const NAME_MISSING = { outcome: 'rejected', reason: 'Enter a name for this image.' } as const;

/** Converts the result of saving an image to the result for one of its fields. */
function toFieldResult(
  result: CallResult<SavedImage>,
  { textOf, onChanged }: { textOf: (image: ShownImage) => string; onChanged: (item: VersionedImage) => void },
): SaveResult {
  if (result.outcome === 'done') onChanged({ image: result.body.content, version: result.version });
  return toSavedText(result, textOf);
}
