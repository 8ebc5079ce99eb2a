import { useEffect, useId, useRef, useState, type ComponentProps } from 'react';
import type { VersionId } from '#contract/content-version.ts';
import type { HistoryEntry, HistoryQuery } from '#contract/history.ts';
import type { HistoryList } from '#app/editor/history/history-list.tsx';
import { Button } from '#app/editor/shell/button.tsx';
import { adminApi } from '#app/editor/shell/admin-api.ts';
import { Loaded } from '#app/editor/shell/editor-query-view.tsx';
import { importResult } from '#app/editor/shell/use-editor-query.ts';
import { useReader } from './editor-context.ts';
import type { AnyField } from './use-field.ts';
import styles from './field-history.module.css';

type History = NonNullable<AnyField['history']>;

const historyIdOf = (id: string) => `${id}-history`;
const buttonIdOf = (historyId: string) => `${historyId}-button`;

export const FieldHistoryButton = ({ id, history }: { id: string; history: History }) => (
  <HistoryButton
    id={historyIdOf(id)}
    label="History"
    isShown={history.shown !== undefined}
    onPress={history.shown ? history.hide : history.show}
  />
);

/** Renders the history of a field below it, once it is opened. */
export function FieldHistory({
  id,
  name,
  field: { history, state },
  className,
}: {
  id: string;
  name: string;
  field: AnyField;
  className: string | undefined;
}) {
  if (!history?.shown) return null;
  const { query, shown, restore, reload, hide } = history;
  return (
    <HistoryPanel
      id={historyIdOf(id)}
      name={name}
      className={className}
      query={query}
      version={state.version}
      question={shown.question}
      baseVersionOf={newestOf}
      onRestore={restore}
      onKeep={reload}
      onClose={hide}
    />
  );
}

/** Returns the newest change in the list, which shows all of them. */
const newestOf = (entry: HistoryEntry, [newest = entry]: readonly HistoryEntry[]) => newest.id;

/** Renders the button that opens the history of a list's items, and the history below it. */
export function ListHistory({
  id,
  name,
  query,
  onRestored,
}: {
  id: string;
  name: string;
  query: HistoryQuery;
  /** Called after a restore, to load the list again. */
  onRestored: () => void;
}) {
  const [isShown, setIsShown] = useState(false);

  async function restore(changes: string, baseVersion: VersionId) {
    const result = await adminApi.restoreChanges(changes, baseVersion);
    if (result.outcome === 'done') onRestored();
    return result;
  }

  return (
    <div className={styles.ofList}>
      <HistoryButton
        id={id}
        label={`History: ${name}`}
        isShown={isShown}
        onPress={() => setIsShown(!isShown)}
      />
      {isShown && (
        <HistoryPanel
          id={id}
          name={name}
          query={query}
          onRestore={restore}
          onKeep={onRestored}
          onClose={() => setIsShown(false)}
        />
      )}
    </div>
  );
}

function HistoryButton({
  id,
  label,
  isShown,
  onPress,
}: {
  id: string;
  label: string;
  isShown: boolean;
  onPress: () => void;
}) {
  return (
    <Button
      id={buttonIdOf(id)}
      look="link"
      aria-expanded={isShown}
      aria-controls={isShown ? id : undefined}
      onClick={onPress}
    >
      {label}
    </Button>
  );
}

/** Loads the list of changes, which most visits to the editor do not need. */
const loadList = () => importResult(import('#app/editor/history/lazy-history-list.ts'));

function HistoryPanel({
  id,
  name,
  className = '',
  onClose,
  ...list
}: Omit<ComponentProps<typeof HistoryList>, 'reader' | 'nameOf'> & {
  id: string;
  name: string;
  className?: string | undefined;
  onClose: () => void;
}) {
  const reader = useReader();
  const headingId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const { query, question } = list;

  useEffect(() => title.current?.focus(), []);

  return (
    <div id={id} className={`${styles.panel} ${className}`} role="group" aria-labelledby={headingId}>
      <h3 ref={title} id={headingId} tabIndex={-1}>
        {`History: ${name}`}
      </h3>
      <Loaded from={loadList} noun="history" label="Loading history">
        {({ HistoryList: List }) => (
          <List
            {...list}
            key={`${JSON.stringify(query)} ${question?.changes ?? ''}`}
            reader={reader}
            nameOf={({ item }) => item.id !== query.item && item.name}
          />
        )}
      </Loaded>
      <Button
        onClick={() => {
          onClose();
          document.getElementById(buttonIdOf(id))?.focus();
        }}
      >
        Close history
      </Button>
    </div>
  );
}
