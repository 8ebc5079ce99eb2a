import { createContext, use } from 'react';
import type { SignedIn } from '#contract/accounts.ts';
import type { InterruptedSave } from './interrupted-save.ts';
import type { KeptTexts } from './kept-text.ts';

export type Editor = {
  admin: SignedIn;
  timeZone: string;
  keptTexts: KeptTexts;
  /** The save that the end of the session interrupted; the field it belongs to resumes it. */
  interrupted: InterruptedSave | undefined;
  /** Reports whether a field has unsaved changes, for the section list and the leave warning. */
  reportUnsaved: (section: string, field: string, isUnsaved: boolean, options?: { isFile: boolean }) => void;
  /** Stores the interrupted save and navigates to the sign-in page. */
  leaveToSignIn: (save: Omit<InterruptedSave, 'adminId'>) => void;
};

const EditorContext = createContext<Editor | undefined>(undefined);

export const EditorProvider = EditorContext.Provider;

export function useEditor(): Editor {
  const editor = use(EditorContext);
  if (!editor) throw new Error('There is no editor around this component.');
  return editor;
}
