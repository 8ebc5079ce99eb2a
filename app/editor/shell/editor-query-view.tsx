import type { VersionId } from '#contract/content-version.ts';
import type { ComponentProps, ReactNode } from 'react';
import { Spinner } from '#app/ui/spinner.tsx';
import { LoadFailure } from './load-failure.tsx';
import type { CallResult } from './admin-api.ts';
import { useEditorQuery, type EditorQuery } from './use-editor-query.ts';

/** Renders the loaded content; until then a spinner, or the error with a retry button. */
export function EditorQueryView<Body>({
  query,
  noun,
  label,
  children,
}: {
  query: EditorQuery<Body>;
  /** Noun for the error message, such as "employees". */
  noun: string;
  label?: string;
  children: (body: Body, version: VersionId) => ReactNode;
}) {
  switch (query.state) {
    case 'loading':
      return <Spinner {...(label && { label })} />;
    case 'failed':
      return <LoadFailure noun={noun} failure={query} onRetry={query.reload} />;
    case 'loaded':
      return children(query.body, query.version);
  }
}

/** Loads and renders content. `from` must keep its identity. */
export const Loaded = <Body,>({
  from,
  ...view
}: Omit<ComponentProps<typeof EditorQueryView<Body>>, 'query'> & {
  from: () => Promise<CallResult<Body>>;
}) => <EditorQueryView {...view} query={useEditorQuery(from)} />;
