import { useRef, useState } from 'react';
import { SignInAgain } from './field-parts.tsx';
import { editorCalls, type Failure } from './editor-calls.ts';
import { QuestionDialog } from './question-dialog.tsx';
import { useEditorLoad } from './use-editor-load.ts';
import controls from './controls.module.css';
import styles from './demo-notice.module.css';

type NoticeState =
  | { status: 'idle' | 'asking' | 'removing' | 'gone' }
  | { status: 'failed'; failure: Pick<Failure, 'outcome' | 'reason'> };

export function DemoNotice({ onGone }: { onGone: () => void }) {
  const load = useEditorLoad(editorCalls.demoContent);
  const [state, setState] = useState<NoticeState>({ status: 'idle' });
  const button = useRef<HTMLButtonElement>(null);

  async function takeAway() {
    setState({ status: 'removing' });
    const result = await editorCalls.removeDemoContent();
    if (result.outcome !== 'done') {
      setState({ status: 'failed', failure: result });
      // The dialog that had the focus is closed.
      button.current?.focus();
      return;
    }
    setState({ status: 'gone' });
    // The button is gone, so move the focus to the start of the sections.
    document.getElementById('main')?.focus({ preventScroll: true });
    onGone();
  }

  if (state.status === 'gone') {
    return (
      <p className={styles.gone} role="status">
        The demo content is gone.
      </p>
    );
  }
  // Hide the notice if the request fails; it is not essential.
  if (load.state !== 'loaded' || !load.answer.isStanding) return null;
  return (
    <section className={styles.notice} aria-label="Demo content">
      <p>
        This site shows demo content: the cooperative, its people, numbers, prices and pictures are made up.
        What you change is yours, and stays.
      </p>
      <button
        ref={button}
        type="button"
        className={controls.button}
        aria-disabled={state.status === 'removing'}
        onClick={() => state.status !== 'removing' && setState({ status: 'asking' })}
      >
        Take the demo content away
      </button>
      <p role="status">{state.status === 'removing' && 'Taking it away…'}</p>
      {state.status === 'failed' && (
        <p className={styles.failure} role="alert">
          The demo content still stands. {state.failure.reason}
          {state.failure.outcome === 'signed-out' && <SignInAgain />}
        </p>
      )}
      {state.status === 'asking' && (
        <QuestionDialog
          heading="Take all demo content away?"
          words="Texts, bids, people, prices, seed and pictures that nobody has changed go from the site at once. What somebody has changed stays."
          no="Keep it"
          yes="Take it away"
          onNo={() => setState({ status: 'idle' })}
          onYes={() => void takeAway()}
        />
      )}
    </section>
  );
}
