import type { ReactNode } from 'react';
import { RichTextEditor } from '#app/rich-text-editor/rich-text-editor.tsx';
import { statusIdOf } from './field-parts.tsx';
import { FieldRow, hintIdOf } from './field-row.tsx';
import { TEXT_FORM } from './stored-form.ts';
import { useField, type FieldSource } from './use-field.ts';

export function RichTextField({
  label,
  hint,
  below,
  ...source
}: FieldSource & { label: string; hint?: string | undefined; below?: ReactNode }) {
  const field = useField(source, TEXT_FORM);
  const id = `field-${source.field}`;
  return (
    <FieldRow
      id={id}
      name={label}
      label={<span id={`${id}-label`}>{label}</span>}
      field={field}
      hint={hint}
      isRichText
    >
      <RichTextEditor
        id={id}
        label={label}
        value={field.state.draft}
        onChange={field.type}
        onSave={field.save}
        lastSave={field.state.receipt}
        describedBy={hint ? `${hintIdOf(id)} ${statusIdOf(id)}` : statusIdOf(id)}
      />
      {below}
    </FieldRow>
  );
}
