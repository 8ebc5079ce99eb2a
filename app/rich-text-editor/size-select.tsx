import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { RICH_TEXT_SIZES, type RichTextSize } from '#contract/rich-text.ts';
import { ChevronIcon } from '#app/ui/icons.tsx';
import styles from './toolbar.module.css';

const NAMES: Readonly<Record<RichTextSize, string>> = {
  small: 'Small',
  normal: 'Normal',
  large: 'Large',
  'extra-large': 'Extra Large',
};

/** Renders the font-size select, which is empty if the selection has several sizes. */
export function SizeSelect({
  size,
  onKeyDown,
  onChoose,
  ...rest
}: {
  size: RichTextSize | undefined;
  onChoose: (size: RichTextSize, isByPointer: boolean) => void;
} & Pick<ComponentProps<'select'>, 'tabIndex' | 'onFocus' | 'onKeyDown'>) {
  const select = useRef<HTMLSelectElement>(null);
  const isByPointer = useRef(false);

  // For a value without an option, React selects the first one; the DOM property selects none.
  useLayoutEffect(() => {
    select.current!.value = size ?? '';
  }, [size]);

  return (
    <span className={styles.size}>
      <select
        ref={select}
        aria-label="Font size"
        title="Font size"
        {...rest}
        onPointerDown={() => (isByPointer.current = true)}
        onKeyDown={(event) => {
          isByPointer.current = false;
          onKeyDown?.(event);
        }}
        onChange={({ target }) => onChoose(target.value as RichTextSize, isByPointer.current)}
      >
        {RICH_TEXT_SIZES.map(({ name, px }) => (
          <option key={name} value={name}>
            {`${NAMES[name]} ${px}px`}
          </option>
        ))}
      </select>
      <ChevronIcon />
    </span>
  );
}
