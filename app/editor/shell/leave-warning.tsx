import { useLayoutEffect } from 'react';
import { useBlocker } from '#app/router/router-context.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { leavingMessage, unsavedMessage } from './unsaved-messages.ts';
import type { UnsavedFields } from './use-unsaved-fields.ts';

/** Asks before the page with unsaved changes is left. `isPersistent`: drafts are stored on the device. */
export function LeaveWarning({
  unsaved,
  isPersistent,
}: {
  unsaved: UnsavedFields;
  isPersistent: () => boolean;
}) {
  const mayWarn = unsaved.size > 0;
  const blocked = useBlocker(mayWarn);

  useLayoutEffect(() => {
    if (!mayWarn) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [mayWarn]);

  if (!blocked) return null;
  return (
    <ConfirmDialog
      heading={unsavedMessage(unsaved)}
      text={leavingMessage(unsaved, isPersistent())}
      cancelLabel="Stay"
      confirmLabel="Leave"
      onCancel={blocked.stay}
      onConfirm={blocked.leave}
    />
  );
}
