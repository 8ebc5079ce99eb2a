import { createContext, use } from 'react';
import type { SignedIn } from '#contract/accounts.ts';
import type { InterruptedSave } from './interrupted-save.ts';
import type { KeptTexts } from './kept-text.ts';

/** What every part of the editor needs to know. */
export type Editor = {
  admin: SignedIn;
  timeZone: string;
  keptTexts: KeptTexts;
  /** The save that the end of a session has cut off, for the field that it belongs to. */
  interrupted: InterruptedSave | undefined;
  /** Tells whether a field has something unsaved, for the list of sections and for leaving. */
  reportUnsaved: (section: string, field: string, isUnsaved: boolean, options?: { isFile: boolean }) => void;
  /** Leads to signing in after a save has found the session ended. */
  leaveToSignIn: (save: Omit<InterruptedSave, 'adminId'>) => void;
};

const EditorContext = createContext<Editor | undefined>(undefined);

export const EditorProvider = EditorContext.Provider;

export function useEditor(): Editor {
  const editor = use(EditorContext);
  if (!editor) throw new Error('There is no editor around this component.');
  return editor;
}
