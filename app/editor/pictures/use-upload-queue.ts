import { useEffect, useReducer, useRef } from 'react';
import { IMAGE_TYPE } from '#contract/images.ts';
import { imageCalls } from './image-calls.ts';
import { readableName } from './picture-name.ts';
import type { KnownPicture } from './picture-list.ts';
import { uploadPicture, type UploadFailure } from './upload-picture.ts';

/** A line is shared by those who send at the same time; while one is worked on, the next may come in. */
const SENT_AT_ONCE = 2;

/** One of several files on their way in. */
export type QueuedPicture = { key: number; file: File } & (
  | { status: 'waiting' }
  /** How much has arrived, as a part of 1: all of it is being worked on. */
  | { status: 'sending'; part: number; cancel: AbortController }
  | ({ status: 'failed' } & Omit<UploadFailure, 'outcome'>)
);

type QueueEvent =
  | { type: 'added'; files: readonly File[]; from: number }
  | { type: 'started'; key: number; cancel: AbortController }
  | { type: 'progressed'; key: number; part: number }
  | ({ type: 'failed'; key: number } & Omit<UploadFailure, 'outcome'>)
  | { type: 'retried'; key: number }
  | { type: 'left'; key: number };

function queueReducer(queue: readonly QueuedPicture[], event: QueueEvent): readonly QueuedPicture[] {
  if (event.type === 'added') {
    const { files, from } = event;
    return [...queue, ...files.map((file, n) => ({ key: from + n, file, status: 'waiting' as const }))];
  }
  const change = (to: (item: QueuedPicture) => QueuedPicture) =>
    queue.map((item) => (item.key === event.key ? to(item) : item));
  switch (event.type) {
    case 'started':
      return change((item) => ({ ...item, status: 'sending', part: 0, cancel: event.cancel }));
    case 'progressed':
      return change((item) => (item.status === 'sending' ? { ...item, part: event.part } : item));
    case 'failed': {
      const { type: status, ...failure } = event;
      return change(({ key, file }) => ({ ...failure, key, file, status }));
    }
    case 'retried':
      return change((item) => ({ ...item, status: 'waiting' }));
    case 'left':
      return queue.filter(({ key }) => key !== event.key);
  }
}

/** Several files, sent a few at a time. What has arrived leaves the queue; what failed stays, with its reason. */
export function useUploadQueue({
  type = IMAGE_TYPE.gallery,
  onUploaded,
}: {
  type?: number;
  onUploaded: (picture: KnownPicture) => void;
}) {
  const [queue, dispatch] = useReducer(queueReducer, []);
  const nextKey = useRef(1);
  const sending = queue.filter(({ status }) => status === 'sending').length;
  const next = sending < SENT_AT_ONCE ? queue.find(({ status }) => status === 'waiting') : undefined;

  useEffect(() => {
    if (!next) return;
    const { key, file } = next;
    const cancel = new AbortController();
    dispatch({ type: 'started', key, cancel });
    const picture = {
      file,
      type,
      name: readableName(file.name) || 'Picture',
      arrived: 'arrived' in next ? next.arrived : undefined,
    };
    const onProgress = (part: number) => dispatch({ type: 'progressed', key, part });
    async function send() {
      const result = await uploadPicture(picture, imageCalls, { onProgress, signal: cancel.signal });
      if (result.outcome === 'failed') {
        const { outcome: failed, ...failure } = result;
        return dispatch({ type: failed, key, ...failure });
      }
      dispatch({ type: 'left', key });
      if (result.outcome === 'done') onUploaded({ image: result.image, version: result.version });
    }
    void send();
  }, [next, type, onUploaded]);

  return {
    queue,
    /** What failed is told and has been seen: nothing of it is under way. */
    isSending: queue.some(({ status }) => status !== 'failed'),
    add(files: readonly File[]) {
      dispatch({ type: 'added', files, from: nextKey.current });
      nextKey.current += files.length;
    },
    tryAgain: (key: number) => dispatch({ type: 'retried', key }),
    /** Calls one back that is on its way, or lets one go that has not begun or has failed. */
    drop(item: QueuedPicture) {
      if (item.status === 'sending') item.cancel.abort();
      else dispatch({ type: 'left', key: item.key });
    },
  };
}

export type UploadQueue = ReturnType<typeof useUploadQueue>;
