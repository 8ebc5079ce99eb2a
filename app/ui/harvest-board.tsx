import { useEffect } from 'react';
import { HARVEST_STATUS_LABELS, type HarvestEntry, type HarvestStatus } from '#contract/harvest.ts';
import {
  ageText,
  asOfText,
  detailsOf,
  keepHarvest,
  nameOf,
  untilText,
  waitText,
} from '#shared/harvest-text.ts';
import type { HarvestContent } from '#shared/page-content.ts';
import { Times } from './times.tsx';
import { useSite } from './site-context.ts';
import styles from './harvest-board.module.css';

/** Renders what a location takes below a heading, or nothing if that is not posted. */
export function LocationHarvest({ id, board }: { id: string; board: HarvestContent | undefined }) {
  const entries = board?.entries.filter(({ locationId }) => locationId === id) ?? [];
  if (!board || entries.length === 0) return null;
  return (
    <>
      <h3 className={styles.heading}>Harvest Board</h3>
      <HarvestBoard {...board} entries={entries} isOne />
    </>
  );
}

type Place = {
  /** Whether the board is below a heading of a page, and not the page itself. */
  isPart?: boolean | undefined;
  /** Whether the board is that of one location, without its name. */
  isOne?: boolean | undefined;
};

/** Renders what each location takes. Only the app's pages hydrate it. */
export function HarvestBoard({ entries, now, ...place }: HarvestContent & Place) {
  useEffect(() => {
    const timer = keepHarvest(ageText);
    return () => clearInterval(timer);
  }, [entries]);
  const locations = [...Map.groupBy(entries, ({ locationId }) => locationId)];
  return (
    <div
      className={styles.board}
      data-many={sizeOf(locations.length)}
      data-one={place.isOne}
      data-part={place.isPart}
    >
      {locations.map(([id, own]) => (
        <Location key={id} entries={own} now={now} {...place} />
      ))}
    </div>
  );
}

/** Says how small the board has to be printed, so that it fits on a sheet. */
const sizeOf = (locations: number) => (locations > 32 ? 'most' : locations > 4 ? 'many' : undefined);

type LocationProps = { entries: readonly HarvestEntry[]; now: number } & Place;

function Location({ entries, now, isPart, isOne }: LocationProps) {
  const Heading = isPart ? 'h3' : 'h2';
  const times = entries.flatMap(partsOf).map(({ asOf, until }) => ({ asOf, until }));
  const [first] = times;
  const areSame = times.every(({ asOf, until }) => asOf === first?.asOf && until === first.until);
  return (
    <section className={styles.location}>
      <div className={styles.head} hidden={isOne && !areSame}>
        {!isOne && <Heading>{entries[0]?.location}</Heading>}
        {areSame && first && <Posted {...first} now={now} />}
      </div>
      <ul className="plain-list">
        {entries.map((entry) => (
          <li key={entry.commodity} className={styles.entry}>
            <Entry entry={entry} now={now} hasTimes={!areSame} heading={isPart || isOne ? 'h4' : 'h3'} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type Part = { asOf: string; until: string | null };

/** Returns the parts of an entry that have their own times. */
const partsOf = ({ asOf, until, waitAsOf, waitUntil }: HarvestEntry): Part[] => [
  ...(asOf === null ? [] : [{ asOf, until }]),
  ...(waitAsOf === null ? [] : [{ asOf: waitAsOf, until: waitUntil }]),
];

/** Returns the value of `data-ends`: a time in epoch ms, or 0 for no end. */
export const endsAt = (until: string | null) => (until === null ? 0 : Date.parse(until));

type EntryProps = { entry: HarvestEntry; now: number; hasTimes: boolean; heading: 'h3' | 'h4' };

function Entry({ entry, now, hasTimes, heading: Heading }: EntryProps) {
  const { status, asOf, until, wait, waitAsOf, waitUntil } = entry;
  const details = detailsOf(entry);
  const isOneTime = waitAsOf === asOf && waitUntil === until;
  return (
    <>
      <Heading className={styles.name}>{nameOf(entry)}</Heading>{' '}
      {asOf !== null && (
        <div className={styles.part} data-ends={endsAt(until)}>
          {status && <Status status={status} />}
          {details.length > 0 && (
            <p className={styles.details}>
              <Times text={details.join(' · ')} />
            </p>
          )}
          {hasTimes && !isOneTime && <Posted asOf={asOf} until={until} now={now} />}
        </div>
      )}
      {wait !== null && waitAsOf !== null && (
        <div className={styles.part} data-ends={endsAt(waitUntil)}>
          <p className={asOf === null ? styles.status : styles.wait}>{waitText(wait)}</p>
          {hasTimes && <Posted asOf={waitAsOf} until={waitUntil} now={now} />}
        </div>
      )}
    </>
  );
}

function Posted({ asOf, until, now }: Part & { now: number }) {
  const { timeZone } = useSite();
  const ms = Date.parse(asOf);
  return (
    <p className={`${styles.posted} fine-print`} data-ends={endsAt(until)}>
      <time className="nowrap" dateTime={asOf}>
        {asOfText(asOf, now, timeZone)}
      </time>
      {/* On paper, it would soon be wrong. */}
      <span className="no-print">
        {', '}
        <span className="nowrap" data-as-of={ms}>
          {ageText(ms, now)}
        </span>
      </span>
      {'. '}
      <span className="nowrap">{untilText(until, timeZone)}</span>
    </p>
  );
}

/** Shapes that differ without color. */
const SHAPES: Record<HarvestStatus, string> = {
  taking: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1z',
  limited: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1zm0 2v10A5 5 0 0 0 8 3z',
  full: 'M2 2h12v12H2z',
  'not-taking': 'M4 1.5 8 5.5l4-4L14.5 4l-4 4 4 4-2.5 2.5-4-4-4 4L1.5 12l4-4-4-4z',
};

export const StatusShape = ({ status }: { status: HarvestStatus }) => (
  <svg viewBox="0 0 16 16" width=".8em" height=".8em" aria-hidden="true">
    <path d={SHAPES[status]} fill="currentColor" fillRule="evenodd" />
  </svg>
);

const Status = ({ status }: { status: HarvestStatus }) => (
  <p className={styles.status} data-status={status}>
    <StatusShape status={status} /> {HARVEST_STATUS_LABELS[status]}
  </p>
);
