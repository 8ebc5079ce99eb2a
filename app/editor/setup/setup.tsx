import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { SETUP_STEPS, type DemoContent } from '#contract/demo-content.ts';
import { counted } from '#contract/text.ts';
import { adminApi } from '#app/editor/shell/admin-api.ts';
import { useSections } from '#app/editor/shell/use-section-states.ts';
import { useEditor } from '#app/editor/field/editor-context.ts';
import { RequestButton } from '#app/editor/field/request-button.tsx';
import { Link } from '#app/router/link.tsx';
import { STEPS } from './steps.ts';
import styles from './setup.module.css';

export const SETUP_HEADING = 'setup-heading';

/** Renders the guided setup of a new site: links to the fields of the steps that are not done. */
export function Setup({
  progress,
  unsavedCount,
  onProgress,
}: {
  progress: DemoContent;
  unsavedCount: number;
  /** Called when steps may have been done. */
  onProgress: () => void;
}) {
  const { lastSaves } = useEditor();
  const { open } = useSections();
  /** The progress with which the setup was closed here. Another one may show it again. */
  const [closed, setClosed] = useState<DemoContent>();
  const { isSetupShown, stepsDone } = progress;

  // Fields that are no longer unsaved may have been saved, and someone else may have saved others.
  const seen = useRef(lastSaves);
  useEffect(() => {
    const isFirst = Object.keys(seen.current).length === 0;
    seen.current = lastSaves;
    if (isSetupShown && !isFirst) onProgress();
  }, [isSetupShown, onProgress, lastSaves, unsavedCount]);

  /** Closes the setup for all administrators. */
  async function close() {
    const result = await adminApi.saveSiteSettings({ values: { setup: 'closed' } });
    if (result.outcome !== 'done') return result;
    flushSync(() => setClosed(progress));
    onProgress();
    // The pressed button is gone, so move the focus to the start of the sections.
    document.getElementById('main')?.focus({ preventScroll: true });
    return undefined;
  }

  if (!isSetupShown || progress === closed) {
    return (
      <p className={styles.closed} role="status">
        {closed && 'Setup closed. You can open it again under Website Settings.'}
      </p>
    );
  }
  const stepsLeft = SETUP_STEPS.filter((step) => !stepsDone.includes(step));
  const isDone = stepsLeft.length === 0;
  return (
    <section id="setup" className={styles.setup} aria-labelledby={SETUP_HEADING}>
      <h2 id={SETUP_HEADING} tabIndex={-1}>
        Set up your website
      </h2>
      <p className={styles.progress} role="status">
        {stepsDone.length} of {counted(SETUP_STEPS.length, 'step')} done
      </p>
      <ul className={`${styles.steps} plain-list`}>
        {stepsLeft.map((step) => (
          <li key={step}>
            {STEPS[step].map(({ text, section, field }) => (
              <Link key={text} to={`#${section}`} preventScrollReset onClick={() => open(section, field)}>
                {text}
              </Link>
            ))}
          </li>
        ))}
      </ul>
      <RequestButton
        labels={{
          idle: isDone ? 'Finish setup' : 'Dismiss setup',
          running: 'Closing…',
          failed: 'Not closed',
        }}
        onPress={close}
      />
    </section>
  );
}
