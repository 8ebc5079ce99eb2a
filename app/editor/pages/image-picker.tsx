import { IMAGE_FILE_TYPES } from '#contract/image-extension.ts';
import { GALLERY_BLOCK_IMAGES_MAX } from '#contract/own-pages.ts';
import { counted } from '#contract/text.ts';
import { FileChoices, FilePicker, toImageChoice } from '#app/editor/files/file-picker.tsx';
import { rejectionReason, uploadForPages } from '#app/editor/files/upload-image.ts';
import { UploadInput } from '#app/editor/files/upload-input.tsx';
import { useLibrary } from './library.ts';
import styles from './pages-editor.module.css';

/** Renders the chosen images and, once it is opened, a list to choose from. */
export function ImagePicker({
  chosen,
  isMultiple = false,
  onChoose,
}: {
  chosen: readonly string[];
  isMultiple?: boolean;
  onChoose: (ids: string[]) => void;
}) {
  const [{ images }, setLibrary] = useLibrary();
  const shown = chosen.flatMap((id) => images.find(({ imageId }) => imageId === id) ?? []);
  const missing = chosen.length - shown.length;

  function toggle(imageId: string, isChosen: boolean) {
    if (!isMultiple) return onChoose(isChosen ? [imageId] : []);
    const others = chosen.filter((each) => each !== imageId);
    if (isChosen && others.length >= GALLERY_BLOCK_IMAGES_MAX) return undefined;
    return onChoose(isChosen ? [...others, imageId] : others);
  }

  return (
    <div>
      <ul className={`${styles.chosen} plain-list`} aria-label="Chosen images">
        {shown.map((image) => (
          <li key={image.imageId}>
            <img
              src={image.squareUrls?.fallback ?? image.imageUrl}
              alt={image.altText || image.imageName}
              loading="lazy"
            />
          </li>
        ))}
      </ul>
      {missing > 0 && (
        <p className={styles.problem}>
          {missing === 1
            ? 'An image was deleted, so it'
            : `${counted(missing, 'image')} were deleted, so they`}{' '}
          won't show.
        </p>
      )}
      <FilePicker noun="image" isMultiple={isMultiple}>
        {() => (
          <FileChoices
            noun="image"
            control="checkbox"
            choices={images.map(toImageChoice)}
            chosen={chosen}
            onChoose={toggle}
          />
        )}
      </FilePicker>
      <UploadInput
        section="pages"
        label={isMultiple ? 'Upload images' : 'Upload an image'}
        accept={IMAGE_FILE_TYPES}
        isMultiple={isMultiple}
        upload={uploadForPages}
        reasonAgainst={rejectionReason}
        onUploaded={(image) => {
          setLibrary((before) => ({ ...before, images: [image, ...before.images] }));
          toggle(image.imageId, true);
        }}
      />
    </div>
  );
}
