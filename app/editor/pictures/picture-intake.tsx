import type { ComponentProps } from 'react';
import { whyNotTaken } from './picture-file.ts';
import { PictureQueue } from './picture-queue.tsx';
import { PictureUpload } from './picture-upload.tsx';
import { useUnsavedFiles } from './use-unsaved-files.ts';
import { useUploadQueue } from './use-upload-queue.ts';

/** Renders the upload form and queue. Separate from the list, so that progress updates do not re-render long lists. */
export function PictureIntake(upload: Omit<ComponentProps<typeof PictureUpload>, 'onSeveral'>) {
  const { type, files, onUploaded } = upload;
  const queue = useUploadQueue({ type, onUploaded });
  const mayBeTaken = files.some((file) => !whyNotTaken(file));
  useUnsavedFiles(`picture-files-${type}`, mayBeTaken || queue.isSending);
  return (
    <>
      <PictureUpload {...upload} onSeveral={queue.add} />
      <PictureQueue queue={queue} />
    </>
  );
}
