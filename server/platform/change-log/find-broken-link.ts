import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { hashOf, RESTORE_SUBJECT, type ChangeLogStore, type LogEntry } from './change-log-store.ts';
import { HISTORY_SUBJECT } from './checkpoint.ts';

/** First entry that does not continue the chain. `missing` is set if entries before it are likely missing. */
export type BrokenLink = {
  version: number;
  subject: string;
  missing: { from: number; to: number } | undefined;
  /** Entry that it repeats. */
  repeats?: number;
};

/**
 * Verifies the chain of the change log from its first entry, or from its checkpoint. Returns the first entry that was
 * edited or repeated, or whose predecessors are missing; undefined if the chain is complete. It cannot detect that the
 * newest entries are missing: for that, compare the id of an entry that was noted elsewhere, such as in a backup.
 * Calls `onEntry` with each entry in its order. Before the checkpoint, that is the whole value of each subject.
 */
export async function findBrokenLink(
  changeLog: Pick<ChangeLogStore, 'pages' | 'checkpoint'>,
  onEntry: (entry: LogEntry, isState: boolean) => void = () => undefined,
): Promise<BrokenLink | undefined> {
  const checkpoint = await changeLog.checkpoint();
  const trimmed = checkpoint?.version ?? 0;
  const states = createStatesHash();
  let previous: Pick<LogEntry, 'version' | 'hash'> & Partial<LogEntry> = { version: 0, hash: '' };
  for await (const page of changeLog.pages()) {
    for (const entry of page) {
      const { version, subject } = entry;
      const isState = version <= trimmed;
      if (isState) {
        states.add(entry);
      } else {
        if (checkpoint && previous.version <= trimmed) previous = checkpoint;
        if (entry.hash !== hashOf(previous.hash, entry)) {
          if (isSame(entry, previous))
            return { version, subject, missing: undefined, repeats: previous.version };
          const hasGap = version > previous.version + 1 && subject !== RESTORE_SUBJECT;
          const missing = hasGap ? { from: previous.version + 1, to: version - 1 } : undefined;
          return { version, subject, missing };
        }
        previous = entry;
      }
      onEntry(entry, isState);
    }
  }
  const isStates = checkpoint === undefined || checkpoint.states === states.digest();
  return isStates ? undefined : { version: trimmed, subject: HISTORY_SUBJECT, missing: undefined };
}

/** Returns the hash of the entries that replace a trimmed part: of their columns as JSON, in their order. */
export function createStatesHash() {
  const hash = createHash('sha256');
  return {
    add({ version, at, origin, author, subject, item, before, after, hash: own }: LogEntry) {
      hash.update(JSON.stringify([version, at, origin, author, subject, item, before, after, own]));
    },
    digest: () => hash.digest('hex'),
  };
}

const isSame = (
  { version: _version, hash: _hash, ...one }: LogEntry,
  { version: _other, hash: _otherHash, ...other }: Partial<LogEntry>,
) => isDeepStrictEqual(one, other);
