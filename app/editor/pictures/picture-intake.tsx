import { whyNotTaken } from './picture-file.ts';
import type { KnownPicture } from './picture-list.ts';
import { PictureQueue } from './picture-queue.tsx';
import { PictureUpload } from './picture-upload.tsx';
import { useUnsavedFiles } from './use-unsaved-files.ts';
import { useUploadQueue } from './use-upload-queue.ts';

/** How pictures come into a list. What tells how far they are is rendered by itself: the list may be long. */
export function PictureIntake({
  fileId,
  type,
  files,
  onChoose,
  onStart,
  onUploaded,
}: {
  fileId: string;
  type: number;
  files: readonly File[];
  onChoose: (files: readonly File[]) => void;
  onStart: () => void;
  onUploaded: (picture: KnownPicture) => void;
}) {
  const queue = useUploadQueue({ type, onUploaded });
  const mayBeTaken = files.some((file) => !whyNotTaken(file));
  useUnsavedFiles(`picture-files-${type}`, mayBeTaken || queue.isSending);
  return (
    <>
      <PictureUpload
        fileId={fileId}
        type={type}
        files={files}
        onChoose={onChoose}
        onStart={onStart}
        onSeveral={queue.add}
        onUploaded={onUploaded}
      />
      <PictureQueue queue={queue} />
    </>
  );
}
