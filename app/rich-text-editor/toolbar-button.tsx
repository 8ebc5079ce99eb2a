import type { ReactNode, SVGProps } from 'react';
import type { Command } from 'prosemirror-state';

export type ToolbarButton = {
  label: string;
  keys?: string;
  Icon: () => ReactNode;
  isPressed?: boolean;
} & ({ command: Command } | { onPress: () => void });

/** Creates an icon on a 20-unit grid, with square line ends and corners like the site's drawings. */
export const icon =
  (...paths: SVGProps<SVGPathElement>[]) =>
  () => (
    <svg viewBox="0 0 20 20" width="22" height="22" fill="none" stroke="currentColor" aria-hidden="true">
      {paths.map((path) => (
        <path key={path.d} {...path} />
      ))}
    </svg>
  );
