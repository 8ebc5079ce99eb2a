import { useRef, useState } from 'react';
import { IMAGE_TYPE, type Image } from '#contract/images.ts';
import { imageApi } from '#app/editor/files/image-api.ts';
import type { CallResult } from '#app/editor/shell/admin-api.ts';
import { PICKER_MAX, PickerSearch } from '#app/editor/field/picker-search.tsx';
import controls from '#app/editor/shell/controls.module.css';
import { Spinner } from '#app/ui/spinner.tsx';
import styles from './location-image.module.css';

type Choice = { state: 'closed' } | { state: 'loading' } | { state: 'failed'; reason: string } | Loaded;
type Loaded = { state: 'open'; images: readonly Image[] };

const CLOSED = { state: 'closed' } as const;

/** Loads the product images, which show only where they are chosen, and those of the gallery. */
async function loadImages(): Promise<CallResult<Image[]>> {
  const [products, gallery] = await Promise.all([
    imageApi.images(IMAGE_TYPE.product),
    imageApi.images(IMAGE_TYPE.gallery),
  ]);
  if (products.outcome !== 'done') return products;
  return gallery.outcome === 'done' ? { ...gallery, body: [...products.body, ...gallery.body] } : gallery;
}

/** Renders the image of a location, and a list of all images to choose from, loaded when it is opened. */
export function LocationImage({
  id,
  imageId,
  known,
  onChoose,
}: {
  id: string;
  /** '' if there is none. */
  imageId: string;
  /** Undefined for an image that was deleted. */
  known: ReadonlyMap<string, Image | undefined>;
  onChoose: (imageId: string) => void;
}) {
  const [choice, setChoice] = useState<Choice>(CLOSED);
  const [chosen, setChosen] = useState<Image>();
  const [status, setStatus] = useState('');
  const button = useRef<HTMLButtonElement>(null);
  const image = chosen?.imageId === imageId ? chosen : known.get(imageId);

  async function open() {
    setChoice({ state: 'loading' });
    // Each time, because images may have been added since.
    const result = await loadImages();
    setChoice(
      result.outcome === 'done'
        ? { state: 'open', images: result.body }
        : { state: 'failed', reason: result.reason },
    );
  }

  function choose(next: Image | undefined) {
    setChosen(next);
    setChoice(CLOSED);
    setStatus(next ? `${next.imageName} chosen.` : 'Image removed.');
    onChoose(next?.imageId ?? '');
    button.current?.focus();
  }

  return (
    <div role="group" aria-label="Image" className={styles.image}>
      <p className={controls.label} aria-hidden="true">
        Image
      </p>
      {imageId !== '' &&
        (image ? (
          <figure className={styles.chosen}>
            <img src={image.squareUrls.fallback} alt={image.altText || image.imageName} />
            <figcaption>{image.imageName}</figcaption>
          </figure>
        ) : (
          <p className={styles.hint}>
            {known.has(imageId) ? "This image was deleted, so it won't show." : 'An image is chosen.'}
          </p>
        ))}
      <div className={styles.buttons}>
        <button
          ref={button}
          type="button"
          className={controls.button}
          aria-expanded={choice.state !== 'closed'}
          onClick={() => (choice.state === 'closed' ? void open() : setChoice(CLOSED))}
        >
          {choice.state === 'closed' ? 'Choose an image' : 'Close images'}
        </button>
        {imageId !== '' && (
          <button type="button" className={controls.button} onClick={() => choose(undefined)}>
            Remove image
          </button>
        )}
      </div>
      <p className="visually-hidden" role="status">
        {status}
      </p>
      {choice.state === 'loading' && <Spinner label="Loading images" />}
      {choice.state === 'failed' && (
        <p className={controls.failure} role="alert">
          {choice.reason}
        </p>
      )}
      {choice.state === 'open' && <ImageList id={id} images={choice.images} onChoose={choose} />}
    </div>
  );
}

function ImageList({
  id,
  images,
  onChoose,
}: {
  id: string;
  images: readonly Image[];
  onChoose: (image: Image) => void;
}) {
  const [search, setSearch] = useState('');
  const words = search.trim().toLowerCase();
  const found = images.filter(({ imageName, altText }) =>
    `${imageName} ${altText}`.toLowerCase().includes(words),
  );
  return (
    <div id={id} className={styles.picker}>
      {images.length > PICKER_MAX && (
        <PickerSearch
          search={search}
          found={found.length}
          noun="image"
          hintClass={styles.hint}
          onSearch={setSearch}
        />
      )}
      <ul className={`${styles.images} plain-list`} aria-label="Images to choose from">
        {found.slice(0, PICKER_MAX).map((image) => (
          <li key={image.imageId}>
            <button type="button" onClick={() => onChoose(image)}>
              <img src={image.squareUrls.fallback} alt="" loading="lazy" />
              <span>{image.imageName}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className={styles.hint}>
        {images.length === 0 && 'You have no images yet. '}
        To add one, upload it under <a href="#image-uploading">Image Uploading</a>, then open this list again.
        Images under Products don't show in the gallery.
      </p>
    </div>
  );
}
