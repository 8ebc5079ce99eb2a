import { useState } from 'react';
import type { Attention } from '#contract/attention.ts';
import { Link } from '#app/router/link.tsx';
import { Button } from '#app/editor/shell/button.tsx';
import { focusField } from '#app/editor/shell/keep-in-view.ts';
import type { AttentionState } from '#app/editor/shell/use-attention.ts';
import styles from './attention-list.module.css';

/** Number of entries that show without a tap, so that the prices stay near the top of a phone. */
const SHOWN = 3;

/** Renders what needs attention, with a link to the field of each. Renders nothing when all is well. */
export function AttentionList({ items, hide, showAgain }: AttentionState) {
  const [last, setLast] = useState<Attention>();
  const [isLong, setIsLong] = useState(false);
  const more = items.length - SHOWN;
  if (items.length === 0 && !last) return null;
  return (
    <section className={`${styles.list} gold-note`} aria-label="Needs attention">
      {items.length > 0 && <h2>Needs attention</h2>}
      <ul className="plain-list">
        {(isLong ? items : items.slice(0, SHOWN)).map((item) => (
          <li key={item.id}>
            <FieldLink item={item} />
            <Button
              look="link"
              aria-label={`Hide for a week: ${item.text}`}
              onClick={() => {
                hide(item.id);
                setLast(item);
              }}
            >
              Hide for a week
            </Button>
          </li>
        ))}
      </ul>
      {!isLong && more > 0 && (
        <Button look="link" onClick={() => setIsLong(true)}>
          Show {more} more
        </Button>
      )}
      <div className={styles.hidden}>
        <p role="status">{last && `Hidden on this device for a week: ${last.text}.`}</p>
        {last && (
          <Button
            look="link"
            onClick={() => {
              showAgain(last.id);
              setLast(undefined);
            }}
          >
            Undo
          </Button>
        )}
      </div>
    </section>
  );
}

/** Links to a field of the dashboard. If this page has the field, focuses it instead. */
function FieldLink({ item: { text, path, field, row } }: { item: Attention }) {
  return (
    <Link
      to={path}
      state={{ field, row }}
      onClick={(event) => {
        const main = event.currentTarget.closest('main');
        const { button, ctrlKey, metaKey, shiftKey } = event;
        if (button !== 0 || ctrlKey || metaKey || shiftKey) return;
        if (!main || field === undefined || !main.querySelector(`[data-field="${field}"]`)?.checkVisibility())
          return;
        event.preventDefault();
        focusField(main, { field });
      }}
    >
      {text}
    </Link>
  );
}
