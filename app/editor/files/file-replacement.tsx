import { useId, useRef, useState, type SubmitEvent } from 'react';
import type { VersionId } from '#contract/content-version.ts';
import { useReportUnsaved } from '#app/editor/field/use-report-unsaved.ts';
import type { CallResult } from '#app/editor/frame/admin-api.ts';
import { FileFailure } from './file-failure.tsx';
import type { FileListRecord, OnChanged, StoredFile } from './file-list.ts';
import { replaceFile, type UploadRules } from './upload-file.ts';
import { SendingFile } from './upload-progress.tsx';
import { useUpload } from './use-upload.ts';
import controls from '#app/editor/frame/controls.module.css';
import forms from '#app/editor/field/file-form.module.css';

/** Renders the form that replaces a file and keeps its id, texts, and position. */
export function FileReplacement<Each>({
  record: { section, words },
  file: { id, name, version },
  field,
  accept,
  hint,
  rules,
  replace,
  onReplaced,
}: {
  record: Pick<FileListRecord<Each>, 'section' | 'words'>;
  file: StoredFile<Each>;
  /** Field by which a chosen file is reported as unsaved. */
  field: string;
  accept: string;
  hint: string;
  rules: UploadRules;
  replace: (id: string, fileUrl: string, baseVersion: VersionId) => Promise<CallResult<{ content: Each }>>;
  onReplaced: OnChanged<Each>;
}) {
  const [chosen, setChosen] = useState<File>();
  const { state, send, reset } = useUpload<Each>();
  const input = useRef<HTMLInputElement>(null);
  const [inputId, hintId] = [useId(), useId()];
  const isSending = state.status === 'sending';
  const rejected = chosen && rules.reasonAgainst(chosen);
  useReportUnsaved(section, field, chosen !== undefined && !rejected, { isFile: true });

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (!chosen || rejected) return;
    const result = await send((uploaded, options) =>
      replaceFile({ file: chosen, uploaded }, rules, options, {
        replace: (fileUrl) => replace(id, fileUrl, version),
        onConflict: (current) => onReplaced(current.content as Each, current.version),
        conflict: words.conflict,
      }),
    );
    if (!result) return;
    setChosen(undefined);
    if (input.current) input.current.value = '';
    onReplaced(result.saved, result.version);
  }

  return (
    <form className={forms.replacement} onSubmit={(event) => void submit(event)}>
      <div className={forms.field}>
        <label htmlFor={inputId}>Replace with another file</label>
        <input
          ref={input}
          id={inputId}
          type="file"
          className={controls.input}
          accept={accept}
          disabled={isSending}
          aria-describedby={hintId}
          onChange={(event) => {
            setChosen(event.currentTarget.files?.[0]);
            reset();
          }}
        />
        <p id={hintId} className={forms.hint} aria-live="polite">
          {rejected ? <strong>{rejected}</strong> : hint}
        </p>
      </div>
      <div className={forms.line}>
        <button
          type="submit"
          className={controls.button}
          disabled={!chosen || rejected !== undefined}
          aria-disabled={isSending}
        >
          Replace {words.noun}
        </button>
        {isSending && <SendingFile label={`Replacing ${name}`} name={chosen?.name ?? ''} state={state} />}
        <p role="status">{state.status === 'done' && `${words.row} replaced.`}</p>
      </div>
      {state.status === 'failed' && <FileFailure message={words.notReplaced} failure={state} />}
    </form>
  );
}
