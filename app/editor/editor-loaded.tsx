import type { ReactNode } from 'react';
import { Spinner } from '#app/ui/spinner.tsx';
import { LoadFailure } from './load-failure.tsx';
import type { EditorLoad } from './use-editor-load.ts';

/** What is edited, once it is there; until then a spinner, or why it is not to be had and another try. */
export function EditorLoaded<Answer>({
  load,
  what,
  label,
  children,
}: {
  load: EditorLoad<Answer>;
  /** What is loaded, such as pictures. */
  what: string;
  /** Of the spinner. */
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
