import { useState } from 'react';
import type { CallResult } from './admin-api.ts';
import { FailureAlert, useFailure } from './failure-alert.tsx';

/** Keeps content that requests change: sends a request, shows its result, and loads the content again. */
export function useReloading<Content>(initial: Content, load: () => Promise<CallResult<Content>>) {
  const [content, setContent] = useState(initial);
  const [status, setStatus] = useState('');
  const [failure, setFailure] = useFailure();

  /** Shows the message if the request succeeds. Returns its response, or undefined if it fails. */
  async function send<Body>(request: Promise<CallResult<Body>>, message = ''): Promise<Body | undefined> {
    setStatus('');
    const result = await request;
    setFailure(result.outcome === 'done' ? undefined : result);
    if (result.outcome === 'done') setStatus(message);
    const loaded = await load();
    if (loaded.outcome === 'done') setContent(loaded.body);
    return result.outcome === 'done' ? result.body : undefined;
  }

  const outcome = (
    <>
      <p role="status">{status}</p>
      <FailureAlert failure={failure} />
    </>
  );
  return { content, send, outcome };
}
