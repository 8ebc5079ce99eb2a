import type { VersionId } from '#contract/content-version.ts';
import type { Upload } from '#contract/images.ts';
import type { CallResult, Failure } from '#app/editor/shell/admin-api.ts';
import { CANCELED, type UploadOptions, type UploadRequests } from './file-requests.ts';

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
