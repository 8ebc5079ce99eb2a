import { useState, type ReactNode, type Ref } from 'react';
import type { ShownImage } from '#contract/images.ts';
import { PICKER_MAX, PickerSearch } from '#app/editor/field/picker-search.tsx';
import { Button } from '#app/editor/shell/button.tsx';
import controls from '#app/editor/shell/controls.module.css';
import styles from './file-picker.module.css';

type Noun = 'image' | 'document';

/** Renders the button that opens a list of stored files to choose from, beside `buttons`. */
export function FilePicker({
  noun,
  isMultiple = false,
  opener,
  buttons,
  children,
}: {
  noun: Noun;
  isMultiple?: boolean;
  opener?: Ref<HTMLButtonElement>;
  buttons?: ReactNode;
  /** Renders the list, which is mounted while it is open. */
  children: (close: () => void) => ReactNode;
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <div className={styles.buttons}>
        <Button ref={opener} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? `Close ${noun}s` : `Choose ${isMultiple ? `${noun}s` : `an ${noun}`}`}
        </Button>
        {buttons}
      </div>
      {isOpen && <div className={styles.picker}>{children(() => setIsOpen(false))}</div>}
    </>
  );
}

/** A stored file to choose. An image has a URL to show it. */
type FileChoice = { id: string; name: string; searchText: string; imageUrl?: string };

export const toImageChoice = ({
  imageId: id,
  imageName: name,
  altText = '',
  imageUrl,
  squareUrls,
}: ShownImage): FileChoice => ({
  id,
  name,
  searchText: `${name} ${altText}`,
  imageUrl: squareUrls?.fallback ?? imageUrl,
});

/** Renders stored files to choose from, with a search if there are many. */
export function FileChoices({
  noun,
  label,
  choices,
  chosen = [],
  control,
  name,
  onChoose,
}: {
  noun: Noun;
  label?: string;
  choices: readonly FileChoice[];
  /** Ids of the chosen ones. */
  chosen?: readonly (string | undefined)[];
  control: 'checkbox' | 'radio' | 'button';
  /** Name of the radio buttons. */
  name?: string;
  onChoose: (id: string, isChosen: boolean) => void;
}) {
  const [search, setSearch] = useState('');
  const words = search.trim().toLowerCase();
  const found = choices.filter(({ searchText }) => searchText.toLowerCase().includes(words));
  return (
    <>
      {choices.length > PICKER_MAX && (
        <PickerSearch search={search} found={found.length} noun={noun} onSearch={setSearch} />
      )}
      {choices.length === 0 && <p className={controls.hint}>No {noun}s yet.</p>}
      <ul className={`${styles[`${noun}s`]} plain-list`} aria-label={label}>
        {found.slice(0, PICKER_MAX).map((choice) => {
          const content = (
            <>
              {choice.imageUrl !== undefined && <img src={choice.imageUrl} alt="" loading="lazy" />}
              <span>{choice.name}</span>
            </>
          );
          return (
            <li key={choice.id}>
              {control === 'button' ? (
                <button type="button" onClick={() => onChoose(choice.id, true)}>
                  {content}
                </button>
              ) : (
                <label>
                  <input
                    type={control}
                    name={name}
                    checked={chosen.includes(choice.id)}
                    onChange={({ target }) => onChoose(choice.id, target.checked)}
                  />
                  {content}
                </label>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
