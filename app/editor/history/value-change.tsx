import { useState, type ReactNode } from 'react';
import type { HistoryImage, HistoryValue } from '#contract/history.ts';
import { diffRows, cellsOf, type CellChange } from './diff-rows.ts';
import { alignLists, diffWords, type Piece, shortened } from './diff-words.ts';
import styles from './value-change.module.css';

type Value = HistoryValue | null;
type ValueOf<Type extends HistoryValue['type']> = Extract<HistoryValue, { type: Type }>;
type Both<Type extends HistoryValue['type']> = {
  before: ValueOf<Type> | undefined;
  after: ValueOf<Type> | undefined;
};

/** Renders what a change removed and added. Colors, lines, and words that only screen readers read say which. */
export function ValueChange({ before, after }: { before: Value; after: Value }) {
  const type = (after ?? before)?.type;
  if (type === undefined) return <p className={styles.note}>This change can't be shown.</p>;
  const Change = CHANGES[type] as (both: Both<HistoryValue['type']>) => ReactNode;
  const valueOf = (value: Value) => (value?.type === type ? value : undefined);
  return <Change before={valueOf(before)} after={valueOf(after)} />;
}

const CHANGES = { text: TextChange, fields: FieldsChange, cells: CellsChange, order: OrderChange };

/** Renders a value without a change. */
export const ShownValue = ({ value }: { value: Value }) => <ValueChange before={value} after={value} />;

function TextChange({ before, after }: Both<'text'>) {
  const isHtml = Boolean(before?.html ?? after?.html);
  return <TextDiff before={before?.text ?? ''} after={after?.text ?? ''} isHtml={isHtml} />;
}

function TextDiff({ before, after, isHtml }: { before: string; after: string; isHtml: boolean }) {
  const { pieces, formats } = diffWords(before, after, isHtml);
  const hasWords = pieces.some(({ kind }) => kind !== 'same');
  if (pieces.length === 0 && before === after) return <p className={styles.note}>(blank)</p>;
  return (
    <>
      <p className={styles.text}>
        <Pieces pieces={hasWords ? shortened(pieces) : pieces} />
      </p>
      {formats.length > 0 && <p className={styles.note}>Formatting: {formats.join(', ')}.</p>}
      {!hasWords && formats.length === 0 && before !== after && (
        <p className={styles.note}>Only spaces, lines, or formatting changed.</p>
      )}
    </>
  );
}

const Pieces = ({ pieces }: { pieces: readonly Piece[] }) =>
  pieces.map(({ kind, text }, index) => (
    <Marked key={index} kind={kind}>
      {text}
    </Marked>
  ));

/** Marks a text as removed or added. The words are for screen readers, which mostly skip `del` and `ins`. */
function Marked({ kind, children }: { kind: Piece['kind']; children: ReactNode }) {
  if (kind === 'same') return <span data-same>{children}</span>;
  const Element = kind === 'removed' ? 'del' : 'ins';
  return (
    <Element className={styles[kind]}>
      <span className="visually-hidden"> {kind}: </span>
      {children}
      <span className="visually-hidden">; </span>
    </Element>
  );
}

function FieldsChange({ before, after }: Both<'fields'>) {
  const olds = new Map(before?.fields.map((field) => [field.label, field]));
  const news = new Map(after?.fields.map((field) => [field.label, field]));
  const labels = [...new Set([...olds.keys(), ...news.keys()])].filter(
    (label) => (olds.get(label)?.text ?? '') !== '' || (news.get(label)?.text ?? '') !== '',
  );
  const [old, next] = [before?.image, after?.image];
  return (
    <>
      {(old ?? next) !== undefined && (
        <div className={styles.images}>
          {old && before === after && <Picture image={old} />}
          {old && before !== after && <Picture image={old} caption="Before" />}
          {next && before !== after && <Picture image={next} caption="After" />}
        </div>
      )}
      <dl className={styles.fields}>
        {labels.map((label) => {
          const [oldField, newField] = [olds.get(label), news.get(label)];
          const isHtml = Boolean(oldField?.html ?? newField?.html);
          return (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <TextDiff before={oldField?.text ?? ''} after={newField?.text ?? ''} isHtml={isHtml} />
              </dd>
            </div>
          );
        })}
      </dl>
    </>
  );
}

function Picture({ image: { url, alt, note }, caption }: { image: HistoryImage; caption?: string }) {
  const [isLost, setIsLost] = useState(false);
  return (
    <figure className={styles.picture}>
      {caption && <figcaption>{caption}</figcaption>}
      {url !== undefined && !isLost && (
        <img
          src={url}
          alt={caption ? `${caption}: ${alt}` : alt}
          loading="lazy"
          onError={() => setIsLost(true)}
        />
      )}
      {isLost && <p className={styles.note}>We can't show this image.</p>}
      {note !== undefined && <p className={styles.note}>{note}.</p>}
    </figure>
  );
}

function CellsChange({ before, after }: Both<'cells'>) {
  const headers = cellsOf(before?.headers ?? undefined, after?.headers ?? undefined);
  const rows = diffRows(before?.rows ?? [], after?.rows ?? [], (after ?? before)?.firstRow ?? 1);
  const isChange = before !== after;
  const moreRows = Math.max(before?.moreRows ?? 0, after?.moreRows ?? 0);
  return (
    <>
      <ul className="plain-list">
        {headers.length > 0 && (
          <li>
            <span className={styles.label}>Headers</span> <Cells cells={headers} />
          </li>
        )}
        {rows.map(({ kind, row, cells }, index) =>
          kind === 'same' && isChange ? null : (
            <li key={index}>
              <span className={styles.label}>
                {kind === 'removed' || kind === 'added' ? `Row ${row}, ${kind}` : `Row ${row}`}
              </span>{' '}
              <Cells cells={cells} />
            </li>
          ),
        )}
      </ul>
      {moreRows > 0 && (
        <p className={styles.note}>{moreRows === 1 ? 'And 1 more row.' : `And ${moreRows} more rows.`}</p>
      )}
    </>
  );
}

function Cells({ cells }: { cells: readonly CellChange[] }) {
  return (
    <span>
      {cells.map(({ before, after }, index) => (
        <span key={index} className={styles.cell}>
          {before === after || (!before && !after) ? (
            after || '–'
          ) : (
            <>
              {before !== undefined && before !== '' && <Marked kind="removed">{before}</Marked>}{' '}
              {after !== undefined && after !== '' && <Marked kind="added">{after}</Marked>}
            </>
          )}
        </span>
      ))}
    </span>
  );
}

function OrderChange({ before, after }: Both<'order'>) {
  const olds = before?.names ?? [];
  const news = after?.names ?? [];
  const first = (after ?? before)?.firstRow ?? 1;
  const kept = new Set(
    alignLists(olds, news, (one, other) => one === other).flatMap((step) =>
      step.before !== undefined && step.after !== undefined ? [step.after] : [],
    ),
  );
  const positions = new Map(olds.map((name, index) => [name, index + first]));
  return (
    <ol className={styles.order} start={first}>
      {news.map((name, index) => (
        <li key={index}>
          {name}
          {!kept.has(name) && positions.has(name) && (
            <span className={styles.note}> (moved from position {positions.get(name)})</span>
          )}
        </li>
      ))}
    </ol>
  );
}
