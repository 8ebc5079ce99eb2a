import { useId } from 'react';
import { useReportUnsaved } from '#app/editor/field/use-report-unsaved.ts';
import { FileInput } from './file-input.tsx';
import type { FileToUpload, UploadOptions, UploadOutcome } from './upload-file.ts';
import { UploadQueue } from './upload-queue.tsx';
import { useUploadQueue } from './use-upload-queue.ts';

/** Renders an input for files that are chosen once they are uploaded. */
export function UploadInput<Saved>({
  section,
  label,
  accept,
  isMultiple = false,
  ...source
}: {
  section: string;
  label: string;
  accept: string;
  isMultiple?: boolean;
  upload: (file: FileToUpload, options: UploadOptions) => Promise<UploadOutcome<Saved>>;
  reasonAgainst: (file: File) => string | undefined;
  onUploaded: (saved: Saved) => void;
}) {
  const queue = useUploadQueue(source);
  useReportUnsaved(section, useId(), queue.isSending, { isFile: true });
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
