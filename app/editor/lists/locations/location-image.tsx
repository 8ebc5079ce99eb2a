import { useRef, useState } from 'react';
import type { Image } from '#contract/images.ts';
import { FileChoices, FilePicker, toImageChoice } from '#app/editor/files/file-picker.tsx';
import { loadAllImages } from '#app/editor/files/upload-image.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { Loaded } from '#app/editor/shell/editor-query-view.tsx';
import controls from '#app/editor/shell/controls.module.css';
import styles from './location-image.module.css';

/** Renders the image of a location, and a list of all images to choose from, loaded each time it is opened. */
export function LocationImage({
  imageId,
  known,
  onChoose,
}: {
  /** '' if there is none. */
  imageId: string;
  /** Undefined for an image that was deleted. */
  known: ReadonlyMap<string, Image | undefined>;
  onChoose: (imageId: string) => void;
}) {
  const [chosen, setChosen] = useState<Image>();
  const [status, setStatus] = useState('');
  const opener = useRef<HTMLButtonElement>(null);
  const image = chosen?.imageId === imageId ? chosen : known.get(imageId);

  function choose(next: Image | undefined) {
    setChosen(next);
    setStatus(next ? `${next.imageName} chosen.` : 'Image removed.');
    onChoose(next?.imageId ?? '');
    opener.current?.focus();
  }

  const remove = imageId !== '' && <Button onClick={() => choose(undefined)}>Remove image</Button>;
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
      <p className="visually-hidden" role="status">
        {status}
      </p>
      <FilePicker noun="image" opener={opener} buttons={remove}>
        {(close) => (
          <Loaded from={loadAllImages} noun="images" label="Loading images">
            {(images) => (
              <>
                <FileChoices
                  noun="image"
                  label="Images to choose from"
                  control="button"
                  choices={images.map(toImageChoice)}
                  onChoose={(id) => {
                    choose(images.find((each) => each.imageId === id));
                    close();
                  }}
                />
                <p className={styles.hint}>
                  {images.length === 0 && 'You have no images yet. '}
                  To add one, upload it under <a href="#image-uploading">Image Uploading</a>, then open this
                  list again. Images under Products don't show in the gallery.
                </p>
              </>
            )}
          </Loaded>
        )}
      </FilePicker>
    </div>
  );
}
