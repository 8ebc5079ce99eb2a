import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DemoContent } from '#contract/demo-content.ts';
import { counted } from '#contract/text.ts';
import { adminApi, type Failure } from '#app/editor/frame/admin-api.ts';
import { SignInAgain } from '#app/editor/frame/sign-in-again.tsx';
import type { UnsavedFields } from '#app/editor/frame/use-unsaved-fields.ts';
import { useEditor } from '#app/editor/field/editor-context.ts';
import controls from '#app/editor/frame/controls.module.css';
import { findOpenStep, firstOpenStep, saveOpenStep } from './setup-place.ts';
import { SETUP } from './steps.ts';
import styles from './setup.module.css';

const HEADING = 'setup-heading';

type Request = { status: 'idle' | 'saving' | 'not-saved' } | { status: 'failed'; of: Failure };

/** Renders the guided setup of a new site. Its steps show the fields of the sections below. */
export function Setup({
  progress: { isStanding, isSetupShown, stepsDone },
  requests,
  unsaved,
  onSlots,
  onProgress,
}: {
  progress: DemoContent;
  /** How often it was opened from the website settings. */
  requests: number;
  unsaved: UnsavedFields;
  onSlots: (slots: ReadonlyMap<string, Element>) => void;
  /** Called when steps may have been done. */
  onProgress: () => void;
}) {
  const { saveField, lastSaves } = useEditor();
  const [step, setStep] = useState(() => (requests > 0 ? firstOpenStep(stepsDone) : findOpenStep(stepsDone)));
  const [closed, setClosed] = useState('');
  const [request, setRequest] = useState<Request>({ status: 'idle' });
  const current = step === undefined ? undefined : SETUP[step];
  const isLast = step === SETUP.length - 1;
  const shown = useRef(step);
  useEffect(() => {
    shown.current = step;
    saveOpenStep(step);
  }, [step]);
  const line = `${stepsDone.length} of ${counted(SETUP.length, 'step')} done`;

  useEffect(() => {
    if (Object.keys(lastSaves).length > 0) onProgress();
  }, [onProgress, lastSaves]);

  const [handled, setHandled] = useState(requests);
  if (handled !== requests) {
    setHandled(requests);
    setClosed('');
    setStep(firstOpenStep(stepsDone));
  }
  useEffect(() => {
    if (requests > 0) focusHeading();
  }, [requests]);

  function show(next: number | undefined) {
    flushSync(() => {
      setStep(next);
      setRequest({ status: 'idle' });
    });
    onProgress();
    if (next === undefined) document.getElementById('setup')?.querySelector('button')?.focus();
    else focusHeading();
  }

  async function saveAndContinue(at: number, parts: readonly string[]) {
    if (request.status === 'saving') return;
    const fields = parts.filter((part) => unsaved.has(part));
    setRequest({ status: 'saving' });
    const saved = await Promise.all(fields.map((field) => saveField(field)));
    // The user may have gone on during a slow save.
    if (shown.current !== at) return;
    const failed = fields.find((_, index) => !saved[index]);
    if (failed === undefined) return show(at + 1);
    setRequest({ status: 'not-saved' });
    document.querySelector<HTMLElement>(`[data-field="${failed}"] :is(input, textarea, select)`)?.focus();
  }

  /** Closes the setup for all administrators. */
  async function close(message: string) {
    if (request.status === 'saving') return;
    setRequest({ status: 'saving' });
    const result = await adminApi.saveSiteSettings({ values: { setup: 'closed' } });
    if (result.outcome !== 'done') return setRequest({ status: 'failed', of: result });
    flushSync(() => {
      setRequest({ status: 'idle' });
      setStep(undefined);
      setClosed(message);
    });
    // The pressed button is gone, so move the focus to the start of the sections.
    document.getElementById('main')?.focus({ preventScroll: true });
  }

  const dismissButton = (label: string) => (
    <button
      type="button"
      className={controls.button}
      onClick={() => void close('Setup dismissed. You can open it again under Website Settings.')}
    >
      {label}
    </button>
  );

  if (closed !== '') {
    return (
      <p className={styles.closed} role="status">
        {closed}
      </p>
    );
  }
  if (step === undefined || !current) {
    if (!isSetupShown) return null;
    return (
      <section id="setup" className={`${styles.setup} ${styles.closedSetup}`} aria-label="Setup">
        <p className={styles.line}>Finish setting up your site: {line}</p>
        <div className={styles.actions}>
          <button
            type="button"
            className={`${controls.button} ${styles.main}`}
            onClick={() => show(firstOpenStep(stepsDone))}
          >
            Continue
          </button>
          {dismissButton('Dismiss')}
        </div>
        <RequestStatus request={request} />
      </section>
    );
  }
  const hasUnsaved = current.parts.some((part) => unsaved.has(part));
  return (
    <section id="setup" className={styles.setup} aria-labelledby={HEADING}>
      <p className={styles.progress}>Setup: {line}</p>
      <h2 id={HEADING} tabIndex={-1}>
        Step {step + 1} of {SETUP.length}: {current.title}
      </h2>
      {isLast ? <ContentChoice isStanding={isStanding} /> : <p className={styles.hint}>{current.hint}</p>}
      <PartSlots key={current.id} parts={current.parts} onSlots={onSlots} />
      <RequestStatus request={request} />
      <div className={styles.actions}>
        {isLast ? (
          <button
            type="button"
            className={`${controls.button} ${styles.main}`}
            onClick={() => void close('Setup finished. You can open it again under Website Settings.')}
          >
            {isStanding ? 'Start with sample content' : 'Finish setup'}
          </button>
        ) : (
          <button
            type="button"
            className={`${controls.button} ${styles.main}`}
            onClick={() => void saveAndContinue(step, current.parts)}
          >
            {hasUnsaved ? 'Save and continue' : 'Continue'}
          </button>
        )}
        {hasUnsaved && !isLast && (
          <button type="button" className={controls.button} onClick={() => show(step + 1)}>
            Skip for now
          </button>
        )}
        {step > 0 && (
          <button type="button" className={controls.button} onClick={() => show(step - 1)}>
            Back
          </button>
        )}
        <span className={styles.leave}>
          <button type="button" className={controls.button} onClick={() => show(undefined)}>
            Finish later
          </button>
          {dismissButton('Dismiss setup')}
        </span>
      </div>
    </section>
  );
}

/** Focuses the heading of the step, at the start of the window: the browser would put it in the middle. */
function focusHeading(): void {
  document.getElementById('setup')?.scrollIntoView();
  document.getElementById(HEADING)?.focus({ preventScroll: true });
}

function ContentChoice({ isStanding }: { isStanding: boolean }) {
  return (
    <p className={styles.hint}>
      {isStanding
        ? 'Start with sample content to keep what is made up for now, and replace it when you like. Or start empty.'
        : 'Your website shows no demo content. You can finish the setup.'}
    </p>
  );
}

/** Renders an element for each part, into which the editor moves the part. */
function PartSlots({
  parts,
  onSlots,
}: {
  parts: readonly string[];
  onSlots: (slots: ReadonlyMap<string, Element>) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    onSlots(new Map(parts.map((part, at) => [part, list.current!.children[at]!])));
    return () => onSlots(new Map());
  }, [parts, onSlots]);
  return (
    <div ref={list}>
      {parts.map((part) => (
        <div key={part} />
      ))}
    </div>
  );
}

function RequestStatus({ request }: { request: Request }) {
  return (
    <>
      <p className={styles.status} role="status">
        {request.status === 'saving' && 'Saving…'}
        {request.status === 'not-saved' && 'Not everything in this step is saved.'}
      </p>
      {request.status === 'failed' && (
        <p className={controls.failure} role="alert">
          We couldn't close the setup. {request.of.reason}
          {request.of.outcome === 'signed-out' && <SignInAgain />}
        </p>
      )}
    </>
  );
}
