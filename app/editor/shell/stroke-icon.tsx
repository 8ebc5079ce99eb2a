/** Renders an icon of lines, given by the path in a square of 16 units. */
export const StrokeIcon = ({
  path,
  size = 16,
  width = 2,
}: {
  path: string;
  size?: number;
  width?: number;
}) => (
  <svg viewBox="0 0 16 16" width={size} height={size} aria-hidden="true">
    <path d={path} fill="none" stroke="currentColor" strokeWidth={width} />
  </svg>
);
