import type { Image } from '#contract/images.ts';
import { GALLERY_BLOCK_IMAGES_MAX } from '#contract/own-pages.ts';
import { counted } from '#contract/text.ts';
import { AddFilesLink, FileChoices, FilePicker, toImageChoice } from '#app/editor/files/file-picker.tsx';
import styles from './pages-editor.module.css';

/** Renders the chosen images and, once it is opened, a list to choose from. */
export function ImagePicker({
  images,
  chosen,
  isMultiple = false,
  onChoose,
}: {
  images: readonly Image[];
  chosen: readonly string[];
  isMultiple?: boolean;
  onChoose: (ids: string[]) => void;
}) {
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
            <img src={image.squareUrls.fallback} alt={image.altText || image.imageName} loading="lazy" />
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
          <>
            <FileChoices
              noun="image"
              control="checkbox"
              choices={images.map(toImageChoice)}
              chosen={chosen}
              onChoose={toggle}
            />
            <AddFilesLink noun="image" section="image-uploading" />
          </>
        )}
      </FilePicker>
    </div>
  );
}
