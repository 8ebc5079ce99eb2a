import { adminApi } from '#app/editor/shell/admin-api.ts';
import { useEditor } from '#app/editor/field/editor-context.ts';
import { RequestButton } from '#app/editor/field/request-button.tsx';
import styles from './settings.module.css';

/** Renders the button that opens the guided setup again, for all administrators. */
export function OpenSetup() {
  const { openSetup } = useEditor();

  async function open() {
    const result = await adminApi.saveSiteSettings({ values: { setup: 'open' } });
    return result.outcome === 'done' ? openSetup() : result;
  }

  return (
    <div className={styles.setup}>
      <RequestButton
        labels={{ idle: 'Open setup', running: 'Opening…', failed: 'Not opened' }}
        onPress={open}
      />
    </div>
  );
}
