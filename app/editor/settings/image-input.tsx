import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { IMAGE_FILE_TYPES } from '#contract/image-extension.ts';
import { IMAGE_TYPE, type Image, type ShownImage } from '#contract/images.ts';
import { MESSAGES } from '#contract/messages.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { FailureAlert } from '#app/editor/shell/failure-alert.tsx';
import { FileChoices, FilePicker, toImageChoice } from '#app/editor/files/file-picker.tsx';
import { FileInput } from '#app/editor/files/file-input.tsx';
import { readableName } from '#app/editor/files/readable-name.ts';
import { imageApi, rejectionReason, uploadImage } from '#app/editor/files/upload-image.ts';
import { SendingFile } from '#app/editor/files/upload-queue.tsx';
import { useUploadQueue } from '#app/editor/files/use-upload-queue.ts';
import { useEditorQuery } from '#app/editor/shell/use-editor-query.ts';
import { useReportUnsaved } from '#app/editor/field/use-report-unsaved.ts';
import forms from '#app/editor/field/file-form.module.css';
import styles from './image-input.module.css';

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
  const [isUploaded, setIsUploaded] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { queue, isSending, add, tryAgain, remove } = useUploadQueue<ShownImage>({
    upload(file, options) {
      const image = { name: readableName(file.file.name) || label, type: IMAGE_TYPE.product };
      return uploadImage({ ...file, ...image }, options);
    },
    reasonAgainst: rejectionReason,
    onUploaded(image) {
      setIsUploaded(true);
      images.add(image);
      onChoose(image.imageId);
    },
  });
  const [item] = queue;
  useReportUnsaved(section, `brand-file-${name}`, item !== undefined, { isFile: true });

  function reset() {
    setIsUploaded(false);
    if (item) remove(item);
  }

  function upload(file: File) {
    reset();
    add([file]);
  }

  return { item, isSending, isUploaded, input, upload, tryAgain, reset };
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
  const { item, isSending, isUploaded, input, upload, tryAgain, reset } = useImageUpload(props);
  const image = images.list.find(({ imageId }) => imageId === chosen);

  function clear() {
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
      <FileInput
        ref={input}
        id={id}
        label="Upload an image"
        accept={IMAGE_FILE_TYPES}
        aria-describedby={`${id}-use`}
        aria-disabled={isSending}
        onClick={(event) => isSending && event.preventDefault()}
        onFiles={([file], box) => {
          if (file) upload(file);
          // So that the same file can be chosen again.
          box.value = '';
        }}
      />
      {isSending && (
        <div className={forms.line}>
          <SendingFile label={`Uploading ${label}`} item={item} />
        </div>
      )}
      {item?.status === 'failed' && (
        <>
          <FailureAlert message={MESSAGES.imageUploadFailed} failure={item} />
          <Button
            onClick={() => {
              input.current?.focus();
              tryAgain(item);
            }}
          >
            Try again<span className="visually-hidden"> with the file of the {label.toLowerCase()}</span>
          </Button>
        </>
      )}
      <p className={styles.status} role="status">
        {isUploaded && chosen !== undefined && 'Uploaded. Choose Update to show it.'}
      </p>
      <FilePicker
        noun="image"
        buttons={
          chosen !== undefined && (
            <Button onClick={clear}>
              Remove<span className="visually-hidden"> the {label.toLowerCase()}</span>
            </Button>
          )
        }
      >
        {() =>
          images.state === 'failed' ? (
            <p className={styles.status}>We couldn't load your images. Reload the page.</p>
          ) : (
            <FileChoices
              noun="image"
              label="Uploaded images"
              control="radio"
              name={id}
              choices={images.list.map(toImageChoice)}
              chosen={[chosen]}
              onChoose={(imageId) => {
                onChoose(imageId);
                reset();
              }}
            />
          )
        }
      </FilePicker>
    </fieldset>
  );
}

function previewText(chosen: string | undefined, state: ProductImages['state']): string {
  if (chosen === undefined) return 'The standard one shows.';
  if (state === 'loaded') return 'This image was deleted, so the standard one shows.';
  return state === 'failed' ? "We couldn't load this image. Reload the page." : '';
}
