import { SETUP_STEPS } from '#contract/demo-content.ts';
import { adminApi } from '#app/editor/shell/admin-api.ts';
import { useEditor } from '#app/editor/field/editor-context.ts';
import { RequestButton } from '#app/editor/field/request-button.tsx';
import styles from './settings.module.css';

const HINT = 'open-setup-hint';

/** Renders the button that opens the guided setup again, for all administrators. */
export function OpenSetup() {
  const { openSetup } = useEditor();

  async function open() {
    const result = await adminApi.saveSiteSettings({ values: { setup: 'open' } });
    return result.outcome === 'done' ? openSetup() : result;
  }

  return (
    <div className={styles.setup}>
      <p id={HINT}>
        The guided setup takes you through the most important settings in {SETUP_STEPS.length} short steps.
      </p>
      <RequestButton
        labels={{ idle: 'Open setup', running: 'Opening…', failed: 'Not opened' }}
        describedBy={HINT}
        onPress={open}
      />
    </div>
  );
}
