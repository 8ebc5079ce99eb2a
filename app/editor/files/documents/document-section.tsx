import type { ReactNode } from 'react';
import { DOCUMENT_FILE_TYPES, type Document } from '#contract/documents.ts';
import { useReportUnsaved } from '#app/editor/field/use-report-unsaved.ts';
import { DropZone } from '#app/editor/files/drop-zone.tsx';
import { FileInput } from '#app/editor/files/file-input.tsx';
import { FileListView } from '#app/editor/files/file-list-view.tsx';
import { UploadQueue } from '#app/editor/files/upload-queue.tsx';
import { useFileList, type FileListState } from '#app/editor/files/use-file-list.ts';
import { useUploadQueue } from '#app/editor/files/use-upload-queue.ts';
import { DOCUMENT_LIST } from './document-list.tsx';
import { rejectionReason, uploadDocument } from '#app/editor/files/upload-document.ts';
import fileList from '#app/editor/files/file-list.module.css';

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
  const queue = useUploadQueue({
    upload: uploadDocument,
    reasonAgainst: rejectionReason,
    onUploaded: list.uploaded,
  });
  useReportUnsaved(DOCUMENT_LIST.section, 'document-files', queue.isSending, { isFile: true });
  return (
    <DropZone onFiles={queue.add}>
      <FileInput
        label="Document files"
        multiple
        accept={DOCUMENT_FILE_TYPES}
        onFiles={(files, input) => {
          queue.add(files);
          // So that the same file can be chosen again.
          input.value = '';
        }}
      />
      <UploadQueue queue={queue} message="Not uploaded." />
      {children}
    </DropZone>
  );
}
