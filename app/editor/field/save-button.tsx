import { Button } from '#app/editor/shell/button.tsx';
import { StrokeIcon } from '#app/editor/shell/stroke-icon.tsx';
import { statusIdOf } from './field-parts.tsx';
import type { AnyField } from './use-field.ts';

const STATUS_LABELS = { saving: 'Saving…', saved: 'Saved', failed: 'Not saved' } as const;

/** Renders a field's save button, which shows the outcome. It is never disabled, so that each press gives feedback. */
export function SaveButton({
  id,
  name,
  field: { state, isUnsaved, save },
  label,
  onPress = save,
}: {
  id: string;
  /** What it saves. */
  name: string;
  field: AnyField;
  label: string;
  onPress?: () => void;
}) {
  const { status } = state;
  return (
    <>
      {/* Not in the text or the labels of the page, which have each name once. */}
      <span id={`${id}-saves`} hidden title={name} />
      <Button
        look="primary"
        data-status={status}
        data-unsaved={isUnsaved}
        aria-describedby={`${id}-saves ${statusIdOf(id)}`}
        onClick={onPress}
      >
        {status === 'saved' && <StrokeIcon path="M2 8l4 4 8-9" width={2.5} />}
        {status === 'failed' && <StrokeIcon path="M3 3l10 10M13 3L3 13" width={2.5} />}
        {status === 'idle' ? label : STATUS_LABELS[status]}
      </Button>
    </>
  );
}
