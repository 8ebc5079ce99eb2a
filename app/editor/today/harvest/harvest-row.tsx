import { memo, useState } from 'react';
import {
  HARVEST_LABELS,
  HARVEST_MAX_LENGTH,
  HARVEST_STATUS_LABELS,
  HARVEST_STATUSES,
} from '#contract/harvest.ts';
import { percentText } from '#shared/harvest-text.ts';
import { useReader } from '#app/editor/field/editor-context.ts';
import { LabeledInput } from '#app/editor/field/labeled-input.tsx';
import { changeTime } from '#app/editor/field/last-save-message.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { StrokeIcon } from '#app/editor/shell/stroke-icon.tsx';
import controls from '#app/editor/shell/controls.module.css';
import { isPosted, steppedWait, UNTIL_CHOICES, valueText, type HarvestRow } from './harvest-rows.ts';
import styles from './harvest.module.css';

type Props = {
  row: HarvestRow;
  isUnsaved: boolean;
  /** Changes the row without saving it, such as while someone types. */
  onType: (id: string, change: Partial<HarvestRow>) => void;
  /** Changes the row, and saves it. */
  onPost: (id: string, change: Partial<HarvestRow>) => void;
};

const TEXTS = ['moisture', 'limits', 'note'] as const;
const EXAMPLES = { moisture: 'Such as 15.5%', limits: 'Such as test weight 54', note: '' };

/** Renders what a location takes of a commodity, or of a location as a whole, the wait at its scale. */
export const HarvestRowView = memo(function HarvestRowView({ row, isUnsaved, onType, onPost }: Props) {
  const reader = useReader();
  const [isOpen, setOpen] = useState(false);
  const { id, name, commodity, status } = row;
  const details = [
    row.asOf && changeTime(row.asOf, reader),
    row.until && untilText(row.until),
    percentText(row.moisture),
  ];
  return (
    <div className={styles.row} role="group" aria-label={name} data-unsaved={isUnsaved}>
      <div className={styles.head}>
        <h3>{commodity || 'Wait at the scale'}</h3>
        <p>{isUnsaved ? 'Not posted yet' : details.filter(Boolean).join(' · ')}</p>
        <Button
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Less' : 'More'}, ${name}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Less' : 'More'}
        </Button>
      </div>
      {commodity === '' ? (
        <Wait row={row} onPost={onPost} />
      ) : (
        <div className={styles.statuses}>
          {HARVEST_STATUSES.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={status === each}
              onClick={() =>
                // A second tap on the same status says that it still holds.
                onPost(
                  id,
                  status === each && !isUnsaved ? { tappedAt: new Date().toISOString() } : { status: each },
                )
              }
            >
              {HARVEST_STATUS_LABELS[each]}
            </button>
          ))}
        </div>
      )}
      {isOpen && <More {...{ row, onType, onPost }} />}
    </div>
  );
});

const untilText = (until: string) => `until ${valueText('until', until)}`;

function More({ row, onType, onPost }: Omit<Props, 'isUnsaved'>) {
  const { id, commodity } = row;
  const inputId = (field: string) => `harvest-${id}-${field}`;
  const untils = [...new Set([...UNTIL_CHOICES, row.until])].filter(Boolean);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- posts when a box is left
    <form
      className={styles.more}
      onSubmit={(event) => {
        event.preventDefault();
        onPost(id, {});
      }}
      onBlur={({ target }) => target instanceof HTMLInputElement && onPost(id, {})}
    >
      {commodity !== '' && <Wait row={row} onPost={onPost} />}
      <div hidden={!isPosted(row)}>
        <label className={controls.label} htmlFor={inputId('until')}>
          {HARVEST_LABELS.until}
        </label>
        <select
          id={inputId('until')}
          className={controls.input}
          value={row.until || 'today'}
          onChange={({ target }) => onPost(id, { until: target.value })}
        >
          {untils.map((each) => (
            <option key={each} value={each}>
              {valueText('until', each)}
            </option>
          ))}
        </select>
      </div>
      {TEXTS.map((field) => (
        <LabeledInput
          key={field}
          id={inputId(field)}
          label={HARVEST_LABELS[field]}
          value={row[field]}
          placeholder={EXAMPLES[field]}
          maxLength={HARVEST_MAX_LENGTH[field]}
          onType={(text) => onType(id, { [field]: text })}
        />
      ))}
      <div>
        <label className={controls.label} htmlFor={inputId('closes')}>
          {HARVEST_LABELS.closes}
        </label>
        <input
          id={inputId('closes')}
          type="time"
          className={controls.input}
          value={row.closes}
          onChange={({ target }) => onType(id, { closes: target.value })}
        />
      </div>
      {isPosted(row) && (
        <Button
          onClick={() => onPost(id, { status: '', moisture: '', limits: '', closes: '', note: '', wait: '' })}
        >
          Take down
        </Button>
      )}
      {/* Enter in a box posts it. */}
      <input type="submit" hidden />
    </form>
  );
}

function Wait({ row: { id, name, commodity, wait }, onPost }: Pick<Props, 'row' | 'onPost'>) {
  return (
    <div className={styles.wait}>
      {commodity !== '' && <span className={controls.label}>{HARVEST_LABELS.wait}</span>}
      <button
        type="button"
        aria-label={`5 minutes less, ${name}`}
        disabled={wait === ''}
        onClick={() => onPost(id, { wait: steppedWait(wait, -1) })}
      >
        <StrokeIcon path="M2 8h12" width={2.5} />
      </button>
      <b>{wait === '' ? 'None' : `${wait} min`}</b>
      <button
        type="button"
        aria-label={`5 minutes more, ${name}`}
        onClick={() => onPost(id, { wait: steppedWait(wait, 1) })}
      >
        <StrokeIcon path="M2 8h12M8 2v12" width={2.5} />
      </button>
    </div>
  );
}
