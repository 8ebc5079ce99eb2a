import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import type { VersionId } from '#contract/content-version.ts';
import {
  ALT_TEXT_MAX_LENGTH,
  IMAGE_NAME_MAX_LENGTH,
  UPLOAD_MAX_BYTES,
  type ShownImage,
} from '#contract/images.ts';
import { MESSAGES } from '#contract/messages.ts';
import { IMAGE_FILE_TYPES } from '#contract/image-extension.ts';
import { LimitedInput } from '#app/editor/field/limited-input.tsx';
import { FileFailure } from '#app/editor/files/file-failure.tsx';
import { imageApi } from '#app/editor/files/image-api.ts';
import { rejectionReason } from '#app/editor/files/image-file.ts';
import { readableName } from '#app/editor/files/readable-name.ts';
import { uploadImage } from '#app/editor/files/upload-image.ts';
import { SendingFile } from '#app/editor/files/upload-progress.tsx';
import { useUpload } from '#app/editor/files/use-upload.ts';
import controls from '#app/editor/frame/controls.module.css';
import styles from '#app/editor/field/file-form.module.css';

/** Renders the upload form. Uploads a single file and passes several to `onSeveral`. Failed files stay selected. */
export function ImageForm({
  type,
  files,
  onChoose,
  onStart,
  onSeveral,
  onUploaded,
}: {
  type: number;
  files: readonly File[];
  onChoose: (files: readonly File[]) => void;
  onStart: () => void;
  onSeveral: (files: readonly File[]) => void;
  onUploaded: (image: ShownImage, version: VersionId) => void;
}) {
  const [name, setName] = useState('');
  const [altText, setAltText] = useState('');
  const { state, send, reset } = useUpload<ShownImage>();
  const [previousFiles, setPreviousFiles] = useState(files);
  const input = useRef<HTMLInputElement>(null);
  const [fileId, hintId] = [useId(), useId()];
  const [file] = files;
  const isUploading = state.status === 'sending';

  // On a new selection, derive the name from the file, unless a name was typed while no file was selected.
  if (previousFiles !== files) {
    setPreviousFiles(files);
    if (previousFiles.length > 0 || name.trim() === '') setName(file ? readableName(file.name) : '');
    reset();
  }

  // Show dropped or pasted files in the file input, too.
  useEffect(() => {
    const field = input.current;
    if (!field || sameFiles([...(field.files ?? [])], files)) return;
    const transfer = new DataTransfer();
    for (const each of files) transfer.items.add(each);
    field.files = transfer.files;
  }, [files]);

  async function upload(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!file || isUploading) return;
    const form = event.currentTarget;
    onStart();
    if (files.length > 1) {
      onSeveral(files);
      clear(form);
      return;
    }
    const imageName = name.trim() || readableName(file.name) || 'Image';
    const newImage = { file, name: imageName, type, altText: altText.trim() };
    const result = await send((uploaded, options) =>
      uploadImage({ ...newImage, uploaded }, imageApi, options),
    );
    if (!result) return;
    clear(form);
    onUploaded(result.saved, result.version);
  }

  function clear(form: HTMLFormElement) {
    const hadFocus = form.contains(document.activeElement);
    flushSync(() => {
      onChoose([]);
      setName('');
      setAltText('');
    });
    if (input.current) input.current.value = '';
    // The submit button is disabled without a file and loses the focus, so focus the file input for the next image.
    if (hadFocus) input.current?.focus();
  }

  return (
    <form className={styles.upload} aria-label="Upload images" onSubmit={(event) => void upload(event)}>
      <div className={`${styles.field} ${styles.fullWidth}`}>
        <label htmlFor={fileId}>Image file</label>
        <input
          ref={input}
          id={fileId}
          type="file"
          className={controls.input}
          multiple
          accept={IMAGE_FILE_TYPES}
          disabled={isUploading}
          aria-describedby={hintId}
          onChange={(event) => onChoose([...(event.currentTarget.files ?? [])])}
        />
        <p id={hintId} className={styles.hint} aria-live="polite">
          <Hint files={files} />
        </p>
      </div>
      {files.length < 2 && (
        <>
          <FormText
            label="Image name"
            value={name}
            maxLength={IMAGE_NAME_MAX_LENGTH}
            readOnly={isUploading}
            onType={setName}
          />
          <FormText
            label="Description (for people who can't see the image)"
            value={altText}
            maxLength={ALT_TEXT_MAX_LENGTH}
            readOnly={isUploading}
            onType={setAltText}
          />
        </>
      )}
      <div className={`${styles.line} ${styles.fullWidth}`}>
        {/* `aria-disabled` during the upload, because `disabled` would drop the focus. */}
        <button type="submit" className={styles.submit} disabled={!file} aria-disabled={isUploading}>
          Upload
        </button>
        {isUploading && <SendingFile label="Uploading" name={file?.name ?? ''} state={state} />}
      </div>
      {state.status === 'failed' && (
        <FileFailure className={styles.fullWidth} message={MESSAGES.imageUploadFailed} failure={state} />
      )}
    </form>
  );
}

function FormText({
  label,
  ...text
}: {
  label: string;
  value: string;
  maxLength: number;
  readOnly: boolean;
  onType: (text: string) => void;
}) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <LimitedInput id={id} className={controls.input} {...text} />
    </div>
  );
}

function Hint({ files }: { files: readonly File[] }) {
  const rejected = files.flatMap((file) => {
    const reason = rejectionReason(file);
    return reason ? [`${file.name}: ${reason}`] : [];
  });
  if (rejected.length > 0) return <strong>{rejected.join(' ')}</strong>;
  if (files.length > 1) {
    return `${files.length} files. Each image is named after its file. You can change names and add descriptions after they upload.`;
  }
  return `Choose one or more images, up to ${UPLOAD_MAX_BYTES / 1024 / 1024} MB each. You can also drag them here or paste them.`;
}

const sameFiles = (some: readonly File[], others: readonly File[]) =>
  some.length === others.length && some.every((file, n) => file === others[n]);
