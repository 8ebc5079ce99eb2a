/** Enough for a disk or a bucket to be busy, and few enough that the files fit into memory. */
const WIDTH = 8;

/** Works on a few items at a time, and yields the results in the order of the items. */
export async function* inParallel<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  try {
    for await (const item of items) {
      const result = work(item);
      // A failure is thrown in its turn.
      result.catch(() => undefined);
      running.push(result);
      if (running.length === WIDTH) yield (await running.shift()) as Result;
    }
    while (running.length > 0) yield (await running.shift()) as Result;
  } finally {
    await Promise.allSettled(running);
  }
}
