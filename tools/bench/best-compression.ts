import { setTimeout as sleep } from 'node:timers/promises';

/** More than the pause after a change, before which the server compresses nothing again, and one compression. */
const WAIT_MS = 2500;

/** Requests pages until the server has replaced the quickly compressed responses, which it does in the background. */
export async function waitForBestCompression(origin: string, paths: readonly string[]): Promise<void> {
  async function readEtag(path: string): Promise<string | null> {
    const response = await fetch(origin + path, { headers: { 'accept-encoding': 'br' } });
    await response.arrayBuffer();
    return response.headers.get('etag');
  }
  const readEtags = async () => (await Promise.all(paths.map(readEtag))).join();

  // The second request for a response starts the best compression.
  await readEtags();
  for (let [before, etags] = ['', await readEtags()]; etags !== before;) {
    await sleep(WAIT_MS);
    [before, etags] = [etags, await readEtags()];
  }
}
