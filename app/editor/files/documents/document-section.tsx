import { useId, type ReactNode } from 'react';
import { DOCUMENT_FILE_TYPES, type Document } from '#contract/documents.ts';
import { UPLOAD_MAX_BYTES } from '#contract/images.ts';
import { useReportUnsaved } from '#app/editor/field/use-report-unsaved.ts';
import { DropZone } from '#app/editor/files/drop-zone.tsx';
import { FileListView } from '#app/editor/files/file-list-view.tsx';
import { UploadQueue } from '#app/editor/files/upload-queue.tsx';
import { useFileList, type FileListState } from '#app/editor/files/use-file-list.ts';
import { useUploadQueue } from '#app/editor/files/use-upload-queue.ts';
import { DOCUMENT_LIST } from './document-list.tsx';
import { rejectionReason, uploadDocument } from './upload-document.ts';
import controls from '#app/editor/shell/controls.module.css';
import fileList from '#app/editor/files/file-list.module.css';
import forms from '#app/editor/field/file-form.module.css';

export function DocumentSection() {
  const list = useFileList(DOCUMENT_LIST);
  return (
    <div className={fileList.section}>
      <DocumentIntake list={list}>
        <FileListView list={list} />
      </DocumentIntake>
    </div>
  );
}

/** Renders the file input and the queue above the list. Their state is here, so that progress does not render the list. */
function DocumentIntake({ list, children }: { list: FileListState<Document>; children: ReactNode }) {
  const [fileId, hintId] = [useId(), useId()];
  const queue = useUploadQueue({
    upload: uploadDocument,
    reasonAgainst: rejectionReason,
    onUploaded: list.uploaded,
  });
  useReportUnsaved(DOCUMENT_LIST.section, 'document-files', queue.isSending, { isFile: true });
  return (
    <DropZone onFiles={queue.add}>
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
          {`Choose one or more PDF, Word (.docx), Excel (.xlsx), or CSV files, up to ${UPLOAD_MAX_BYTES / 1024 / 1024} MB each. You can also drag them here or paste them. They upload right away, and you can change their titles afterward.`}
        </p>
      </div>
      <UploadQueue queue={queue} message="Not uploaded." />
      {children}
    </DropZone>
  );
}
