import type { Barchart } from '#server/platform/settings/config.ts';
import { FuturesSourceError, type FuturesSource } from './futures-source.ts';
import { checkStatus, readBarchartQuotes } from './read-barchart-quotes.ts';

/** Request timeout, including the response body. */
const TIMEOUT_MS = 10_000;
/** Maximum response length; a few kilobytes are usual. */
const MAX_CHARACTERS = 1_000_000;

/** Creates a source that reads delayed prices from Barchart's getQuote API. */
export function createBarchartSource(
  { url, apiKey }: Barchart,
  { now = () => Date.now(), timeLimitMs = TIMEOUT_MS } = {},
): FuturesSource {
  async function request(symbols: readonly string[], closing: AbortSignal): Promise<string> {
    const query = new URLSearchParams({ apikey: apiKey, symbols: symbols.join(','), mode: 'I' });
    const limit = AbortSignal.timeout(timeLimitMs);
    const signal = AbortSignal.any([limit, closing]);
    try {
      // Reject redirects, which could send the API key in the URL to another host.
      const response = await fetch(`${url}/getQuote.json?${query}`, { signal, redirect: 'error' });
      return await readText(response);
    } catch (error) {
      if (error instanceof FuturesSourceError) throw error;
      // Drop the error of `fetch`, which could contain the URL.
      throw new FuturesSourceError(
        limit.aborted ? `No complete response within ${timeLimitMs} ms.` : 'The connection failed.',
      );
    }
  }

  return {
    async read(symbols, signal) {
      const text = await request(symbols, signal);
      return readBarchartQuotes(parse(text), { symbols, now: now() });
    },
  };
}

const NO_CONTENT = '{"status":{"code":204}}';

async function readText(response: Response): Promise<string> {
  let text = '';
  if (response.status === 204) return NO_CONTENT;
  if (!response.ok) await response.body?.cancel();
  checkStatus(response.status);
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    if (text.length > MAX_CHARACTERS) throw new FuturesSourceError('The response is too large.');
  }
  return text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FuturesSourceError("The response isn't JSON.");
  }
}
