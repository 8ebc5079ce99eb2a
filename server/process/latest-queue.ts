import { ConflictError } from '#server/platform/errors.ts';

/**
 * Creates a queue that runs one task at a time, and of those that wait under a key only the newest one. The others reject
 * with ConflictError at their turn.
 */
export function createLatestQueue() {
  let last: Promise<unknown> = Promise.resolve();
  const newest = new Map<string, object>();
  return <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    newest.set(key, work);
    const turn = last.then(() => {
      if (newest.get(key) !== work)
        throw new ConflictError('replaced', 'A newer preview has replaced this one.');
      newest.delete(key);
      return work();
    });
    last = turn.catch(() => undefined);
    return turn;
  };
}
