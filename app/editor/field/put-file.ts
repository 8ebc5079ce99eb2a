import { toFailure, UNREACHABLE, type CallResult } from '#app/editor/frame/admin-api.ts';

/** Progress callback, called with the uploaded fraction from 0 to 1, and a signal that cancels the upload. */
export type UploadOptions = { onProgress?: (fraction: number) => void; signal?: AbortSignal | undefined };

export const CANCELED = { outcome: 'rejected', reason: 'Canceled.', status: 0 } as const;

/** Uploads a file. Never throws. Uses XMLHttpRequest because `fetch` reports no upload progress. */
export function putFile(
  url: string,
  { file, contentType, timeoutMs }: { file: File; contentType: string; timeoutMs: number },
  { onProgress, signal }: UploadOptions = {},
): Promise<CallResult<undefined>> {
  const { promise, resolve } = Promise.withResolvers<CallResult<undefined>>();
  if (signal?.aborted) return Promise.resolve(CANCELED);
  const request = new XMLHttpRequest();
  request.open('PUT', url);
  request.timeout = timeoutMs;
  request.setRequestHeader('content-type', contentType);
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    onProgress?.(total > 0 ? loaded / total : 0),
  );
  const cancel = () => request.abort();
  signal?.addEventListener('abort', cancel, { once: true });
  request.addEventListener('load', () => {
    if (request.status >= 200 && request.status < 300) {
      resolve({ outcome: 'done', body: undefined, version: '' });
      return;
    }
    const { status, responseText } = request;
    const retryAfter = request.getResponseHeader('retry-after');
    const headers = { ...(retryAfter && { 'retry-after': retryAfter }) };
    void toFailure(new Response(responseText, { status, headers })).then(resolve);
  });
  request.addEventListener('abort', () => resolve(CANCELED));
  for (const type of ['error', 'timeout']) request.addEventListener(type, () => resolve(UNREACHABLE));
  request.addEventListener('loadend', () => signal?.removeEventListener('abort', cancel));
  request.send(file);
  return promise;
}
