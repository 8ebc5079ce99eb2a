import { useId } from 'react';
import { counted } from '#contract/text.ts';
import controls from '#app/editor/frame/controls.module.css';

/** Items that a list to choose from shows at most. Others are found by the search. */
export const PICKER_MAX = 24;

/** Says how many items a search has found, of which a list to choose from shows the first. */
export const foundText = (found: number, noun: string) =>
  found > PICKER_MAX
    ? `The first ${PICKER_MAX} of ${counted(found, noun)}. Search to see others.`
    : counted(found, noun);

/** Renders a search with its result in words. */
export function SearchBox({
  label = 'Search for',
  search,
  result,
  hintClass,
  onSearch,
}: {
  label?: string;
  search: string;
  result: string;
  hintClass: string | undefined;
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
      <p className={hintClass} role="status">
        {result}
      </p>
    </>
  );
}
