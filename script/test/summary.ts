import { BUDGETS, type Budget } from '#tests/budgets.ts';
import type { Entry } from '#tests/support/tally.ts';

const FILES_NAMED = 5;

/** Returns the last lines of a run, with the failed tests and the counts, and whether it failed. */
export function summarize(
  entries: readonly Entry[],
  { problems, checksBudgets }: { problems: readonly string[]; checksBudgets: boolean },
): { text: string; failed: boolean } {
  const named = (outcome: string) =>
    entries.flatMap((entry) => ('test' in entry && entry.outcome === outcome ? [entry.test] : []));
  const budgets = Object.keys(BUDGETS) as Budget[];
  const failures = [
    ...problems,
    ...named('failed'),
    ...(checksBudgets ? budgets.flatMap((budget) => overspending(budget, entries)) : []),
  ];
  const passed = named('passed').length + named('flaky').length;
  if (passed + failures.length === 0) failures.push('No test ran.');
  const amounts = budgets.map((budget) => `${filesUsing(budget, entries).length} ${budget}`);
  const lines = [
    `Skipped: ${named('skipped').length} tests. Used: ${amounts.join(', ')}.`,
    ...named('flaky').map((test) => `FLAKY ${test}`),
    ...failures.map((failure) => `FAILED ${(failure.split('\n')[0] ?? '').slice(0, 300)}`),
    `${passed} passed, ${failures.length} failed`,
  ];
  return { text: lines.join('\n'), failed: failures.length > 0 };
}

const filesUsing = (budget: Budget, entries: readonly Entry[]) =>
  entries.flatMap((entry) => ('used' in entry && entry.used === budget ? [entry.file] : []));

function overspending(budget: Budget, entries: readonly Entry[]): string[] {
  const files = filesUsing(budget, entries);
  if (files.length <= BUDGETS[budget]) return [];
  const most = Object.entries(Object.groupBy(files, (file) => file))
    .map(([file, uses = []]) => ({ file, count: uses.length }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, FILES_NAMED)
    .map(({ file, count }) => `${file} (${count})`);
  return [
    `tests/budgets.ts: ${files.length} ${budget}, more than ${BUDGETS[budget]}. Most by ${most.join(', ')}`,
  ];
}
