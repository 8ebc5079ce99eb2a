import { useCallback, type ComponentProps } from 'react';
import { rejectionReason } from '#app/editor/field/image-file.ts';
import { UploadQueue } from '#app/editor/field/upload-queue.tsx';
import { useUploadQueue } from '#app/editor/field/use-upload-queue.ts';
import type { VersionId } from '#contract/content-version.ts';
import type { ShownImage } from '#contract/images.ts';
import { MESSAGES } from '#contract/messages.ts';
import { imageApi } from '#app/editor/field/image-api.ts';
import { readableName } from '#app/editor/field/readable-name.ts';
import { uploadImage } from '#app/editor/field/upload-image.ts';
import { ImageUpload } from './image-upload.tsx';
import { useUnsavedFiles } from './use-unsaved-files.ts';

type Upload = Parameters<typeof useUploadQueue<ShownImage>>[0]['upload'];

/** Renders the upload form and queue. Separate from the list, so that progress updates do not re-render long lists. */
export function ImageIntake(upload: Omit<ComponentProps<typeof ImageUpload>, 'onSeveral'>) {
  const { type, files, onUploaded } = upload;
  const queue = useUploadQueue({
    upload: useCallback<Upload>(
      (file, options) =>
        uploadImage({ ...file, type, name: readableName(file.file.name) || 'Image' }, imageApi, options),
      [type],
    ),
    reasonAgainst: rejectionReason,
    onUploaded: useCallback(
      (image: ShownImage, version: VersionId) => onUploaded({ image, version }),
      [onUploaded],
    ),
  });
  const hasAcceptedFile = files.some((file) => !rejectionReason(file));
  useUnsavedFiles(`picture-files-${type}`, hasAcceptedFile || queue.isSending);
  return (
    <>
      <ImageUpload {...upload} onSeveral={queue.add} />
      <UploadQueue queue={queue} message={MESSAGES.imageUploadFailed} reasonAgainst={rejectionReason} />
    </>
  );
}
