import {
  addColumn,
  addRow,
  insertTable,
  removeColumn,
  removeRow,
  toggleHeading,
} from './commands/page-commands.ts';
import type { EditorStatus } from './editor-status.ts';
import * as icons from './page-icons.tsx';
import type { ToolbarButton } from './toolbar-button.ts';

/** Returns the buttons that only the text of pages has. */
export function pageButtons(status: EditorStatus, onLink: () => void): ToolbarButton[] {
  const { headingLevel, link, isInTable } = status;
  return [
    {
      key: 'heading',
      label: 'Heading',
      Icon: icons.HeadingIcon,
      isPressed: headingLevel === 2,
      command: toggleHeading(2),
    },
    {
      key: 'subheading',
      label: 'Subheading',
      Icon: icons.SubheadingIcon,
      isPressed: headingLevel === 3,
      command: toggleHeading(3),
    },
    { key: 'link', label: 'Link', Icon: icons.LinkIcon, isPressed: link !== undefined, onPress: onLink },
    ...(isInTable
      ? [
          { key: 'addRow', label: 'Add row', Icon: icons.AddRowIcon, command: addRow },
          { key: 'addColumn', label: 'Add column', Icon: icons.AddColumnIcon, command: addColumn },
          { key: 'removeRow', label: 'Remove row', Icon: icons.RemoveRowIcon, command: removeRow },
          {
            key: 'removeColumn',
            label: 'Remove column',
            Icon: icons.RemoveColumnIcon,
            command: removeColumn,
          },
        ]
      : [{ key: 'table', label: 'Add table', Icon: icons.TableIcon, command: insertTable }]),
  ];
}
