import type { CurrentAdmin } from '#contract/accounts.ts';
import type { LastSaves } from '#contract/last-saves.ts';
import type { Failure } from '#app/editor/shell/admin-api.ts';
import { requiredContext } from '#app/editor/shell/required-context.ts';
import type { Reader } from '#app/editor/shell/when-of.ts';
import type { InterruptedSave } from './interrupted-save.ts';
import type { DraftStore } from './drafts.ts';

export type EditorContext = {
  admin: CurrentAdmin;
  /** Hides the notice about the generated password. */
  onPasswordChanged: () => void;
  timeZone: string;
  /** Calendar day, such as 2026-11-20. */
  today: string;
  lastSaves: LastSaves;
  /** Loads `lastSaves` again. Call it when content is loaded later than the editor. */
  refreshLastSaves: () => void;
  drafts: DraftStore;
  /** The save that was interrupted by the end of the session; its field retries it. */
  interrupted: InterruptedSave | undefined;
  /** Reports whether a field has unsaved changes, for the section list and the leave warning. */
  reportUnsaved: (section: string, field: string, isUnsaved: boolean, options?: { isFile: boolean }) => void;
  /** Shows the guided setup, which was just opened. Returns the failure, if any. */
  openSetup: () => Promise<Failure | undefined>;
  /** Stores the interrupted save and navigates to the sign-in page. */
  leaveToSignIn: (save: Omit<InterruptedSave, 'adminId'>) => void;
};

export const [EditorProvider, useEditor] = requiredContext<EditorContext>('useEditor');

export function useReader(): Reader {
  const { admin, timeZone, today } = useEditor();
  return { username: admin.username, timeZone, today };
}
