import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** Reads a file of the worker. Follows no link, because a malicious image could make it link to the database. */
export async function* readMade(path: string): AsyncGenerator<Buffer> {
  // Windows lacks the last two flags, and `|` ignores undefined.
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  await using file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  yield* file.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>;
}
