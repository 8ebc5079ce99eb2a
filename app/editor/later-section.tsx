import { UNREACHABLE, type CallResult } from './frame/admin-api.ts';
import { EditorQueryView } from './frame/editor-query-view.tsx';
import { useEditorQuery } from './frame/use-editor-query.ts';

/** Sections that are not needed to show the first texts. One file has their code, because they share most of it. */
export type LaterSections = typeof import('./later-sections.ts');

async function loadLaterSections(): Promise<CallResult<LaterSections>> {
  try {
    return { outcome: 'done', body: await import('./later-sections.ts'), version: '' };
  } catch {
    return UNREACHABLE;
  }
}

/** Renders a section once its code has loaded; until then a spinner, or the error with a retry button. */
export function LaterSection({ Content, noun }: { Content: keyof LaterSections; noun: string }) {
  const query = useEditorQuery(loadLaterSections);
  return (
    <EditorQueryView query={query} noun={noun}>
      {(sections) => {
        const Section = sections[Content];
        return <Section />;
      }}
    </EditorQueryView>
  );
}
