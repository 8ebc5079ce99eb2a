import type { VersionId } from '#contract/content-version.ts';
import type { Upload } from '#contract/images.ts';
import { call, toFailure, UNREACHABLE, type CallResult, type Failure } from '#app/editor/shell/admin-api.ts';

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

type UploadRequests = {
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
function putFile(url: string, file: File, { onProgress, signal }: UploadOptions) {
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

/** An uploaded file whose registration may have failed. Registering it again is idempotent. */
export type UploadedFile = { file: File; fileUrl: string };

export type UploadFailure = {
  outcome: 'failed';
  reason: string;
  isSignedOut: boolean;
  uploaded?: UploadedFile;
};

export type UploadOutcome<Saved> =
  | { outcome: 'done'; saved: Saved; version: VersionId }
  | { outcome: 'cancelled' }
  | UploadFailure;

/** A file to upload. `uploaded` is the upload left by an earlier attempt. */
export type FileToUpload = { file: File; uploaded?: UploadedFile | undefined };

export type UploadRules = {
  api: UploadRequests;
  /** Returns why the server would reject the file, or undefined. */
  reasonAgainst: (file: File) => string | undefined;
  isFileUrl: (fileUrl: unknown) => boolean;
};

/** Uploads a file and registers it. Never throws. */
export async function uploadFile<Saved>(
  { file, uploaded }: FileToUpload,
  rules: UploadRules,
  options: UploadOptions,
  register: (fileUrl: string) => Promise<CallResult<Saved>>,
): Promise<UploadOutcome<Saved>> {
  const reason = rules.reasonAgainst(file);
  if (reason) return failed({ outcome: 'rejected', reason });
  // Reuse the earlier upload only for the same file.
  const sent = uploaded?.file === file ? uploaded : await send(file, rules, options);
  if ('outcome' in sent) return sent;
  options.onProgress?.(1);
  const result = await register(sent.fileUrl);
  if (result.outcome === 'done') return { outcome: 'done', saved: result.body, version: result.version };
  return failed(result, isRetryable(result) ? sent : undefined);
}

async function send(
  file: File,
  { api, isFileUrl }: UploadRules,
  options: UploadOptions,
): Promise<UploadedFile | UploadFailure | { outcome: 'cancelled' }> {
  const signed = await api.signUpload(file);
  if (signed.outcome !== 'done') return failed(signed);
  const { uploadUrl, fileUrl } = (signed.body ?? {}) as Partial<Upload>;
  if (!isFileUrl(fileUrl) || typeof uploadUrl !== 'string') return failed(UPLOAD_NOT_STARTED);
  const put = await api.putFile(uploadUrl, file, options);
  if (put === CANCELED) return { outcome: 'cancelled' };
  return put.outcome === 'done' ? { file, fileUrl: fileUrl as string } : failed(put);
}

/** Returns true unless the server rejected the file. After a 5xx or no response, it may already be registered. */
const isRetryable = (failure: Failure): boolean =>
  failure.outcome !== 'rejected' || (failure.status ?? 0) >= 500;

const failed = (failure: Pick<Failure, 'outcome' | 'reason'>, uploaded?: UploadedFile): UploadFailure => ({
  outcome: 'failed',
  reason: failure.reason,
  isSignedOut: failure.outcome === 'signed-out',
  ...(uploaded && { uploaded }),
});

const UPLOAD_NOT_STARTED = {
  outcome: 'rejected',
  reason: "The upload couldn't start. Try again in a minute.",
} as const;
