import {
  addColumn,
  addRow,
  insertTable,
  removeColumn,
  removeRow,
  toggleHeading,
} from './commands/page-commands.ts';
import type { EditorStatus } from './editor-status.ts';
import { LinkForm } from './link-form.tsx';
import { icon, type ToolbarButton } from './toolbar-button.tsx';

const HeadingIcon = icon({ d: 'M4 3v14M16 3v14M4 10h12', strokeWidth: '2.6' });
const SubheadingIcon = icon({ d: 'M5.5 6v10M14.500 6v10M5.500 11h9', strokeWidth: '2' });
const LinkIcon = icon({ d: 'M8.500 5H4v10h4.500M11.500 5H16v10h-4.500M7 10h6', strokeWidth: '1.8' });
const TableIcon = icon({ d: 'M2.500 4h15v12h-15zM2.500 8h15M2.500 12h15M10 4v12', strokeWidth: '1.5' });
const AddRowIcon = icon({ d: 'M2.500 3h15v5h-15zM10 11v7M6.500 14.500h7', strokeWidth: '1.8' });
const AddColumnIcon = icon({ d: 'M3 2.500h5v15H3zM11 10h7M14.500 6.500v7', strokeWidth: '1.8' });
const RemoveRowIcon = icon({ d: 'M2.500 3h15v5h-15zM6.500 14.500h7', strokeWidth: '1.8' });
const RemoveColumnIcon = icon({ d: 'M3 2.500h5v15H3zM11 10h7', strokeWidth: '1.8' });

const TABLE_BUTTONS: readonly ToolbarButton[] = [
  { label: 'Add row', Icon: AddRowIcon, command: addRow },
  { label: 'Add column', Icon: AddColumnIcon, command: addColumn },
  { label: 'Remove row', Icon: RemoveRowIcon, command: removeRow },
  { label: 'Remove column', Icon: RemoveColumnIcon, command: removeColumn },
];

/** Returns the buttons that only the text of pages has. */
const pageButtons = (
  { headingLevel, link, isInTable }: EditorStatus,
  onLink: () => void,
): ToolbarButton[] => [
  { label: 'Heading', Icon: HeadingIcon, isPressed: headingLevel === 2, command: toggleHeading(2) },
  { label: 'Subheading', Icon: SubheadingIcon, isPressed: headingLevel === 3, command: toggleHeading(3) },
  { label: 'Link', Icon: LinkIcon, isPressed: link !== undefined, onPress: onLink },
  ...(isInTable ? TABLE_BUTTONS : [{ label: 'Add table', Icon: TableIcon, command: insertTable }]),
];

/** Headings, links, and tables, which only the text of pages has. Other texts do not load their code. */
export const PAGE_TOOLS = { buttons: pageButtons, LinkForm };

export type PageTools = typeof PAGE_TOOLS;
