import { useState } from 'react';
import type { Image } from '#contract/images.ts';
import { DASHBOARD_PAGE } from '#contract/paths.ts';
import { GALLERY_BLOCK_IMAGES_MAX } from '#contract/own-pages.ts';
import { counted } from '#contract/text.ts';
import { PICKER_MAX, PickerSearch } from '#app/editor/field/picker-search.tsx';
import controls from '#app/editor/shell/controls.module.css';
import styles from './pages-editor.module.css';

/** Renders the chosen images and, once it is opened, a list to choose from. */
export function ImagePicker({
  id,
  images,
  chosen,
  isMultiple = false,
  onChoose,
}: {
  id: string;
  images: readonly Image[];
  chosen: readonly string[];
  isMultiple?: boolean;
  onChoose: (ids: string[]) => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const [search, setSearch] = useState('');
  const byId = new Map(images.map((image) => [image.imageId, image]));
  const words = search.trim().toLowerCase();
  const found = images.filter(({ imageName, altText }) =>
    `${imageName} ${altText}`.toLowerCase().includes(words),
  );
  const missing = chosen.filter((imageId) => !byId.has(imageId)).length;

  function toggle(imageId: string, isChosen: boolean) {
    if (!isMultiple) return onChoose(isChosen ? [imageId] : []);
    const others = chosen.filter((each) => each !== imageId);
    if (isChosen && others.length >= GALLERY_BLOCK_IMAGES_MAX) return undefined;
    return onChoose(isChosen ? [...others, imageId] : others);
  }

  return (
    <div>
      <ul className={`${styles.chosen} plain-list`} aria-label="Chosen images">
        {chosen.map((imageId) => {
          const image = byId.get(imageId);
          return (
            image && (
              <li key={imageId}>
                <img src={image.squareUrls.fallback} alt={image.altText || image.imageName} loading="lazy" />
              </li>
            )
          );
        })}
      </ul>
      {missing > 0 && (
        <p className={styles.problem}>
          {missing === 1
            ? 'An image was deleted, so it'
            : `${counted(missing, 'image')} were deleted, so they`}{' '}
          won't show.
        </p>
      )}
      <button
        type="button"
        className={controls.button}
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-images` : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? 'Close images' : isMultiple ? 'Choose images' : 'Choose an image'}
      </button>
      {isOpen && (
        <div id={`${id}-images`} className={styles.picker}>
          <PickerSearch
            search={search}
            found={found.length}
            noun="image"
            hintClass={styles.hint}
            onSearch={setSearch}
          />
          <ul className={`${styles.images} plain-list`}>
            {found.slice(0, PICKER_MAX).map((image) => (
              <li key={image.imageId}>
                <label>
                  <input
                    type="checkbox"
                    checked={chosen.includes(image.imageId)}
                    onChange={({ target }) => toggle(image.imageId, target.checked)}
                  />
                  <img src={image.squareUrls.fallback} alt="" loading="lazy" />
                  <span>{image.imageName}</span>
                </label>
              </li>
            ))}
          </ul>
          <p className={styles.hint}>
            <a href={`${DASHBOARD_PAGE}#image-uploading`} target="_blank" rel="noopener">
              Add images<span className="visually-hidden"> (opens in a new tab)</span>
            </a>
          </p>
        </div>
      )}
    </div>
  );
}
