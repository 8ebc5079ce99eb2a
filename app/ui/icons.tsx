import { changeDirection, type ChangeDirection } from '#shared/change-direction.ts';

export function ChevronIcon() {
  return (
    <svg viewBox="0 0 10 7" width="10" height="7" aria-hidden="true">
      <path d="M1 1l4 4 4-4" fill="none" stroke="currentColor" strokeWidth="2" />
    </svg>
  );
}

/** Renders the change of a price, with a triangle and in a color that tell its direction. */
export function PriceChange({
  text,
  as: Element = 'span',
  className,
}: {
  text: string;
  as?: 'span' | 'td';
  className?: string | undefined;
}) {
  const direction = changeDirection(text);
  return (
    <Element className={className} data-direction={direction}>
      <DirectionIcon direction={direction} />
      {text}
    </Element>
  );
}

/** Renders a triangle, so that color is not the only sign of a price change. Renders nothing without a change. */
export function DirectionIcon({ direction }: { direction: ChangeDirection }) {
  if (direction === 'none') return null;
  return (
    <svg viewBox="0 0 10 10" width=".625rem" height=".625rem" aria-hidden="true">
      <path d={direction === 'up' ? 'M5 1l4.6 8H.4z' : 'M5 9L.4 1h9.2z'} fill="currentColor" />
    </svg>
  );
}
