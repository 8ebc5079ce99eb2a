import { useId } from 'react';
import { FileInput } from '#app/editor/files/file-input.tsx';
import type { FileToUpload, UploadOptions, UploadOutcome } from '#app/editor/files/upload-file.ts';
import { UploadQueue } from '#app/editor/files/upload-queue.tsx';
import { useUploadQueue } from '#app/editor/files/use-upload-queue.ts';
import { useReportUnsaved } from '#app/editor/field/use-report-unsaved.ts';

/** Renders an input for files that a block shows once they are uploaded. */
export function BlockUpload<Saved>({
  label,
  accept,
  isMultiple,
  ...source
}: {
  label: string;
  accept: string;
  isMultiple: boolean;
  upload: (file: FileToUpload, options: UploadOptions) => Promise<UploadOutcome<Saved>>;
  reasonAgainst: (file: File) => string | undefined;
  onUploaded: (saved: Saved) => void;
}) {
  const queue = useUploadQueue(source);
  useReportUnsaved('pages', useId(), queue.isSending, { isFile: true });
  return (
    <>
      <FileInput
        label={label}
        multiple={isMultiple}
        accept={accept}
        onFiles={(files, input) => {
          queue.add(files);
          // So that the same file can be chosen again.
          input.value = '';
        }}
      />
      <UploadQueue queue={queue} message="Not uploaded." />
    </>
  );
}
