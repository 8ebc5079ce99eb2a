import { useRef, useState, type SubmitEvent } from 'react';
import { useReportUnsaved } from '#app/editor/field/use-report-unsaved.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { FailureAlert } from '#app/editor/shell/failure-alert.tsx';
import type { FileListRecord, OnChanged, StoredFile } from './file-list.ts';
import { uploadFile } from './upload-file.ts';
import { FileInput } from './file-input.tsx';
import { SendingFile } from './upload-queue.tsx';
import { useUploadQueue } from './use-upload-queue.ts';
import forms from '#app/editor/field/file-form.module.css';

/** Renders the form that replaces a file and keeps its id, texts, and position. */
export function FileReplacement<Each>({
  record: { section, words, replacement },
  file: { id, name, content, version },
  onReplaced,
}: {
  record: FileListRecord<Each>;
  file: StoredFile<Each>;
  onReplaced: OnChanged<Each>;
}) {
  const rules = replacement.rules(content);
  const [chosen, setChosen] = useState<File>();
  const [isReplaced, setIsReplaced] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const rejected = chosen && rules.reasonAgainst(chosen);
  useReportUnsaved(section, `${replacement.key}-${id}`, chosen !== undefined && !rejected, { isFile: true });

  const { queue, isSending, add, tryAgain, remove } = useUploadQueue<Each>({
    upload: (file, options) =>
      uploadFile(file, rules, options, async (fileUrl) => {
        const sent = await replacement.send(id, fileUrl, version);
        if (sent.outcome === 'done') return { ...sent, body: sent.body.content };
        if (sent.outcome !== 'conflict') return sent;
        // The next attempt replaces the file of someone else.
        onReplaced(sent.current.content as Each, sent.current.version);
        return { ...sent, reason: replacement.conflict };
      }),
    reasonAgainst: rules.reasonAgainst,
    onUploaded(saved, savedVersion) {
      setIsReplaced(true);
      setChosen(undefined);
      if (input.current) input.current.value = '';
      onReplaced(saved, savedVersion);
    },
  });
  const [item] = queue;

  function choose(file: File | undefined) {
    setChosen(file);
    setIsReplaced(false);
    if (item) remove(item);
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (!chosen || rejected || isSending) return;
    if (item) tryAgain(item);
    else add([chosen]);
  }

  return (
    <form className={forms.replacement} onSubmit={submit}>
      <FileInput
        ref={input}
        label="Replace with another file"
        accept={replacement.accept(content)}
        disabled={isSending}
        hint={rejected ? <strong>{rejected}</strong> : replacement.hint(content)}
        onFiles={([file]) => choose(file)}
      />
      <div className={forms.line}>
        <Button type="submit" disabled={!chosen || rejected !== undefined} aria-disabled={isSending}>
          Replace {words.noun}
        </Button>
        <SendingFile label={`Replacing ${name}`} item={item} />
        <p role="status">{isReplaced && `${words.row} replaced.`}</p>
      </div>
      {item?.status === 'failed' && <FailureAlert message={replacement.failed} failure={item} />}
    </form>
  );
}
