import { useEffect, useReducer, useRef } from 'react';
import type { VersionId } from '#contract/content-version.ts';
import type { UploadOptions } from './put-file.ts';
import type { FileToUpload, UploadFailure, UploadOutcome } from './upload-file.ts';

/** Concurrent uploads. With two, the server can process one file while the next one uploads. */
const MAX_CONCURRENT = 2;

export type QueuedFile = { key: number; file: File } & (
  | { status: 'waiting' }
  /** `fraction`: share of the file that is uploaded, from 0 to 1. At 1 the server is processing the file. */
  | { status: 'sending'; fraction: number; cancel: AbortController }
  | ({ status: 'failed' } & Omit<UploadFailure, 'outcome'>)
);

/** Returns why the server would reject a file, or undefined. */
type ReasonAgainst = (file: File) => string | undefined;

type QueueEvent =
  | { type: 'added'; files: readonly File[]; from: number; reasonAgainst: ReasonAgainst }
  | { type: 'started'; key: number; cancel: AbortController }
  | { type: 'progressed'; key: number; fraction: number }
  | ({ type: 'failed'; key: number } & Omit<UploadFailure, 'outcome'>)
  | { type: 'retried'; key: number }
  | { type: 'removed'; key: number };

function queueReducer(queue: readonly QueuedFile[], event: QueueEvent): readonly QueuedFile[] {
  if (event.type === 'added') {
    const { files, from, reasonAgainst } = event;
    const added = files.map((file, n): QueuedFile => {
      const reason = reasonAgainst(file);
      const item = { key: from + n, file };
      return reason
        ? { ...item, status: 'failed', reason, isSignedOut: false }
        : { ...item, status: 'waiting' };
    });
    return [...queue, ...added];
  }
  const change = (to: (item: QueuedFile) => QueuedFile) =>
    queue.map((item) => (item.key === event.key ? to(item) : item));
  switch (event.type) {
    case 'started':
      return change((item) => ({ ...item, status: 'sending', fraction: 0, cancel: event.cancel }));
    case 'progressed':
      return change((item) => (item.status === 'sending' ? { ...item, fraction: event.fraction } : item));
    case 'failed': {
      const { type: status, ...failure } = event;
      return change(({ key, file }) => ({ ...failure, key, file, status }));
    }
    case 'retried':
      return change((item) => ({ ...item, status: 'waiting' }));
    case 'removed':
      return queue.filter(({ key }) => key !== event.key);
  }
}

/** Manages a queue of uploads. Completed uploads leave the queue; failed ones stay with their reason. */
export function useUploadQueue<Saved>({
  upload,
  reasonAgainst,
  onUploaded,
}: {
  upload: (file: FileToUpload, options: UploadOptions) => Promise<UploadOutcome<Saved>>;
  reasonAgainst: ReasonAgainst;
  onUploaded: (saved: Saved, version: VersionId) => void;
}) {
  const [queue, dispatch] = useReducer(queueReducer, []);
  const nextKey = useRef(1);
  const sending = queue.filter(({ status }) => status === 'sending').length;
  const next = sending < MAX_CONCURRENT ? queue.find(({ status }) => status === 'waiting') : undefined;

  useEffect(() => {
    if (!next) return;
    const { key, file } = next;
    const cancel = new AbortController();
    dispatch({ type: 'started', key, cancel });
    const uploaded = 'uploaded' in next ? next.uploaded : undefined;
    const onProgress = (fraction: number) => dispatch({ type: 'progressed', key, fraction });
    async function send() {
      const result = await upload({ file, uploaded }, { onProgress, signal: cancel.signal });
      if (result.outcome === 'failed') {
        const { outcome: failed, ...failure } = result;
        return dispatch({ type: failed, key, ...failure });
      }
      dispatch({ type: 'removed', key });
      if (result.outcome === 'done') onUploaded(result.saved, result.version);
    }
    void send();
  }, [next, upload, onUploaded]);

  return {
    queue,
    /** False if only failed uploads are left, because nothing is in progress. */
    isSending: queue.some(({ status }) => status !== 'failed'),
    add(files: readonly File[]) {
      dispatch({ type: 'added', files, from: nextKey.current, reasonAgainst });
      nextKey.current += files.length;
    },
    tryAgain: (key: number) => dispatch({ type: 'retried', key }),
    remove(item: QueuedFile) {
      if (item.status === 'sending') item.cancel.abort();
      else dispatch({ type: 'removed', key: item.key });
    },
  };
}

export type UploadQueue = ReturnType<typeof useUploadQueue>;
