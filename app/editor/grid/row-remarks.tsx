import { columnName } from './grid.ts';
import styles from './row-remarks.module.css';

type Texts = readonly string[] | undefined;

/** Renders the warnings and questions of a row below it, where they are wider than a cell. Cells have them for screen readers. */
export function RowRemarks({
  headers,
  warnings = [],
  questions = [],
}: {
  headers: readonly string[];
  warnings: Texts;
  questions: Texts;
}) {
  const remarks = headers.flatMap((_, column) => {
    const [warning, question] = [warnings[column], questions[column]];
    if (warning) return [`${columnName(headers, column)}: ${warning}`];
    return question ? [question] : [];
  });
  if (remarks.length === 0) return null;
  return (
    <div className={styles.remarks} aria-hidden="true">
      {remarks.map((remark, at) => (
        <p key={at}>{remark}</p>
      ))}
    </div>
  );
}
