import { requiredContext } from '#app/browser/required-context.ts';
import type { Reader } from '#app/editor/shell/when-of.ts';
import type { InterruptedSave } from './interrupted-save.ts';
import type { useEditorState } from './use-editor-state.ts';

/** Unsaved texts of a section or, without one, of all sections; with `asOf`, only what is scheduled until that moment. */
export type Previewed = { section?: string; asOf?: string };

export type EditorContext = ReturnType<typeof useEditorState>['shared'] & {
  /** Shows the page where the fields of a section show, with what is typed; undefined on pages without the dashboard. */
  showPreview: ((of: Previewed) => void) | undefined;
  /** Hides the notice about the generated password. */
  onPasswordChanged: () => void;
  /** The save that was interrupted by the end of the session; its field retries it. */
  interrupted: InterruptedSave | undefined;
  /** Stores the interrupted save and navigates to the sign-in page. */
  leaveToSignIn: (save: Omit<InterruptedSave, 'adminId'>) => void;
};

/** For pages without the dashboard. Their fields show that the session has ended. */
export const WITHOUT_DASHBOARD = {
  interrupted: undefined,
  onPasswordChanged: () => undefined,
  leaveToSignIn: () => undefined,
  showPreview: undefined,
};

export const [EditorProvider, useEditor] = requiredContext<EditorContext>('useEditor');

export function useReader(): Reader {
  const { admin, timeZone, today } = useEditor();
  return { username: admin.username, role: admin.role, timeZone, today };
}
