import type { HoursException } from '#contract/locations.ts';
import { useEditor } from './editor-context.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { formatDay } from '#shared/date-time.ts';
import { comingHolidays } from '#shared/holidays.ts';
import styles from './holidays.module.css';

type HolidaysProps = {
  days: readonly Pick<HoursException, 'date' | 'until'>[];
  onAdd: (day: HoursException) => void;
};

/** Renders a button for each coming holiday that is not among the special days. */
export function Holidays({ days, onAdd }: HolidaysProps) {
  const { today } = useEditor();
  const coming = comingHolidays(today, days);
  return (
    <div className={styles.holidays} role="group" aria-label="Close on a holiday">
      {coming.map(({ name, date }) => (
        <Button
          key={date}
          look="link"
          aria-label={`Close on ${name}, ${formatDay(date)}`}
          onClick={() => onAdd({ date, hours: 'closed', reason: name })}
        >
          {name}, {formatDay(date)}
        </Button>
      ))}
    </div>
  );
}
