import { useState } from 'react';
import type { NewPreviewLink, PreviewLink } from '#contract/drafts.ts';
import { API, PREVIEW_PAGE } from '#contract/paths.ts';
import { formatTime } from '#shared/date-time.ts';
import { useEditor } from '#app/editor/field/editor-context.ts';
import { call } from '#app/editor/shell/admin-api.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { useEditorQuery } from '#app/editor/shell/use-editor-query.ts';

const loadLinks = () => call<PreviewLink[]>(API.previewLinks);

/** Renders the button that makes a link to a preview, and the one that ends all links of this person. */
export function PreviewLinks({ draftOf }: { draftOf: () => unknown }) {
  const { admin, timeZone } = useEditor();
  const links = useEditorQuery(loadLinks);
  const [status, setStatus] = useState('');
  const own =
    links.state === 'loaded' ? links.body.filter(({ createdBy }) => createdBy === admin.username) : [];

  async function make() {
    const result = await call<NewPreviewLink>(API.previewLinks, { body: draftOf() });
    if (result.outcome !== 'done') return setStatus(result.reason);
    const { token, expiresAt } = result.body;
    const url = new URL(`${PREVIEW_PAGE}/${token}`, window.location.href).href;
    const isCopied = await navigator.clipboard.writeText(url).then(
      () => true,
      () => false,
    );
    const end = formatTime(new Date(expiresAt), timeZone);
    setStatus(`${isCopied ? 'Copied.' : url} Anyone with the link can see this until ${end}.`);
    links.reload();
  }

  async function stopSharing() {
    const ended = await Promise.all(
      own.map(({ id }) => call(`${API.previewLinks}/${id}`, { method: 'DELETE' })),
    );
    const failure = ended.find((result) => result.outcome !== 'done');
    setStatus(failure && 'reason' in failure ? failure.reason : 'The links no longer work.');
    links.reload();
  }

  return (
    <>
      <Button look="link" onClick={() => void make()}>
        Copy a link
      </Button>
      {own.length > 0 && (
        <Button look="link" onClick={() => void stopSharing()}>
          Stop sharing
        </Button>
      )}
      <p role="status">{status}</p>
    </>
  );
}
