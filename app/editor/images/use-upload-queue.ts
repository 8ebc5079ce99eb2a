import { useEffect, useReducer, useRef } from 'react';
import { IMAGE_TYPE } from '#contract/images.ts';
import { imageApi } from './image-api.ts';
import { readableName } from './image-name.ts';
import type { VersionedImage } from './image-list.ts';
import { uploadImage, type UploadFailure } from './upload-image.ts';

/** Concurrent uploads. With two, the server can process one image while the next one uploads. */
const MAX_CONCURRENT = 2;

export type QueuedImage = { key: number; file: File } & (
  | { status: 'waiting' }
  /** `fraction`: share of the file that is uploaded, from 0 to 1. At 1 the server is processing the image. */
  | { status: 'sending'; fraction: number; cancel: AbortController }
  | ({ status: 'failed' } & Omit<UploadFailure, 'outcome'>)
);

type QueueEvent =
  | { type: 'added'; files: readonly File[]; from: number }
  | { type: 'started'; key: number; cancel: AbortController }
  | { type: 'progressed'; key: number; fraction: number }
  | ({ type: 'failed'; key: number } & Omit<UploadFailure, 'outcome'>)
  | { type: 'retried'; key: number }
  | { type: 'removed'; key: number };

function queueReducer(queue: readonly QueuedImage[], event: QueueEvent): readonly QueuedImage[] {
  if (event.type === 'added') {
    const { files, from } = event;
    return [...queue, ...files.map((file, n) => ({ key: from + n, file, status: 'waiting' as const }))];
  }
  const change = (to: (item: QueuedImage) => QueuedImage) =>
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
export function useUploadQueue({
  type = IMAGE_TYPE.gallery,
  onUploaded,
}: {
  type?: number;
  onUploaded: (newImage: VersionedImage) => void;
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
    const newImage = {
      file,
      type,
      name: readableName(file.name) || 'Image',
      uploaded: 'uploaded' in next ? next.uploaded : undefined,
    };
    const onProgress = (fraction: number) => dispatch({ type: 'progressed', key, fraction });
    async function send() {
      const result = await uploadImage(newImage, imageApi, { onProgress, signal: cancel.signal });
      if (result.outcome === 'failed') {
        const { outcome: failed, ...failure } = result;
        return dispatch({ type: failed, key, ...failure });
      }
      dispatch({ type: 'removed', key });
      if (result.outcome === 'done') onUploaded({ image: result.image, version: result.version });
    }
    void send();
  }, [next, type, onUploaded]);

  return {
    queue,
    /** False if only failed uploads are left, because nothing is in progress. */
    isSending: queue.some(({ status }) => status !== 'failed'),
    add(files: readonly File[]) {
      dispatch({ type: 'added', files, from: nextKey.current });
      nextKey.current += files.length;
    },
    tryAgain: (key: number) => dispatch({ type: 'retried', key }),
    remove(item: QueuedImage) {
      if (item.status === 'sending') item.cancel.abort();
      else dispatch({ type: 'removed', key: item.key });
    },
  };
}

export type UploadQueue = ReturnType<typeof useUploadQueue>;
