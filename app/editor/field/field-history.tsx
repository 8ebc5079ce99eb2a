import type { HistoryEntry } from '#contract/history.ts';
import { HistoryPanel } from '#app/editor/history/history-panel.tsx';
import { useReader } from './editor-context.ts';
import type { AnyField } from './use-field.ts';
import controls from '#app/editor/shell/controls.module.css';

type History = NonNullable<AnyField['history']>;

const historyIdOf = (id: string) => `${id}-history`;
const buttonIdOf = (id: string) => `${id}-history-button`;

export function HistoryButton({ id, history }: { id: string; history: History }) {
  const isShown = history.shown !== undefined;
  return (
    <button
      id={buttonIdOf(id)}
      type="button"
      className={controls.link}
      aria-expanded={isShown}
      aria-controls={isShown ? historyIdOf(id) : undefined}
      onClick={isShown ? history.hide : history.show}
    >
      History
    </button>
  );
}

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
  const reader = useReader();
  if (!history?.shown) return null;
  const { query, shown, restore, reload, hide } = history;
  return (
    <HistoryPanel
      id={historyIdOf(id)}
      heading={`History: ${name}`}
      className={className}
      query={query}
      version={state.version}
      reader={reader}
      question={shown.question}
      baseVersionOf={newestOf}
      nameOf={({ item }) => item.id !== query.item && item.name}
      onRestore={restore}
      onKeep={reload}
      onClose={() => {
        hide();
        document.getElementById(buttonIdOf(id))?.focus();
      }}
    />
  );
}

/** Returns the newest change in the list, which shows all of them. */
const newestOf = (entry: HistoryEntry, [newest = entry]: readonly HistoryEntry[]) => newest.id;
