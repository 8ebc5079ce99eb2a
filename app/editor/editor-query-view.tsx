import type { ReactNode } from 'react';
import { Spinner } from '#app/ui/spinner.tsx';
import { LoadFailure } from './load-failure.tsx';
import type { EditorQuery } from './use-editor-query.ts';

/** Renders the loaded content; until then a spinner, or the error with a retry button. */
export function EditorQueryView<Body>({
  load,
  what,
  label,
  children,
}: {
  load: EditorQuery<Body>;
  /** Noun for the error message, such as "employees". */
  what: string;
  label?: string;
  children: (body: Body, version: number) => ReactNode;
}) {
  switch (load.state) {
    case 'loading':
      return <Spinner {...(label && { label })} />;
    case 'failed':
      return (
        <LoadFailure
          what={what}
          reason={load.reason}
          isSignedOut={load.outcome === 'signed-out'}
          onTryAgain={load.reload}
        />
      );
    case 'loaded':
      return children(load.body, load.version);
  }
}
