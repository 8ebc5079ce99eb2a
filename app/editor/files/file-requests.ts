import type { Upload } from '#contract/images.ts';
import { call, toFailure, UNREACHABLE, type CallResult } from '#app/editor/shell/admin-api.ts';

/** Progress callback, called with the uploaded fraction from 0 to 1, and a signal that cancels the upload. */
export type UploadOptions = { onProgress?: (fraction: number) => void; signal?: AbortSignal | undefined };

export const CANCELED = { outcome: 'rejected', reason: 'Canceled.', status: 0 } as const;

/** Timeout of an upload, in milliseconds. Connections may be slow. */
const UPLOAD_TIMEOUT_MS = 10 * 60_000;
/** Timeout of a request that waits in the server's queue of files, in milliseconds. */
export const SAVE_TIMEOUT_MS = 2 * 60_000;

/** Loads a list of files. A response that is no list counts as none. */
export async function listOf<Each>(path: string): Promise<CallResult<Each[]>> {
  const result = await call<Each[]>(path);
  if (result.outcome !== 'done' || Array.isArray(result.body)) return result;
  return UNREACHABLE;
}

export type UploadRequests = {
  signUpload(file: File): Promise<CallResult<Upload>>;
  putFile(uploadUrl: string, file: File, options: UploadOptions): Promise<CallResult<undefined>>;
};

/** Returns the requests of an upload. `path`: the endpoint that signs its URL. */
export const uploadRequests = (path: string): UploadRequests => ({
  signUpload(file) {
    const query = { fileName: file.name, contentType: contentTypeOf(file), size: String(file.size) };
    return call<Upload>(`${path}?${new URLSearchParams(query)}`);
  },
  putFile,
});

/** Returns a generic type for unknown files, for which browsers leave `type` empty. */
const contentTypeOf = (file: File): string => file.type || 'application/octet-stream';

/** Uploads a file. Never throws. Uses XMLHttpRequest because `fetch` reports no upload progress. */
function putFile(
  url: string,
  file: File,
  { onProgress, signal }: UploadOptions,
): Promise<CallResult<undefined>> {
  const { promise, resolve } = Promise.withResolvers<CallResult<undefined>>();
  if (signal?.aborted) return Promise.resolve(CANCELED);
  const request = new XMLHttpRequest();
  request.open('PUT', url);
  request.timeout = UPLOAD_TIMEOUT_MS;
  request.setRequestHeader('content-type', contentTypeOf(file));
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
