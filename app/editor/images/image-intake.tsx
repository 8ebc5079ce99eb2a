import type { ComponentProps } from 'react';
import { rejectionReason } from './image-file.ts';
import { ImageQueue } from './image-queue.tsx';
import { ImageUpload } from './image-upload.tsx';
import { useUnsavedFiles } from './use-unsaved-files.ts';
import { useUploadQueue } from './use-upload-queue.ts';

/** Renders the upload form and queue. Separate from the list, so that progress updates do not re-render long lists. */
export function ImageIntake(upload: Omit<ComponentProps<typeof ImageUpload>, 'onSeveral'>) {
  const { type, files, onUploaded } = upload;
  const queue = useUploadQueue({ type, onUploaded });
  const hasAcceptedFile = files.some((file) => !rejectionReason(file));
  useUnsavedFiles(`picture-files-${type}`, hasAcceptedFile || queue.isSending);
  return (
    <>
      <ImageUpload {...upload} onSeveral={queue.add} />
      <ImageQueue queue={queue} />
    </>
  );
}
