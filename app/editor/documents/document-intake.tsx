import { useCallback, useId } from 'react';
import type { VersionId } from '#contract/content-version.ts';
import { DOCUMENT_FILE_TYPES, type Document } from '#contract/documents.ts';
import { UPLOAD_MAX_BYTES } from '#contract/images.ts';
import { UploadQueue } from '#app/editor/field/upload-queue.tsx';
import type { FileToUpload } from '#app/editor/field/upload-file.ts';
import type { UploadOptions } from '#app/editor/field/put-file.ts';
import { useReportUnsaved } from '#app/editor/field/use-report-unsaved.ts';
import { useUploadQueue } from '#app/editor/field/use-upload-queue.ts';
import { documentApi } from './document-api.ts';
import type { VersionedDocument } from './document-list.ts';
import { SECTION } from './section.ts';
import { rejectionReason, uploadDocument } from './upload-document.ts';
import controls from '#app/editor/frame/controls.module.css';
import forms from '#app/editor/field/file-form.module.css';

const upload = (file: FileToUpload, options: UploadOptions) => uploadDocument(file, documentApi, options);

/** Renders the file input and the queue. Separate from the list, so that progress updates do not re-render it. */
export function DocumentIntake({ onUploaded }: { onUploaded: (item: VersionedDocument) => void }) {
  const [fileId, hintId] = [useId(), useId()];
  const queue = useUploadQueue({
    upload,
    reasonAgainst: rejectionReason,
    onUploaded: useCallback(
      (document: Document, version: VersionId) => onUploaded({ document, version }),
      [onUploaded],
    ),
  });
  useReportUnsaved(SECTION, 'document-files', queue.isSending, { isFile: true });
  return (
    <>
      <div className={forms.field}>
        <label htmlFor={fileId}>Document files</label>
        <input
          id={fileId}
          type="file"
          className={controls.input}
          multiple
          accept={DOCUMENT_FILE_TYPES}
          aria-describedby={hintId}
          onChange={({ currentTarget }) => {
            queue.add([...(currentTarget.files ?? [])]);
            // So that the same file can be chosen again.
            currentTarget.value = '';
          }}
        />
        <p id={hintId} className={forms.hint}>
          {`Choose one or more PDF, Word (.docx), Excel (.xlsx), or CSV files, up to ${UPLOAD_MAX_BYTES / 1024 / 1024} MB each. They upload right away, and you can change their titles afterward.`}
        </p>
      </div>
      <UploadQueue queue={queue} message="Not uploaded." reasonAgainst={rejectionReason} />
    </>
  );
}
