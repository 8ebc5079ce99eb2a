import { startTransition, useEffect, useState } from 'react';
import { adminApi } from '#app/editor/shell/admin-api.ts';
import { useEditor } from '#app/editor/field/editor-context.ts';
import { lastBackupMessage } from './last-backup-message.ts';
import styles from './account-section.module.css';

/** Shows nothing until the time is loaded, or if that fails, because the editor works without it. */
export function LastBackupLine() {
  const { timeZone, today } = useEditor();
  const [at, setAt] = useState<string | null>();
  useEffect(() => {
    async function load() {
      const result = await adminApi.lastBackup();
      if (result.outcome === 'done') startTransition(() => setAt(result.body.at));
    }
    void load();
  }, []);
  return at === undefined ? null : (
    <p className={styles.account}>{lastBackupMessage(at, { timeZone, today })}</p>
  );
}
