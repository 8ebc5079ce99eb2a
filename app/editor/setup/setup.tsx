import { useEffect, useRef, useState } from 'react';
import { SETUP_STEPS, type DemoContent } from '#contract/demo-content.ts';
import { useSections } from '#app/editor/shell/use-section-states.ts';
import { useEditor } from '#app/editor/field/editor-context.ts';
import { Link } from '#app/router/link.tsx';
import { STEPS } from './steps.ts';
import styles from './setup.module.css';

/** Steps that the site file cannot do. */
const CONTENT = ['name-and-phone', 'place', 'hours', 'commodities'] as const;

/** Renders the checklist of a new site: unfolded while the site is empty, and otherwise one line. */
export function Setup({
  progress: { isSetupShown, isStanding, stepsDone },
  unsavedCount,
  onProgress,
}: {
  progress: DemoContent;
  unsavedCount: number;
  /** Called when steps may have been done. */
  onProgress: () => Promise<void>;
}) {
  const { lastSaves } = useEditor();
  const { open } = useSections();
  // Nothing below moves when the last step is done.
  const [isShown] = useState(isSetupShown);
  const [isEmpty] = useState(!isStanding && !CONTENT.some((step) => stepsDone.includes(step)));

  // Fields that are no longer unsaved may have been saved, and someone else may have saved others.
  const seen = useRef(lastSaves);
  useEffect(() => {
    const isFirst = Object.keys(seen.current).length === 0;
    seen.current = lastSaves;
    if (isShown && !isFirst) void onProgress();
  }, [isShown, onProgress, lastSaves, unsavedCount]);

  return (
    isShown && (
      <details className={styles.setup} open={isEmpty}>
        <summary>
          Setup: {stepsDone.length} of {SETUP_STEPS.length} done
        </summary>
        <ol className="plain-list">
          {SETUP_STEPS.map((step) => (
            <li key={step} data-done={stepsDone.includes(step)}>
              {STEPS[step].map(({ text, section, field }) => (
                <Link
                  key={text}
                  className="touch"
                  to={`#${section}`}
                  preventScrollReset
                  onClick={() => open(section, { field })}
                >
                  {text}
                  {stepsDone.includes(step) && <span className="visually-hidden"> (done)</span>}
                </Link>
              ))}
            </li>
          ))}
        </ol>
      </details>
    )
  );
}
