import { PAGE_MAX_LENGTH, type OwnPage } from '#contract/own-pages.ts';
import { LimitedInput } from '#app/editor/field/limited-input.tsx';
import { onSaveKey, onSaveShortcut } from '#app/editor/field/save-shortcut.ts';
import controls from '#app/editor/shell/controls.module.css';
import { LabeledInput } from './labeled-input.tsx';
import styles from './pages-editor.module.css';

/** Renders the inputs of a page itself, above its blocks. */
export function PageFields({
  page,
  saved,
  lastSave,
  onChange,
  onSave,
}: {
  page: OwnPage;
  saved: OwnPage;
  lastSave: unknown;
  onChange: (changes: Partial<OwnPage>) => void;
  onSave: () => void;
}) {
  return (
    <div className={styles.fields}>
      <LabeledInput
        id="page-title"
        label="Title"
        value={page.title}
        required
        maxLength={PAGE_MAX_LENGTH.title}
        lastSave={lastSave}
        onType={(title) => onChange({ title })}
        onSave={onSave}
      />
      <div>
        <label htmlFor="page-address">Address</label>
        <LimitedInput
          id="page-address"
          className={controls.input}
          value={page.address}
          required
          maxLength={PAGE_MAX_LENGTH.address}
          lastSave={lastSave}
          aria-describedby="page-address-hint"
          onType={(address) => onChange({ address })}
          onKeyDown={(event) => onSaveKey(event, onSave)}
        />
        <p id="page-address-hint" className={styles.hint}>
          {page.address === saved.address
            ? 'Lowercase letters, digits, and hyphens, such as annual-meeting.'
            : `Links to /${saved.address} will lead here.`}
        </p>
      </div>
      <div className={styles.whole}>
        <label htmlFor="page-description">Description for search engines</label>
        <LimitedInput
          id="page-description"
          className={controls.input}
          isMultiline
          value={page.description}
          maxLength={PAGE_MAX_LENGTH.description}
          lastSave={lastSave}
          onType={(description) => onChange({ description })}
          onKeyDown={(event) => onSaveShortcut(event, onSave)}
        />
      </div>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={!page.hidden}
          onChange={({ target }) => onChange({ hidden: !target.checked })}
        />
        On your website
      </label>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={page.inMenu}
          onChange={({ target }) => onChange({ inMenu: target.checked })}
        />
        In the menu
      </label>
    </div>
  );
}
