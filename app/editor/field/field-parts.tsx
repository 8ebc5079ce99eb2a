import { useState, type ReactNode } from 'react';
import type { LastSave } from '#contract/last-saves.ts';
import { hasVisibleText } from '#contract/rich-text.ts';
import { formatDateTime } from '#shared/date-time.ts';
import { RichText } from '#app/ui/rich-text.tsx';
import { Button } from '#app/editor/shell/button.tsx';
import { FailureAlert } from '#app/editor/shell/failure-alert.tsx';
import type { Reader } from '#app/editor/shell/when-of.ts';
import { useEditor, useReader } from './editor-context.ts';
import type { Side } from '#shared/merge-lists.ts';
import { conflictKey, type ShownConflict } from './merge-draft.ts';
import {
  changeTime,
  includedMessage,
  lastSaveMessage,
  type LastChange,
  newerMessage,
  onOrAt,
  possessive,
} from './last-save-message.ts';
import { DraftLinks } from './draft-links.tsx';
import { ScheduledNote } from './schedule-parts.tsx';
import { textsIn } from './stored-form.ts';
import type { AnyField } from './use-field.ts';
import controls from '#app/editor/shell/controls.module.css';
import styles from './field-parts.module.css';

type Part = { id: string; field: AnyField };

export const statusIdOf = (id: string) => `${id}-status`;

/** Renders the state of a field, followed by `children`. */
export function FieldStatus({ id, field, children }: Part & { children?: ReactNode }) {
  return (
    <p className={styles.status} data-unsaved={field.isUnsaved}>
      <StatusText id={id} field={field} />
      {children}
      {field.isUnsaved && (
        <Button look="link" onClick={() => runAndFocus(id, field.revert)}>
          Undo changes
        </Button>
      )}
    </p>
  );
}

/** Renders the button that undoes the last save, and then disappears, or the links of a draft. Its place stays. */
export function FieldUndo({ id, name, field }: Part & { name: string }) {
  const { undo, isUndoing, isUnsaved } = field;
  return (
    <span className={styles.undo}>
      {undo && (
        <Button look="link" onClick={() => runAndFocus(id, undo)}>
          {isUndoing ? 'Undoing…' : 'Undo'}
          <span className="visually-hidden"> the last save</span>
        </Button>
      )}
      {isUnsaved && <DraftLinks {...{ id, name, field }} />}
    </span>
  );
}

/** Renders the reason why the last save failed, after a message if there is one. `className` places it in the layout. */
export function FieldFailure({
  message,
  field: { state },
  className,
}: Pick<Part, 'field'> & ClassNameProps & { message?: string }) {
  const { reason, isSignedOut, saves: count } = state;
  const failure = reason ? { reason, isSignedOut, count } : undefined;
  return <FailureAlert message={message} failure={failure} className={className} />;
}

/** Renders a note that someone has saved a newer version of a draft. It is always rendered, so that it is announced. */
export function FieldNewer({ field: { state, isUnsaved }, className }: Pick<Part, 'field'> & ClassNameProps) {
  const reader = useReader();
  return (
    <p className={`${styles.newer} ${className}`} aria-live="polite">
      {isUnsaved && state.newer && `${newerMessage(state.newer, reader)} Your text is still here.`}
    </p>
  );
}

export function FieldConflict({
  id,
  field,
  noun,
  className,
  children,
}: Part & ClassNameProps & { noun: string; children: ReactNode }) {
  const { theirs } = field.state;
  const reader = useReader();
  if (!theirs) return null;
  const { author = null, at = '' } = field.lastChange ?? {};
  const isMine = author === reader.username;
  return (
    <div
      className={`${styles.theirs} ${className}`}
      role="group"
      aria-label={`${isMine ? 'Newer' : "Someone else's"} ${noun}`}
    >
      <p>
        {whoChanged({ author, at }, reader)}{' '}
        {question(field.conflicts) ?? versionName(author, reader.username)}
      </p>
      {field.conflicts ? (
        <ConflictChoices id={id} field={field} conflicts={field.conflicts} />
      ) : (
        <>
          <blockquote>{children}</blockquote>
          <WholeChoice id={id} field={field} other={isMine ? null : author} />
        </>
      )}
    </div>
  );
}

/** Renders a draft of this device that the field cannot show, to copy. */
export function FieldUnreadable({ id, field, className }: Part & ClassNameProps) {
  const { unreadable } = field.state;
  if (unreadable === undefined) return null;
  return (
    <div className={`${styles.theirs} ${className}`} role="group" aria-label="Kept on this device">
      <p>
        We can't put these changes, which were kept on this device, back into their boxes. Copy what you need,
        then discard them.
      </p>
      <textarea
        className={controls.input}
        aria-label="Changes kept on this device"
        value={textsIn(unreadable)}
        readOnly
        rows={5}
        onFocus={({ target }) => target.select()}
      />
      <div className={styles.choice}>
        <Button onClick={() => runAndFocus(id, field.discardUnreadable)}>Discard them</Button>
      </div>
    </div>
  );
}

/** Renders a button for each draft of a closed tab, by its time. */
export function FieldOffers({ id, name, field, className }: Part & ClassNameProps & { name: string }) {
  const { timeZone } = useEditor();
  return field.others.map(({ tab, at }) => {
    const when = at === undefined ? 'earlier' : formatDateTime(at, timeZone);
    return (
      <div key={tab} className={`${styles.theirs} ${className}`}>
        <p>
          {name}: unsaved text from a closed tab, {when}
        </p>
        <div className={styles.choice}>
          <Button onClick={() => runAndFocus(id, () => field.openOther(tab))}>
            Use it<span className="visually-hidden">{` in ${name}, from ${when}`}</span>
          </Button>
          <Button onClick={() => runAndFocus(id, () => field.discardOther(tab))}>
            Discard it<span className="visually-hidden"> from {when}</span>
          </Button>
        </div>
      </div>
    );
  });
}

/** Renders a choice between two values for each conflict. The other changes of both people are kept. */
function ConflictChoices({ id, field, conflicts }: Part & { conflicts: readonly ShownConflict[] }) {
  const reader = useReader();
  const [chosen, setChosen] = useState<ReadonlyMap<string, Side>>(new Map());
  const sideOf = (key: string) => chosen.get(key) ?? 'mine';
  const { theirs } = field.state;
  const changes = new Map(theirs?.conflicts?.map((each) => [conflictKey(each.item, each.field), each]));
  function labelOf(key: string, side: Side): string {
    if (side === 'mine') return 'Yours';
    const { at = '', author = null } = changes.get(key) ?? field.lastChange ?? {};
    const by = author === null || author === reader.username ? 'Newer' : author;
    return at === '' ? by : `${by}, ${changeTime(at, reader)}`;
  }
  return (
    <>
      {conflicts.map(({ key, name, isRichText, ...values }, index) => (
        <fieldset key={key} className={styles.conflict}>
          <legend>{name}</legend>
          {(['mine', 'theirs'] as const).map((side) => (
            <label key={side}>
              <input
                type="radio"
                name={`${id}-conflict-${index}`}
                checked={sideOf(key) === side}
                onChange={() => setChosen(new Map(chosen).set(key, side))}
              />
              {isRichText && hasVisibleText(values[side]) ? (
                <span className={styles.richChoice}>
                  {labelOf(key, side)}: <RichText html={values[side]} />
                </span>
              ) : (
                <span>
                  {labelOf(key, side)}: <b>{(!isRichText && values[side]) || '(blank)'}</b>
                </span>
              )}
            </label>
          ))}
        </fieldset>
      ))}
      <div className={styles.choice}>
        <Button onClick={() => runAndFocus(id, () => field.choose(sideOf))}>
          {conflicts.length > 0 ? 'Use these' : 'Use both'}
        </Button>
      </div>
      <p className={styles.hint}>
        All other changes, yours and theirs, are kept. The website doesn't change yet.
      </p>
    </>
  );
}

function WholeChoice({ id, field, other: author }: Part & { other: string | null }) {
  const other = author === null ? 'Use the newer version' : `Use ${possessive(author)}`;
  return (
    <>
      <div className={styles.choice}>
        <Button onClick={() => runAndFocus(id, field.keepMine)}>Keep mine</Button>
        <Button onClick={() => runAndFocus(id, field.revert)}>{other}</Button>
      </div>
      <p className={styles.hint}>
        Keep mine: your version stays here, and the website doesn't change yet. {other}: your version will be
        lost.
      </p>
    </>
  );
}

function whoChanged({ author, at }: Pick<LastSave, 'author' | 'at'>, reader: Reader): string {
  if (author === null) return 'This changed while you were editing.';
  if (author === reader.username) return 'You changed this since, such as in another tab.';
  return `${author} changed this ${at === '' ? 'while you were editing' : onOrAt(at, reader)}.`;
}

/** Returns what to do about conflicts, of which there are none if the changes fit together; undefined if they are unknown. */
function question(conflicts: readonly ShownConflict[] | undefined): string | undefined {
  if (!conflicts) return undefined;
  return conflicts.length > 0 ? 'Choose which to keep:' : 'Your changes and the newer ones fit together.';
}

function versionName(author: string | null, me: string): string {
  if (author === null) return 'The new version:';
  return author === me ? 'That version:' : 'Their version:';
}

type ClassNameProps = { className: string | undefined };

/** Runs `choose`, then focuses the field, because the pressed button disappears. */
function runAndFocus(id: string, choose: () => void): void {
  choose();
  document.getElementById(id)?.focus();
}

function StatusText({ id, field: { state, isUnsaved, lastSave, subject = '' } }: Part) {
  const { drafts, scheduled } = useEditor();
  const next = scheduled.find(({ subjects }) => subjects.includes(subject));
  const isBusy = state.status === 'saving' || isUnsaved;
  const included = includedMessage(state.receipt?.included ?? [], useReader());
  const isUnchanged = state.receipt?.changed === false && included === '';
  const time = lastSave && !isBusy && !isUnchanged && included === '' && !next && (
    <LastSaveText lastSave={lastSave} />
  );
  return (
    <span id={statusIdOf(id)}>
      <span role="status">
        {state.status === 'saving' && 'Saving…'}
        {state.status !== 'saving' && isUnsaved && 'Not saved yet'}
        {isUnsaved && state.reason && drafts.isPersistent() && ', kept on this device'}
        {!isBusy && isUnchanged && 'No changes to save'}
        {!isBusy && state.receipt?.restored && 'Undone. '}
        {!isBusy && included}
        {state.lastSave && time}
      </span>
      {/* Screen readers announce only saves since the editor was opened. */}
      {!state.lastSave && time} {next && <ScheduledNote change={next} />}
    </span>
  );
}

function LastSaveText({ lastSave }: { lastSave: LastChange }) {
  const reader = useReader();
  return <span>{lastSaveMessage(lastSave, reader)}</span>;
}
