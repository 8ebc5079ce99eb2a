import { useId, useRef, useState, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import { IMAGE_FORMATS, IMAGE_NAME_MAX_LENGTH, type ShownImage } from '#contract/images.ts';
import { MESSAGES } from '#contract/messages.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import { SignInAgain } from './field-parts.tsx';
import { imageCalls } from './image-calls.ts';
import { readableName } from './picture-name.ts';
import { uploadPicture, type UploadOutcome } from './upload-picture.ts';
import controls from './controls.module.css';
import styles from './picture-upload.module.css';

type UploadState = { status: 'idle' | 'uploading' } | ({ status: 'failed' } & Failed);
type Failed = Omit<Extract<UploadOutcome, { outcome: 'failed' }>, 'outcome'>;

/** One file with its name, on its way into the gallery. What is refused stays chosen, so that one sees what it was. */
export function PictureUpload({
  fileId,
  onStart,
  onUploaded,
}: {
  fileId: string;
  onStart: () => void;
  onUploaded: (image: ShownImage) => void;
}) {
  const [file, setFile] = useState<File>();
  const [name, setName] = useState('');
  const [state, setState] = useState<UploadState>({ status: 'idle' });
  const input = useRef<HTMLInputElement>(null);
  const nameId = useId();
  const isUploading = state.status === 'uploading';

  function choose(chosen: File | undefined) {
    // A name that was typed first is meant for the file that is chosen then.
    if (file || name.trim() === '') setName(chosen ? readableName(chosen.name) : '');
    setFile(chosen);
    setState({ status: 'idle' });
  }

  async function upload(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!file || isUploading) return;
    const form = event.currentTarget;
    const arrived = state.status === 'failed' ? state.arrived : undefined;
    setState({ status: 'uploading' });
    onStart();
    const called = name.trim() || readableName(file.name) || 'Picture';
    const result = await uploadPicture({ file, name: called, arrived }, imageCalls);
    if (result.outcome === 'failed') {
      const { outcome: status, ...why } = result;
      setState({ status, ...why });
      return;
    }
    const hadFocus = form.contains(document.activeElement);
    flushSync(() => {
      setFile(undefined);
      setName('');
      setState({ status: 'idle' });
    });
    if (input.current) input.current.value = '';
    // There is nothing to upload any more, so the button takes no focus: the keyboard goes on at the next picture.
    if (hadFocus) input.current?.focus();
    onUploaded(result.image);
  }

  return (
    <form className={styles.upload} aria-label="New picture" onSubmit={(event) => void upload(event)}>
      <div className={styles.field}>
        <label htmlFor={fileId}>Picture file</label>
        <input
          ref={input}
          id={fileId}
          type="file"
          accept={Object.keys(IMAGE_FORMATS).join(',')}
          disabled={isUploading}
          onChange={(event) => choose(event.currentTarget.files?.[0])}
        />
      </div>
      <div className={styles.field}>
        <label htmlFor={nameId}>Name of the picture</label>
        <input
          id={nameId}
          type="text"
          value={name}
          maxLength={IMAGE_NAME_MAX_LENGTH}
          autoComplete="off"
          readOnly={isUploading}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </div>
      <div className={styles.line}>
        {/* While it is at work it keeps the focus, and does nothing. */}
        <button type="submit" disabled={!file} aria-disabled={isUploading}>
          Upload
        </button>
        {isUploading && <Spinner label="Uploading" />}
      </div>
      {state.status === 'failed' && (
        <p className={`${controls.failure} ${styles.failure}`} role="alert">
          <strong>{MESSAGES.imageUploadFailed}</strong> <span>{state.reason}</span>
          {state.isSignedOut && <SignInAgain />}
        </p>
      )}
    </form>
  );
}
