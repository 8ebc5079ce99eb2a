import { CONTENT_VERSION_HEADER } from '#contract/paths.ts';

export type Answered<Value> = { value: Value; version: number };

/** Type guard for response bodies. A captive portal can respond with anything. */
type IsAnswer<Value> = (answer: unknown) => answer is Value;

export type Calls = ReturnType<typeof createCalls>;

/** Creates the client for read endpoints. It rejects on network errors, error statuses and unexpected bodies. */
export function createCalls(firstVersion: number) {
  let known = firstVersion;

  async function call<Value>(path: string, isAnswer: IsAnswer<Value>, init?: RequestInit) {
    const response = await fetch(path, init);
    if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
    const value: unknown = await response.json();
    if (!isAnswer(value)) throw new Error(`${path} answered something else.`);
    const version = Number(response.headers.get(CONTENT_VERSION_HEADER) ?? firstVersion);
    known = Math.max(known, version);
    return { value, version } satisfies Answered<Value>;
  }

  return {
    /** Returns the newest content version seen so far. */
    knownVersion: () => known,

    get: <Value>(path: string, isAnswer: IsAnswer<Value>) => call(path, isAnswer),

    /** Sends a read request whose parameters are too long for a URL, by POST. */
    ask: <Value>(path: string, question: unknown, isAnswer: IsAnswer<Value>) =>
      call(path, isAnswer, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(question),
      }),
  };
}
