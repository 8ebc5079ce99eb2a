import { createContext, use } from 'react';
import type { CurrentAdmin } from '#contract/accounts.ts';
import type { InterruptedSave } from './interrupted-save.ts';
import type { DraftStore } from './drafts.ts';

export type EditorContext = {
  admin: CurrentAdmin;
  timeZone: string;
  drafts: DraftStore;
  /** The save that was interrupted by the end of the session; its field retries it. */
  interrupted: InterruptedSave | undefined;
  /** Reports whether a field has unsaved changes, for the section list and the leave warning. */
  reportUnsaved: (section: string, field: string, isUnsaved: boolean, options?: { isFile: boolean }) => void;
  /** Stores the interrupted save and navigates to the sign-in page. */
  leaveToSignIn: (save: Omit<InterruptedSave, 'adminId'>) => void;
};

const Context = createContext<EditorContext | undefined>(undefined);

export const EditorProvider = Context.Provider;

export function useEditor(): EditorContext {
  const editor = use(Context);
  if (!editor) throw new Error('useEditor was called outside of EditorProvider.');
  return editor;
}
