import { startTransition, useEffect, useState } from 'react';
import { adminApi } from '#app/editor/shell/admin-api.ts';
import { useReader } from '#app/editor/field/editor-context.ts';
import { whenOf } from '#app/editor/shell/when-of.ts';

/** Shows nothing until the time is loaded, or if that fails, because the editor works without it. */
export function LastBackupLine() {
  const reader = useReader();
  const [at, setAt] = useState<string | null>();
  useEffect(() => {
    async function load() {
      const result = await adminApi.lastBackup();
      if (result.outcome === 'done') startTransition(() => setAt(result.body.at));
    }
    void load();
  }, []);
  if (at === undefined) return null;
  return (
    <p>
      {at === null
        ? 'No backup yet. Ask the person who runs the server to make one every night.'
        : `Last backup: ${whenOf(at, reader)}`}
    </p>
  );
}
