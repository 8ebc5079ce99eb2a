import { useRef, useState } from 'react';
import { IMAGE_FILE_TYPES } from '#contract/image-extension.ts';
import type { ShownImage } from '#contract/images.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { Loaded } from '#app/editor/shell/editor-query-view.tsx';
import controls from '#app/editor/shell/controls.module.css';
import { FileChoices, FilePicker, toImageChoice } from './file-picker.tsx';
import { loadAllImages, rejectionReason, uploadForPages } from './upload-image.ts';
import { UploadInput } from './upload-input.tsx';
import styles from './image-choice.module.css';

/** Renders the image of a row, to upload or to choose from all images, which are loaded each time the list is opened. */
export function ImageChoice({
  label,
  section,
  imageId,
  urls,
  onChoose,
}: {
  label: string;
  section: string;
  /** '' if there is none. */
  imageId: string;
  /** URLs of the loaded images by id. Undefined for an image that was deleted. */
  urls: ReadonlyMap<string, string | undefined>;
  onChoose: (imageId: string) => void;
}) {
  const [chosen, setChosen] = useState<ShownImage>();
  const [status, setStatus] = useState('');
  const opener = useRef<HTMLButtonElement>(null);
  const url = chosen?.imageId === imageId ? toImageChoice(chosen).imageUrl : urls.get(imageId);

  function choose(next: ShownImage | undefined) {
    setChosen(next);
    setStatus(next ? `${next.imageName} chosen.` : `${label} removed.`);
    onChoose(next?.imageId ?? '');
    opener.current?.focus();
  }

  return (
    <div role="group" aria-label={label} className={styles.image}>
      <p className={controls.label} aria-hidden="true">
        {label}
      </p>
      {imageId !== '' &&
        (url ? (
          <img className={styles.chosen} src={url} alt={`The ${label.toLowerCase()}`} />
        ) : (
          <p className={controls.hint}>
            {urls.has(imageId) ? "This image was deleted, so it won't show." : 'An image is chosen.'}
          </p>
        ))}
      <p className="visually-hidden" role="status">
        {status}
      </p>
      <FilePicker
        noun="image"
        opener={opener}
        buttons={imageId !== '' && <Button onClick={() => choose(undefined)}>Remove image</Button>}
      >
        {(close) => {
          function chooseAndClose(image: ShownImage | undefined) {
            choose(image);
            close();
          }
          return (
            <>
              <UploadInput
                section={section}
                label="Upload an image"
                accept={IMAGE_FILE_TYPES}
                upload={uploadForPages}
                reasonAgainst={rejectionReason}
                onUploaded={chooseAndClose}
              />
              <Loaded from={loadAllImages} noun="images" label="Loading images">
                {(images) => (
                  <FileChoices
                    noun="image"
                    label="Images to choose from"
                    control="button"
                    choices={images.map(toImageChoice)}
                    onChoose={(id) => chooseAndClose(images.find((each) => each.imageId === id))}
                  />
                )}
              </Loaded>
            </>
          );
        }}
      </FilePicker>
    </div>
  );
}
