import { useEditor } from './editor-context.ts';
import controls from '#app/editor/shell/controls.module.css';
import { addDays } from '#shared/date-time.ts';
import styles from './season-input.module.css';

/** Length of a harvest when its dates are first chosen. */
const HARVEST_DAYS = 60;

type SeasonProps = {
  id: string;
  /** As `seasonOn` reads it. */
  value: string;
  /** What no choice means. */
  unset: string;
  onChange: (season: string) => void;
};

/** Renders the choice of the hours that hold, and the first and last day of harvest if they depend on the date. */
export function SeasonInput({ id, value, unset, onChange }: SeasonProps) {
  const { today } = useEditor();
  const [from = '', to] = value.split('/');
  const choose = (choice: string) =>
    onChange(choice === 'dates' ? `${today}/${addDays(today, HARVEST_DAYS)}` : choice);
  return (
    <div className={styles.season}>
      <select
        id={id}
        className={controls.input}
        value={to === undefined ? value : 'dates'}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">{unset}</option>
        <option value="normal">Normal hours</option>
        <option value="harvest">Harvest hours</option>
        <option value="dates">Harvest hours by date</option>
      </select>
      {to !== undefined && (
        <>
          <DayInput label="Harvest from" value={from} onChange={(day) => onChange(`${day}/${to}`)} />
          <DayInput label="through" value={to} onChange={(day) => onChange(`${from}/${day}`)} />
        </>
      )}
    </div>
  );
}

type DayProps = { label: string; value: string; onChange: (day: string) => void };

const DayInput = ({ label, value, onChange }: DayProps) => (
  <label>
    {label}{' '}
    <input
      type="date"
      className={controls.input}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </label>
);
