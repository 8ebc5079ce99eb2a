import { useState } from 'react';
import type { UploadOptions } from './file-requests.ts';
import type { UploadedFile, UploadFailure, UploadOutcome } from './upload-file.ts';

export type UploadState =
  /** `fraction`: share of the file that is uploaded, from 0 to 1. At 1 the server is processing the file. */
  | { status: 'sending'; fraction: number; cancel: AbortController }
  | ({ status: 'failed' } & Omit<UploadFailure, 'outcome'>);

/** Sends a file again. `uploaded` is the upload left by an earlier attempt. */
export type Send<Saved> = (
  uploaded: UploadedFile | undefined,
  options: UploadOptions,
) => Promise<UploadOutcome<Saved>>;

/** Sends a file, and reports its states. Returns the result. */
export async function sendReporting<Saved>(
  send: Send<Saved>,
  uploaded: UploadedFile | undefined,
  onState: (state: UploadState) => void,
): Promise<UploadOutcome<Saved>> {
  const cancel = new AbortController();
  const onProgress = (fraction: number) => onState({ status: 'sending', fraction, cancel });
  onProgress(0);
  const result = await send(uploaded, { onProgress, signal: cancel.signal });
  if (result.outcome === 'failed') {
    const { outcome: status, ...failure } = result;
    onState({ status, ...failure });
  }
  return result;
}

/** Manages the upload of one file. Its failure stays until the next attempt or `reset`. */
export function useUpload<Saved>() {
  const [state, setState] = useState<UploadState | { status: 'idle' | 'done' }>({ status: 'idle' });
  return {
    state,
    reset: () => setState({ status: 'idle' }),
    /** Returns what was saved, or undefined. */
    async send(send: Send<Saved>): Promise<Extract<UploadOutcome<Saved>, { outcome: 'done' }> | undefined> {
      if (state.status === 'sending') return undefined;
      const uploaded = state.status === 'failed' ? state.uploaded : undefined;
      const result = await sendReporting(send, uploaded, setState);
      if (result.outcome === 'failed') return undefined;
      setState({ status: result.outcome === 'done' ? 'done' : 'idle' });
      return result.outcome === 'done' ? result : undefined;
    },
  };
}
