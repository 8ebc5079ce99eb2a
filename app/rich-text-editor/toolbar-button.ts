import type { ReactNode } from 'react';
import type { Command } from 'prosemirror-state';

export type ToolbarButton = {
  key: string;
  label: string;
  keys?: string;
  Icon: () => ReactNode;
  isPressed?: boolean;
} & ({ command: Command } | { onPress: () => void });
