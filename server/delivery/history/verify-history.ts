import { applyChange, findDifferences, type LoggedContent } from '#server/domains/logged-content.ts';
import { createChangeLogStore, type LogEntry } from '#server/platform/change-log/change-log-store.ts';
import { findBrokenLink, type BrokenLink } from '#server/platform/change-log/find-broken-link.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { parseValue } from '#server/platform/database/stored-values.ts';

type EntryName = Pick<LogEntry, 'version' | 'hash' | 'at'>;

export type VerifiedHistory = {
  /** Number of entries, without those that replace a trimmed part. */
  count: number;
  first: EntryName | undefined;
  newest: EntryName | undefined;
  broken: BrokenLink | undefined;
  /** Subjects whose value in the log is not the stored one. */
  differences: readonly string[];
};

/** Verifies the chain of the change log, and that its entries lead to the stored content. */
export async function verifyHistory(db: DatabaseHandle): Promise<VerifiedHistory> {
  const logged: LoggedContent = new Map();
  let [count, first, newest]: [number, EntryName | undefined, EntryName | undefined] = [
    0,
    undefined,
    undefined,
  ];
  const broken = await findBrokenLink(createChangeLogStore(db), (entry, isState) => {
    applyEntry(logged, entry, isState);
    if (isState) return;
    const { version, hash, at } = entry;
    count += 1;
    first ??= { version, hash, at };
    newest = { version, hash, at };
  });
  return { count, first, newest, broken, differences: broken ? [] : await findDifferences(db, logged) };
}

/** Applies an entry to the values that the earlier ones have made. A state is the whole value of its subject. */
export function applyEntry(
  logged: LoggedContent,
  { subject, item, ...entry }: LogEntry,
  isState: boolean,
): void {
  const after = parseValue(entry.after);
  if (isState) logged.set(subject, after);
  else applyChange(logged, { subject, item, before: parseValue(entry.before), after });
}

export function describeLink({ version, subject, missing, repeats }: BrokenLink): string {
  if (repeats !== undefined) return `Change ${version} (${subject}) repeats change ${repeats}.`;
  return missing
    ? `Changes ${missing.from} to ${missing.to} are missing from the change log, or change ${version} (${subject}) was edited.`
    : `Change ${version} (${subject}) was edited, or a change before it is missing.`;
}
