import { useEffect, useRef, useState } from 'react';
import type { VersionId } from '#contract/content-version.ts';
import type { UploadOptions } from './file-requests.ts';
import type { FileToUpload, UploadedFile, UploadOutcome } from './upload-file.ts';
import { sendReporting, type UploadState } from './use-upload.ts';

/** Concurrent uploads. With two, the server can process one file while the next one uploads. */
const MAX_CONCURRENT = 2;

export type QueuedFile = { key: number; file: File } & (
  | UploadState
  | { status: 'waiting'; uploaded?: UploadedFile | undefined }
);

/** Manages a queue of uploads. Completed uploads leave the queue; failed ones stay with their reason. */
export function useUploadQueue<Saved>(source: {
  upload: (file: FileToUpload, options: UploadOptions) => Promise<UploadOutcome<Saved>>;
  /** Returns why a file will always fail, or undefined. */
  reasonAgainst: (file: File) => string | undefined;
  onUploaded: (saved: Saved, version: VersionId) => void;
}) {
  const [queue, setQueue] = useState<readonly QueuedFile[]>([]);
  const nextKey = useRef(1);
  const started = useRef<QueuedFile>(undefined);
  const latest = useRef(source);
  const sending = queue.filter(({ status }) => status === 'sending').length;
  const next = sending < MAX_CONCURRENT ? queue.find(({ status }) => status === 'waiting') : undefined;

  const drop = (key: number) => setQueue((before) => before.filter((item) => item.key !== key));

  useEffect(() => {
    latest.current = source;
    if (!next || next === started.current) return;
    started.current = next;
    const { key, file } = next;
    const setState = (state: UploadState) =>
      setQueue((before) => before.map((item) => (item.key === key ? { key, file, ...state } : item)));
    const earlier = next.status === 'waiting' ? next.uploaded : undefined;
    async function send() {
      const { upload } = latest.current;
      const result = await sendReporting(
        (uploaded, options) => upload({ file, uploaded }, options),
        earlier,
        setState,
      );
      if (result.outcome === 'failed') return;
      drop(key);
      if (result.outcome === 'done') latest.current.onUploaded(result.saved, result.version);
    }
    void send();
  });

  return {
    queue,
    /** False if only failed uploads are left, because nothing is in progress. */
    isSending: queue.some(({ status }) => status !== 'failed'),
    reasonAgainst: source.reasonAgainst,
    add(files: readonly File[]) {
      const added = files.map((file): QueuedFile => {
        const item = { key: nextKey.current++, file };
        const reason = source.reasonAgainst(file);
        return reason
          ? { ...item, status: 'failed', reason, isSignedOut: false }
          : { ...item, status: 'waiting' };
      });
      setQueue((before) => [...before, ...added]);
    },
    tryAgain: ({ key, file, ...state }: QueuedFile) =>
      setQueue((before) =>
        before.map((item) =>
          item.key === key
            ? { key, file, status: 'waiting', uploaded: 'uploaded' in state ? state.uploaded : undefined }
            : item,
        ),
      ),
    remove(item: QueuedFile) {
      if (item.status === 'sending') item.cancel.abort();
      else drop(item.key);
    },
  };
}

export type UploadQueue = ReturnType<typeof useUploadQueue>;
