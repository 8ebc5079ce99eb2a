import { useId, useRef, useState, type SubmitEvent } from 'react';
import type { VersionId } from '#contract/content-version.ts';
import type { Document } from '#contract/documents.ts';
import { FileFailure } from '#app/editor/field/file-failure.tsx';
import type { UploadFailure } from '#app/editor/field/upload-file.ts';
import { UploadProgress } from '#app/editor/field/upload-progress.tsx';
import { useReportUnsaved } from '#app/editor/field/use-report-unsaved.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import { documentApi } from './document-api.ts';
import type { VersionedDocument } from './document-list.ts';
import { SECTION } from './section.ts';
import { rejectionReason, replaceDocument } from './upload-document.ts';
import controls from '#app/editor/frame/controls.module.css';
import forms from '#app/editor/field/file-form.module.css';

type State =
  | { status: 'idle' | 'replaced' }
  | { status: 'sending'; fraction: number; cancel: AbortController }
  | ({ status: 'failed' } & Omit<UploadFailure, 'outcome'>);

/** Renders the form that replaces a document's file and keeps its title, link and position. */
export function DocumentReplacement({
  document,
  version,
  onReplaced,
}: {
  document: Document;
  version: VersionId;
  onReplaced: (item: VersionedDocument) => void;
}) {
  const { id, title, type } = document;
  const [file, setFile] = useState<File>();
  const [state, setState] = useState<State>({ status: 'idle' });
  const input = useRef<HTMLInputElement>(null);
  const [fileId, hintId] = [useId(), useId()];
  const isSending = state.status === 'sending';
  const rejected = file && rejectionReason(file, type);
  useReportUnsaved(SECTION, `document-replacement-${id}`, file !== undefined && !rejected, { isFile: true });

  async function replace(event: SubmitEvent) {
    event.preventDefault();
    if (!file || rejected || isSending) return;
    const uploaded = state.status === 'failed' ? state.uploaded : undefined;
    const cancel = new AbortController();
    const onProgress = (fraction: number) => setState({ status: 'sending', fraction, cancel });
    onProgress(0);
    const result = await replaceDocument(
      {
        file,
        uploaded,
        document,
        baseVersion: version,
        onConflict: ({ content, version: current }) =>
          onReplaced({ document: content as Document, version: current }),
      },
      documentApi,
      { onProgress, signal: cancel.signal },
    );
    switch (result.outcome) {
      case 'failed': {
        const { outcome: status, ...failure } = result;
        setState({ status, ...failure });
        return;
      }
      case 'cancelled':
        setState({ status: 'idle' });
        return;
      case 'done':
        setState({ status: 'replaced' });
        setFile(undefined);
        if (input.current) input.current.value = '';
        onReplaced({ document: result.saved, version: result.version });
    }
  }

  return (
    <form className={forms.replacement} onSubmit={(event) => void replace(event)}>
      <div className={forms.field}>
        <label htmlFor={fileId}>Replace with another file</label>
        <input
          ref={input}
          id={fileId}
          type="file"
          className={controls.input}
          accept={`.${type}`}
          disabled={isSending}
          aria-describedby={hintId}
          onChange={(event) => {
            setFile(event.currentTarget.files?.[0]);
            setState({ status: 'idle' });
          }}
        />
        <p id={hintId} className={forms.hint} aria-live="polite">
          {rejected ? (
            <strong>{rejected}</strong>
          ) : (
            `The title, link, and position stay the same. Choose a .${type} file.`
          )}
        </p>
      </div>
      <div className={forms.line}>
        <button
          type="submit"
          className={controls.button}
          disabled={!file || rejected !== undefined}
          aria-disabled={isSending}
        >
          Replace document
        </button>
        {isSending && (
          <>
            <Spinner label={`Replacing ${title}`} />
            <UploadProgress name={file?.name ?? ''} fraction={state.fraction} />
            {/* A completed upload cannot be canceled. */}
            {state.fraction < 1 && (
              <button type="button" className={controls.button} onClick={() => state.cancel.abort()}>
                Cancel
              </button>
            )}
          </>
        )}
        <p role="status">{state.status === 'replaced' && 'Document replaced.'}</p>
      </div>
      {state.status === 'failed' && <FileFailure message="Not replaced." failure={state} />}
    </form>
  );
}
