import type { ReactNode } from 'react';
import { Spinner } from '#app/ui/spinner.tsx';
import { LoadFailure } from './load-failure.tsx';
import type { EditorLoad } from './use-editor-load.ts';

/** Renders the loaded content; until then a spinner, or the error with a retry button. */
export function EditorLoaded<Answer>({
  load,
  what,
  label,
  children,
}: {
  load: EditorLoad<Answer>;
  /** Noun for the error message, such as "employees". */
  what: string;
  label?: string;
  children: (answer: Answer, version: number) => ReactNode;
}) {
  switch (load.state) {
    case 'loading':
      return <Spinner {...(label && { label })} />;
    case 'failed':
      return <LoadFailure what={what} reason={load.reason} onTryAgain={load.reload} />;
    case 'loaded':
      return children(load.answer, load.version);
  }
}
