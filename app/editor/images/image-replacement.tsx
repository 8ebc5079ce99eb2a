import type { VersionId } from '#contract/content-version.ts';
import { useId, useRef, useState, type SubmitEvent } from 'react';
import type { ShownImage } from '#contract/images.ts';
import { MESSAGES } from '#contract/messages.ts';
import { IMAGE_FILE_TYPES } from '#contract/image-extension.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import { imageApi } from '#app/editor/field/image-api.ts';
import { FileFailure } from '#app/editor/field/file-failure.tsx';
import { rejectionReason } from '#app/editor/field/image-file.ts';
import type { VersionedImage } from './image-list.ts';
import { replaceImage } from '#app/editor/field/upload-image.ts';
import type { UploadFailure } from '#app/editor/field/upload-file.ts';
import { UploadProgress } from '#app/editor/field/upload-progress.tsx';
import { useUnsavedFiles } from './use-unsaved-files.ts';
import controls from '#app/editor/frame/controls.module.css';
import styles from '#app/editor/field/file-form.module.css';

type State =
  | { status: 'idle' | 'replaced' }
  | { status: 'sending'; fraction: number }
  | ({ status: 'failed' } & Omit<UploadFailure, 'outcome'>);

/** Renders the form that replaces an image's file and keeps its name, alternative text and position. */
export function ImageReplacement({
  image: { imageId, imageName },
  version,
  onReplaced,
}: {
  image: ShownImage;
  version: VersionId;
  onReplaced: (item: VersionedImage) => void;
}) {
  const [file, setFile] = useState<File>();
  const [state, setState] = useState<State>({ status: 'idle' });
  const input = useRef<HTMLInputElement>(null);
  const [fileId, hintId] = [useId(), useId()];
  const isSending = state.status === 'sending';
  const rejected = file && rejectionReason(file);
  useUnsavedFiles(`picture-replacement-${imageId}`, file !== undefined && !rejected);

  async function replace(event: SubmitEvent) {
    event.preventDefault();
    if (!file || isSending) return;
    const uploaded = state.status === 'failed' ? state.uploaded : undefined;
    const onProgress = (fraction: number) => setState({ status: 'sending', fraction });
    onProgress(0);
    const result = await replaceImage({ file, imageId, uploaded, baseVersion: version }, imageApi, {
      onProgress,
    });
    if (result.outcome === 'failed') {
      const { outcome: status, ...failure } = result;
      setState({ status, ...failure });
      return;
    }
    setState({ status: 'replaced' });
    setFile(undefined);
    if (input.current) input.current.value = '';
    if (result.outcome === 'done') onReplaced({ image: result.saved, version: result.version });
  }

  return (
    <form className={styles.replacement} onSubmit={(event) => void replace(event)}>
      <div className={styles.field}>
        <label htmlFor={fileId}>Replace with another file</label>
        <input
          ref={input}
          id={fileId}
          type="file"
          className={controls.input}
          accept={IMAGE_FILE_TYPES}
          disabled={isSending}
          aria-describedby={hintId}
          onChange={(event) => {
            setFile(event.currentTarget.files?.[0]);
            setState({ status: 'idle' });
          }}
        />
        <p id={hintId} className={styles.hint} aria-live="polite">
          {rejected ? (
            <strong>{rejected}</strong>
          ) : (
            'The name, description, and position stay the same. The crop goes back to the center.'
          )}
        </p>
      </div>
      <div className={styles.line}>
        <button type="submit" className={controls.button} disabled={!file} aria-disabled={isSending}>
          Replace image
        </button>
        {isSending && (
          <>
            <Spinner label={`Replacing ${imageName}`} />
            <UploadProgress name={file?.name ?? ''} fraction={state.fraction} />
          </>
        )}
        <p role="status">{state.status === 'replaced' && 'Image replaced.'}</p>
      </div>
      {state.status === 'failed' && <FileFailure message={MESSAGES.imageUploadFailed} failure={state} />}
    </form>
  );
}
