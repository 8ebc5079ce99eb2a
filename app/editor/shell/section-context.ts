import { requiredContext } from './required-context.ts';

export type Sections = {
  isOpen(id: string): boolean;
  /** Called after the browser has opened or closed a section. */
  onToggled(id: string, isOpen: boolean): void;
  /** Opens, scrolls to and focuses a section, or the field of that name in it. */
  open(id: string, field?: string): void;
  /** Returns the number of unsaved fields in a section. */
  unsavedIn(id: string): number;
  /** Id of the section that was opened last. */
  current: string;
};

export const [SectionsProvider, useSections] = requiredContext<Sections>('useSections');
