import type { HistoryEntry } from '#contract/history.ts';
import { calendarDay } from '#shared/date-time.ts';

/** A change, or several of the demo content next to each other. */
export type HistoryRun = { first: HistoryEntry; more: readonly HistoryEntry[] };

/** Groups changes, newest first, by their day. */
export function daysOf(
  entries: readonly HistoryEntry[],
  timeZone: string,
): [day: string, runs: HistoryRun[]][] {
  const days = Map.groupBy(entries, ({ at }) => calendarDay(new Date(at), timeZone));
  return [...days].map(([day, ofDay]) => [day, runsOf(ofDay)]);
}

function runsOf(entries: readonly HistoryEntry[]): HistoryRun[] {
  const runs: { first: HistoryEntry; more: HistoryEntry[] }[] = [];
  for (const entry of entries) {
    const last = runs.at(-1);
    if (entry.origin === 'demo' && last?.first.origin === 'demo') last.more.push(entry);
    else runs.push({ first: entry, more: [] });
  }
  return runs;
}
