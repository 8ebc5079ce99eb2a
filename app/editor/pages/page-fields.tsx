import { PAGE_MAX_LENGTH, type OwnPage, type OwnPageList } from '#contract/own-pages.ts';
import { LabeledInput } from '#app/editor/field/labeled-input.tsx';
import { earlierAddressHint } from './page-draft.ts';
import controls from '#app/editor/shell/controls.module.css';
import styles from './pages-editor.module.css';

/** Renders the inputs of a page itself, above its blocks. */
export function PageFields({
  page,
  saved,
  list,
  onChange,
  ...field
}: {
  page: OwnPage;
  saved: OwnPage;
  list: OwnPageList;
  lastSave: unknown;
  onChange: (changes: Partial<OwnPage>) => void;
  onSave: () => void;
}) {
  return (
    <div className={styles.fields}>
      <LabeledInput
        {...field}
        id="page-title"
        label="Title"
        value={page.title}
        required
        maxLength={PAGE_MAX_LENGTH.title}
        onType={(title) => onChange({ title })}
      />
      <LabeledInput
        {...field}
        id="page-address"
        label="Address"
        value={page.address}
        required
        maxLength={PAGE_MAX_LENGTH.address}
        hint={
          page.address === saved.address
            ? 'Such as annual-meeting.'
            : `Links to /${saved.address} will lead here. ${earlierAddressHint(list, page)}`
        }
        onType={(address) => onChange({ address })}
      />
      <LabeledInput
        {...field}
        id="page-description"
        label="Description for search engines"
        value={page.description}
        isMultiline
        isWide
        maxLength={PAGE_MAX_LENGTH.description}
        onType={(description) => onChange({ description })}
      />
      <Check
        label="On your website"
        isChecked={!page.hidden}
        onChange={(shown) => onChange({ hidden: !shown })}
      />
      <Check label="In the menu" isChecked={page.inMenu} onChange={(inMenu) => onChange({ inMenu })} />
    </div>
  );
}

export function Check({
  label,
  isChecked,
  onChange,
}: {
  label: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}) {
  return (
    <label className={controls.check}>
      <input type="checkbox" checked={isChecked} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  );
}
