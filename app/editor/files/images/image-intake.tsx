import { useEffect, useId, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import { ALT_TEXT_MAX_LENGTH, IMAGE_NAME_MAX_LENGTH, type ShownImage } from '#contract/images.ts';
import { MESSAGES } from '#contract/messages.ts';
import { IMAGE_FILE_TYPES } from '#contract/image-extension.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { FailureAlert } from '#app/editor/shell/failure-alert.tsx';
import { LabeledInput } from '#app/editor/field/labeled-input.tsx';
import { useReportUnsaved } from '#app/editor/field/use-report-unsaved.ts';
import { DropZone } from '#app/editor/files/drop-zone.tsx';
import { FileInput } from '#app/editor/files/file-input.tsx';
import { readableName } from '#app/editor/files/readable-name.ts';
import { rejectionReason, uploadImage } from '#app/editor/files/upload-image.ts';
import { SendingFile, UploadQueue } from '#app/editor/files/upload-queue.tsx';
import type { FileListState } from '#app/editor/files/use-file-list.ts';
import { useUploadQueue } from '#app/editor/files/use-upload-queue.ts';
import { SECTION } from './image-list.tsx';
import styles from '#app/editor/field/file-form.module.css';

type Source = { type: number; list: FileListState<ShownImage> };

/** Renders the upload form and the queue above a list. Separate from the list, so that progress does not render it. */
export function ImageIntake({
  isShown,
  children,
  ...source
}: Source & { isShown: boolean; children: ReactNode }) {
  const { files, texts, single, several, input, choose, upload } = useImageForm(source);
  const id = useId();
  const [item] = single.queue;
  const isUploading = single.isSending;
  return (
    <DropZone isShown={isShown} isForPage onFiles={(given) => choose(given, chosenMessage(given))}>
      <form className={styles.upload} aria-label="Upload images" onSubmit={upload}>
        <FileInput
          ref={input}
          label="Image file"
          className={styles.fullWidth}
          multiple
          accept={IMAGE_FILE_TYPES}
          disabled={isUploading}
          hint={<Hint files={files} />}
          onFiles={(chosen) => choose(chosen)}
        />
        {files.length < 2 &&
          texts.map((text, at) => (
            <LabeledInput key={text.label} {...text} id={`${id}-${at}`} readOnly={isUploading} />
          ))}
        <div className={`${styles.line} ${styles.fullWidth}`}>
          {/* `aria-disabled` during the upload, because `disabled` would drop the focus. */}
          <Button type="submit" disabled={files.length === 0} aria-disabled={isUploading}>
            Upload
          </Button>
          <SendingFile label="Uploading" item={item} />
        </div>
        {item?.status === 'failed' && (
          <FailureAlert className={styles.fullWidth} message={MESSAGES.imageUploadFailed} failure={item} />
        )}
      </form>
      <UploadQueue queue={several} message={MESSAGES.imageUploadFailed} />
      {children}
    </DropZone>
  );
}

/** Manages the chosen files: uploads a single one with its texts, and queues several. A failed file stays chosen. */
function useImageForm({ type, list }: Source) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [name, setName] = useState('');
  const [altText, setAltText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const several = useUploadQueue<ShownImage>({
    upload: (file, options) => uploadImage({ ...file, type, name: nameOf(file.file) }, options),
    reasonAgainst: rejectionReason,
    onUploaded: list.uploaded,
  });
  const single = useUploadQueue<ShownImage>({
    upload: (file, options) => {
      const texts = { name: name.trim() || nameOf(file.file), altText: altText.trim() };
      return uploadImage({ ...file, type, ...texts }, options);
    },
    reasonAgainst: rejectionReason,
    onUploaded(image, version) {
      clear();
      list.uploaded(image, version);
    },
  });
  const [item] = single.queue;
  const hasAcceptedFile = files.some((file) => !rejectionReason(file));
  useReportUnsaved(SECTION, `picture-files-${type}`, hasAcceptedFile || several.isSending, { isFile: true });

  // Show dropped or pasted files in the file input, too.
  useEffect(() => {
    if (!input.current) return;
    const transfer = new DataTransfer();
    for (const each of files) transfer.items.add(each);
    input.current.files = transfer.files;
  }, [files]);

  function choose(chosen: readonly File[], message = '') {
    // Derive the name from the file, unless one was typed while no file was chosen.
    if (files.length > 0 || name.trim() === '') setName(chosen[0] ? readableName(chosen[0].name) : '');
    setFiles(chosen);
    if (item?.status === 'failed') single.remove(item);
    list.setStatus(message);
  }

  function upload(event: SubmitEvent) {
    event.preventDefault();
    if (files.length === 0 || single.isSending) return;
    list.setStatus('');
    if (files.length > 1) {
      several.add(files);
      clear();
    } else if (item) single.tryAgain(item);
    else single.add(files);
  }

  function clear() {
    const hadFocus = input.current?.form?.contains(document.activeElement);
    flushSync(() => {
      setFiles([]);
      setName('');
      setAltText('');
    });
    // The submit button is disabled without a file and loses the focus, so focus the file input for the next image.
    if (hadFocus) input.current?.focus();
  }

  const texts = [
    { label: 'Image name', value: name, maxLength: IMAGE_NAME_MAX_LENGTH, onType: setName },
    {
      label: "Description (for people who can't see the image)",
      value: altText,
      maxLength: ALT_TEXT_MAX_LENGTH,
      onType: setAltText,
    },
  ];
  return { files, texts, single, several, input, choose, upload };
}

function Hint({ files }: { files: readonly File[] }) {
  const rejected = files.flatMap((file) => {
    const reason = rejectionReason(file);
    return reason ? [`${file.name}: ${reason}`] : [];
  });
  if (rejected.length > 0) return <strong>{rejected.join(' ')}</strong>;
  return files.length > 1 && `${files.length} files. Each image is named after its file.`;
}

const nameOf = (file: File) => readableName(file.name) || 'Image';

const chosenMessage = (files: readonly File[]) =>
  files.length === 1 ? `1 file chosen: ${files[0]?.name}` : `${files.length} files chosen`;
