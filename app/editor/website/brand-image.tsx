import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { IMAGE_FILE_TYPES } from '#contract/image-extension.ts';
import { IMAGE_TYPE, type ShownImage } from '#contract/images.ts';
import { MESSAGES } from '#contract/messages.ts';
import { FileFailure } from '#app/editor/files/file-failure.tsx';
import { imageApi } from '#app/editor/files/image-api.ts';
import { readableName } from '#app/editor/files/readable-name.ts';
import type { UploadFailure } from '#app/editor/files/upload-file.ts';
import { uploadImage } from '#app/editor/files/upload-image.ts';
import { UploadProgress } from '#app/editor/files/upload-progress.tsx';
import { useReportUnsaved } from '#app/editor/field/use-report-unsaved.ts';
import controls from '#app/editor/frame/controls.module.css';
import forms from '#app/editor/field/file-form.module.css';
import { SECTION } from './use-setting-field.ts';
import styles from './brand-field.module.css';

type UploadState =
  | { status: 'idle' | 'uploaded' }
  | { status: 'uploading'; fraction: number; cancel: AbortController }
  | ({ status: 'failed'; file: File } & Omit<UploadFailure, 'outcome'>);

/** Renders an image of the brand, which can be uploaded, chosen among the uploaded ones, or removed. */
export function BrandImage({
  id,
  name,
  label,
  hint,
  warn,
  chosen,
  images,
  listState,
  section = SECTION,
  drawing,
  isPlain = drawing !== undefined || name === 'icon' || name === 'share',
  onChoose,
  onUploaded,
}: {
  id: string;
  name: string;
  label: string;
  hint: string;
  /** Returns what visitors may dislike about an image. */
  warn: (image: ShownImage) => string | undefined;
  /** Id of the chosen image. */
  chosen: string | undefined;
  images: readonly ShownImage[];
  listState: 'loading' | 'loaded' | 'failed';
  section?: string;
  /** Drawing that shows without an image. */
  drawing?: string;
  /** Previews the image on the background of a page, not of the top bar. */
  isPlain?: boolean;
  onChoose: (imageId: string | undefined) => void;
  onUploaded: (image: ShownImage) => void;
}) {
  const [state, setState] = useState<UploadState>({ status: 'idle' });
  const [isOpen, setIsOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const isUploading = state.status === 'uploading';
  const image = images.find(({ imageId }) => imageId === chosen);
  const warning = image && warn(image);
  useReportUnsaved(section, `brand-file-${name}`, isUploading || state.status === 'failed', { isFile: true });

  async function upload(file: File, failed?: UploadFailure['uploaded']) {
    const cancel = new AbortController();
    const onProgress = (fraction: number) => setState({ status: 'uploading', fraction, cancel });
    onProgress(0);
    const newImage = {
      file,
      name: readableName(file.name) || label,
      type: IMAGE_TYPE.product,
      uploaded: failed,
    };
    const result = await uploadImage(newImage, imageApi, { onProgress, signal: cancel.signal });
    switch (result.outcome) {
      case 'failed': {
        const { outcome: status, ...failure } = result;
        setState({ status, file, ...failure });
        return;
      }
      case 'cancelled':
        setState({ status: 'idle' });
        break;
      case 'done':
        setState({ status: 'uploaded' });
        onUploaded(result.saved);
    }
    if (input.current) input.current.value = '';
  }

  function remove() {
    flushSync(() => {
      onChoose(undefined);
      setState({ status: 'idle' });
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
        ) : drawing !== undefined && listState === 'loaded' ? (
          <img src={drawing} alt="The drawing" />
        ) : (
          <span>{previewText(chosen, listState)}</span>
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
          <FileFailure message={MESSAGES.imageUploadFailed} failure={state} />
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
        <ul className={`${styles.images} plain-list`} aria-label="Uploaded images">
          {images.map(({ imageId, imageName, imageUrl, squareUrls }) => (
            <li key={imageId}>
              <label>
                <input
                  type="radio"
                  name={id}
                  checked={imageId === chosen}
                  onChange={() => {
                    onChoose(imageId);
                    setState({ status: 'idle' });
                  }}
                />
                <img src={squareUrls?.fallback ?? imageUrl} alt="" loading="lazy" />
                <span>{imageName}</span>
              </label>
            </li>
          ))}
        </ul>
      )}
      {isOpen && images.length === 0 && (
        <p className={styles.status}>
          {listState === 'failed'
            ? "We couldn't load your images. Reload the page."
            : 'No product images yet.'}
        </p>
      )}
    </fieldset>
  );
}

function previewText(chosen: string | undefined, listState: 'loading' | 'loaded' | 'failed'): string {
  if (chosen === undefined) return 'The standard one shows.';
  if (listState === 'loaded') return 'This image was deleted, so the standard one shows.';
  return listState === 'failed' ? "We couldn't load this image. Reload the page." : '';
}
