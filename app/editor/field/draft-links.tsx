import { Button } from '#app/editor/shell/button.tsx';
import { useEditor } from './editor-context.ts';
import type { AnyField } from './use-field.ts';

/** Renders what can be done with a draft instead of saving it now. */
export function DraftLinks({ name, field }: { name: string; field: AnyField }) {
  const { showPreview } = useEditor();
  const { pending, state, section } = field;
  if (!pending || state.theirs || !showPreview) return null;
  return (
    <Button look="link" onClick={() => showPreview({ section })}>
      Preview<span className="visually-hidden"> {name}</span>
    </Button>
  );
}
