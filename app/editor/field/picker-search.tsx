import { useId } from 'react';
import { counted } from '#contract/text.ts';
import controls from '#app/editor/shell/controls.module.css';

/** Items that a list to choose from shows at most. Others are found by the search. */
export const PICKER_MAX = 24;

/** Renders the search of a list, and `result`: what it has found, by default in a list to choose from. */
export function PickerSearch({
  label = 'Search for',
  search,
  found,
  noun,
  result = found > PICKER_MAX
    ? `The first ${PICKER_MAX} of ${counted(found, noun)}. Search to see others.`
    : counted(found, noun),
  onSearch,
}: {
  label?: string;
  search: string;
  found: number;
  noun: string;
  result?: string;
  onSearch: (search: string) => void;
}) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className={controls.label}>
        {label}
      </label>
      <input
        id={id}
        className={controls.input}
        type="search"
        value={search}
        onChange={({ target }) => onSearch(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <p className={controls.hint} role="status">
        {result}
      </p>
    </>
  );
}
