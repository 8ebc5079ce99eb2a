import { useEffect, useRef, useState } from 'react';
import type { VersionId } from '#contract/content-version.ts';
import type {
  FileToUpload,
  UploadedFile,
  UploadFailure,
  UploadOptions,
  UploadOutcome,
} from './upload-file.ts';

/** Concurrent uploads. With two, the server can process one file while the next one uploads. */
const MAX_CONCURRENT = 2;

type UploadState =
  | { status: 'waiting'; uploaded?: UploadedFile | undefined }
  /** `fraction`: share of the file that is uploaded, from 0 to 1. At 1 the server is processing the file. */
  | { status: 'sending'; fraction: number; cancel: AbortController }
  | ({ status: 'failed' } & Omit<UploadFailure, 'outcome'>);

export type QueuedFile = { key: number; file: File } & UploadState;

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
  const set = (key: number, state: UploadState) =>
    setQueue((before) =>
      before.map((item) => (item.key === key ? { key, file: item.file, ...state } : item)),
    );

  useEffect(() => {
    latest.current = source;
    if (next?.status !== 'waiting' || next === started.current) return;
    started.current = next;
    const { key, file, uploaded } = next;
    const cancel = new AbortController();
    const onProgress = (fraction: number) => set(key, { status: 'sending', fraction, cancel });
    onProgress(0);
    async function send() {
      const options = { onProgress, signal: cancel.signal };
      const result = await latest.current.upload({ file, uploaded }, options);
      if (result.outcome === 'failed') {
        const { outcome: status, ...failure } = result;
        return set(key, { status, ...failure });
      }
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
    tryAgain: ({ key, ...item }: QueuedFile) =>
      set(key, { status: 'waiting', uploaded: 'uploaded' in item ? item.uploaded : undefined }),
    remove(item: QueuedFile) {
      if (item.status === 'sending') item.cancel.abort();
      else drop(item.key);
    },
  };
}

export type UploadQueue = ReturnType<typeof useUploadQueue>;
