import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import { ALT_TEXT_MAX_LENGTH, IMAGE_NAME_MAX_LENGTH, UPLOAD_MAX_BYTES } from '#contract/images.ts';
import { MESSAGES } from '#contract/messages.ts';
import { IMAGE_FILE_TYPES } from '#contract/image-extension.ts';
import { LimitedInput } from '#app/editor/field/limited-input.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { imageApi } from '#app/editor/field/image-api.ts';
import { FileFailure } from '#app/editor/field/file-failure.tsx';
import { rejectionReason } from '#app/editor/field/image-file.ts';
import type { VersionedImage } from './image-list.ts';
import { readableName } from '#app/editor/field/readable-name.ts';
import { uploadImage } from '#app/editor/field/upload-image.ts';
import type { UploadFailure } from '#app/editor/field/upload-file.ts';
import { UploadProgress } from '#app/editor/field/upload-progress.tsx';
import controls from '#app/editor/frame/controls.module.css';
import styles from '#app/editor/field/file-form.module.css';

type UploadState =
  | { status: 'idle' }
  | { status: 'uploading'; fraction: number; cancel: AbortController }
  | ({ status: 'failed' } & Omit<UploadFailure, 'outcome'>);

const IDLE = { status: 'idle' } as const;

/** Renders the upload form. Uploads a single file and passes several to `onSeveral`. Failed files stay selected. */
export function ImageUpload({
  fileId,
  type,
  files,
  onChoose,
  onStart,
  onSeveral,
  onUploaded,
}: {
  fileId: string;
  type: number;
  files: readonly File[];
  onChoose: (files: readonly File[]) => void;
  onStart: () => void;
  onSeveral: (files: readonly File[]) => void;
  onUploaded: (newImage: VersionedImage) => void;
}) {
  const [name, setName] = useState('');
  const [altText, setAltText] = useState('');
  const [state, setState] = useState<UploadState>(IDLE);
  const [previousFiles, setPreviousFiles] = useState(files);
  const input = useRef<HTMLInputElement>(null);
  const [nameId, altId, hintId] = [useId(), useId(), useId()];
  const [file] = files;
  const isUploading = state.status === 'uploading';

  // On a new selection, derive the name from the file, unless a name was typed while no file was selected.
  if (previousFiles !== files) {
    setPreviousFiles(files);
    if (previousFiles.length > 0 || name.trim() === '') setName(file ? readableName(file.name) : '');
    setState(IDLE);
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
    const uploaded = state.status === 'failed' ? state.uploaded : undefined;
    const cancel = new AbortController();
    const onProgress = (fraction: number) => setState({ status: 'uploading', fraction, cancel });
    onProgress(0);
    const imageName = name.trim() || readableName(file.name) || 'Image';
    const newImage = { file, name: imageName, type, altText: altText.trim(), uploaded };
    const result = await uploadImage(newImage, imageApi, { onProgress, signal: cancel.signal });
    switch (result.outcome) {
      case 'failed': {
        const { outcome: status, ...failure } = result;
        setState({ status, ...failure });
        return;
      }
      case 'cancelled':
        setState(IDLE);
        return;
      case 'done':
        clear(form);
        onUploaded({ image: result.saved, version: result.version });
    }
  }

  function clear(form: HTMLFormElement) {
    const hadFocus = form.contains(document.activeElement);
    flushSync(() => {
      onChoose([]);
      setName('');
      setAltText('');
      setState(IDLE);
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
          <div className={styles.field}>
            <label htmlFor={nameId}>Image name</label>
            <LimitedInput
              id={nameId}
              className={controls.input}
              value={name}
              maxLength={IMAGE_NAME_MAX_LENGTH}
              readOnly={isUploading}
              onType={setName}
            />
          </div>
          <div className={styles.field}>
            <label htmlFor={altId}>Description (for people who can&apos;t see the image)</label>
            <LimitedInput
              id={altId}
              className={controls.input}
              value={altText}
              maxLength={ALT_TEXT_MAX_LENGTH}
              readOnly={isUploading}
              onType={setAltText}
            />
          </div>
        </>
      )}
      <div className={`${styles.line} ${styles.fullWidth}`}>
        {/* `aria-disabled` during the upload, because `disabled` would drop the focus. */}
        <button type="submit" className={styles.submit} disabled={!file} aria-disabled={isUploading}>
          Upload
        </button>
        {isUploading && (
          <>
            <Spinner label="Uploading" />
            <UploadProgress name={file?.name ?? ''} fraction={state.fraction} />
            {/* A completed upload cannot be canceled. */}
            {state.fraction < 1 && (
              <button type="button" className={controls.button} onClick={() => state.cancel.abort()}>
                Cancel
              </button>
            )}
          </>
        )}
      </div>
      {state.status === 'failed' && (
        <FileFailure className={styles.fullWidth} message={MESSAGES.imageUploadFailed} failure={state} />
      )}
    </form>
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
