import { AUDIENCES, type Audience } from '#contract/images.ts';
import { statusIdOf } from '#app/editor/field/field-parts.tsx';
import { FieldRow } from '#app/editor/field/field-row.tsx';
import { TEXT_FORM } from '#app/editor/field/stored-form.ts';
import { useField, type FieldSource } from '#app/editor/field/use-field.ts';
import controls from '#app/editor/shell/controls.module.css';

/** Renders the choice of who can open a file. */
export function AudienceField({
  label,
  choices,
  ...source
}: FieldSource & { label: string; choices: readonly Audience[] }) {
  const field = useField(source, TEXT_FORM);
  const id = `field-${source.field}`;
  return (
    <FieldRow id={id} name={label} field={field} theirs={AUDIENCES[field.state.theirs?.content as Audience]}>
      <select
        id={id}
        className={controls.input}
        value={field.state.draft}
        aria-describedby={statusIdOf(id)}
        onChange={({ target }) => field.type(target.value)}
      >
        {choices.map((each) => (
          <option key={each} value={each}>
            {AUDIENCES[each]}
          </option>
        ))}
      </select>
    </FieldRow>
  );
}
