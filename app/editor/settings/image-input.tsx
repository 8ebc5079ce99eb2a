import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { IMAGE_FILE_TYPES } from '#contract/image-extension.ts';
import { IMAGE_TYPE, type Image, type ShownImage } from '#contract/images.ts';
import { MESSAGES } from '#contract/messages.ts';
import { FailureAlert } from '#app/editor/shell/failure-alert.tsx';
import { imageApi } from '#app/editor/files/image-api.ts';
import { readableName } from '#app/editor/files/readable-name.ts';
import type { UploadFailure } from '#app/editor/files/upload-file.ts';
import { uploadImage } from '#app/editor/files/upload-image.ts';
import { UploadProgress } from '#app/editor/files/upload-progress.tsx';
import { useEditorQuery } from '#app/editor/shell/use-editor-query.ts';
import { useReportUnsaved } from '#app/editor/field/use-report-unsaved.ts';
import controls from '#app/editor/shell/controls.module.css';
import forms from '#app/editor/field/file-form.module.css';
import styles from './image-input.module.css';

type UploadState =
  | { status: 'idle' | 'uploaded' }
  | { status: 'uploading'; fraction: number; cancel: AbortController }
  | ({ status: 'failed'; file: File } & Omit<UploadFailure, 'outcome'>);

export type ProductImages = ReturnType<typeof useProductImages>;

const loadImages = () => imageApi.images(IMAGE_TYPE.product);

/** Loads the images to choose from. They are product images, so that they are not in the gallery. */
export function useProductImages() {
  const query = useEditorQuery<Image[]>(loadImages);
  const [added, setAdded] = useState<ShownImage[]>([]);
  const known = query.state === 'loaded' ? query.body : [];
  const others = known.filter(({ imageId }) => !added.some((each) => each.imageId === imageId));
  return {
    state: query.state,
    list: [...added, ...others],
    add: (image: ShownImage) => setAdded((before) => [image, ...before]),
  };
}

/** Uploads the file of an image, and reports it as unsaved until then. */
function useImageUpload({ section, name, label, images, onChoose }: ImageInputProps) {
  const [state, setState] = useState<UploadState>({ status: 'idle' });
  const input = useRef<HTMLInputElement>(null);
  const isUnsaved = state.status === 'uploading' || state.status === 'failed';
  useReportUnsaved(section, `brand-file-${name}`, isUnsaved, { isFile: true });

  async function upload(file: File, uploaded?: UploadFailure['uploaded']) {
    const cancel = new AbortController();
    const onProgress = (fraction: number) => setState({ status: 'uploading', fraction, cancel });
    onProgress(0);
    const image = { file, name: readableName(file.name) || label, type: IMAGE_TYPE.product, uploaded };
    const result = await uploadImage(image, imageApi, { onProgress, signal: cancel.signal });
    if (result.outcome === 'failed') {
      const { outcome: status, ...failure } = result;
      setState({ status, file, ...failure });
      return;
    }
    setState({ status: result.outcome === 'done' ? 'uploaded' : 'idle' });
    if (result.outcome === 'done') {
      images.add(result.saved);
      onChoose(result.saved.imageId);
    }
    if (input.current) input.current.value = '';
  }

  return { state, input, upload, reset: () => setState({ status: 'idle' }) };
}

type ImageInputProps = {
  id: string;
  name: string;
  label: string;
  hint: string;
  section: string;
  images: ProductImages;
  /** Id of the chosen image. */
  chosen: string | undefined;
  /** What visitors may dislike about the chosen image. */
  warning?: string | undefined;
  /** Drawing that shows without an image. */
  drawing?: string;
  /** Previews the image on the background of a page, not of the top bar. */
  isPlain: boolean;
  onChoose: (imageId: string | undefined) => void;
};

/** Renders an image that can be uploaded, chosen among the uploaded ones, or removed. */
export function ImageInput(props: ImageInputProps) {
  const { id, label, hint, images, chosen, warning, drawing, isPlain, onChoose } = props;
  const [isOpen, setIsOpen] = useState(false);
  const { state, input, upload, reset } = useImageUpload(props);
  const isUploading = state.status === 'uploading';
  const image = images.list.find(({ imageId }) => imageId === chosen);

  function remove() {
    flushSync(() => {
      onChoose(undefined);
      reset();
    });
    input.current?.focus();
  }

  return (
    <fieldset className={styles.slot}>
      <legend>{label}</legend>
      <p className={forms.hint} id={`${id}-use`}>
        {hint}
      </p>
      <div className={styles.preview} data-plain={isPlain}>
        {image ? (
          <img src={image.imageUrl} alt={image.imageName} />
        ) : drawing !== undefined && images.state === 'loaded' ? (
          <img src={drawing} alt="The drawing" />
        ) : (
          <span>{previewText(chosen, images.state)}</span>
        )}
      </div>
      {warning && <p className={styles.warning}>{warning}</p>}
      <div className={forms.field}>
        <label htmlFor={id}>Upload an image</label>
        <input
          ref={input}
          id={id}
          type="file"
          className={controls.input}
          accept={IMAGE_FILE_TYPES}
          aria-describedby={`${id}-use`}
          aria-disabled={isUploading}
          onClick={(event) => isUploading && event.preventDefault()}
          onChange={({ currentTarget: { files } }) => files?.[0] && void upload(files[0])}
        />
      </div>
      {isUploading && (
        <div className={forms.line}>
          <UploadProgress name={label} fraction={state.fraction} />
          {/* A completed upload cannot be canceled. */}
          {state.fraction < 1 && (
            <button type="button" className={controls.button} onClick={() => state.cancel.abort()}>
              Cancel
            </button>
          )}
        </div>
      )}
      {state.status === 'failed' && (
        <>
          <FailureAlert message={MESSAGES.imageUploadFailed} failure={state} />
          <button
            type="button"
            className={controls.button}
            onClick={() => {
              input.current?.focus();
              void upload(state.file, state.uploaded);
            }}
          >
            Try again<span className="visually-hidden"> with the file of the {label.toLowerCase()}</span>
          </button>
        </>
      )}
      <p className={styles.status} role="status">
        {state.status === 'uploaded' && chosen !== undefined && 'Uploaded. Choose Update to show it.'}
      </p>
      <div className={forms.line}>
        <button
          type="button"
          className={controls.button}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Close images' : 'Choose an image'}
        </button>
        {chosen !== undefined && (
          <button type="button" className={controls.button} onClick={remove}>
            Remove<span className="visually-hidden"> the {label.toLowerCase()}</span>
          </button>
        )}
      </div>
      {isOpen && (
        <ImageChoices
          name={id}
          images={images}
          chosen={chosen}
          onChoose={(imageId) => {
            onChoose(imageId);
            reset();
          }}
        />
      )}
    </fieldset>
  );
}

function ImageChoices({
  name,
  images: { list, state },
  chosen,
  onChoose,
}: Pick<ImageInputProps, 'name' | 'images' | 'chosen'> & { onChoose: (imageId: string) => void }) {
  return (
    <>
      <ul className={`${styles.images} plain-list`} aria-label="Uploaded images">
        {list.map(({ imageId, imageName, imageUrl, squareUrls }) => (
          <li key={imageId}>
            <label>
              <input
                type="radio"
                name={name}
                checked={imageId === chosen}
                onChange={() => onChoose(imageId)}
              />
              <img src={squareUrls?.fallback ?? imageUrl} alt="" loading="lazy" />
              <span>{imageName}</span>
            </label>
          </li>
        ))}
      </ul>
      {list.length === 0 && (
        <p className={styles.status}>
          {state === 'failed' ? "We couldn't load your images. Reload the page." : 'No product images yet.'}
        </p>
      )}
    </>
  );
}

function previewText(chosen: string | undefined, state: ProductImages['state']): string {
  if (chosen === undefined) return 'The standard one shows.';
  if (state === 'loaded') return 'This image was deleted, so the standard one shows.';
  return state === 'failed' ? "We couldn't load this image. Reload the page." : '';
}
