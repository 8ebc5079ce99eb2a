import { Readable } from 'node:stream';

/** Enough for a disk or a bucket to be busy, and few enough that the files fit into memory. */
const WIDTH = 8;

/** Works on a few items at a time, and yields the results in the order of the items. */
export async function* inParallel<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  // Wrapped, because a stream cannot contain undefined.
  const results = Readable.from(items).map(async (item: Item) => [await work(item)], { concurrency: WIDTH });
  for await (const [result] of results as AsyncIterable<[Result]>) yield result;
}
