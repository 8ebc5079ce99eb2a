import { CONTENT_VERSION_HEADER } from '#contract/paths.ts';

/** What a call answered, and the content version that it was read from. */
export type Answered<Value> = { value: Value; version: number };

/** Tells whether what came has the shape to show; a captive portal answers anything. */
type IsAnswer<Value> = (answer: unknown) => answer is Value;

export type Calls = ReturnType<typeof createCalls>;

/** The reading calls. Each rejects when it is refused, answers something else, or does not get through. */
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
    /** The newest content version that an answer has told of. */
    knownVersion: () => known,

    get: <Value>(path: string, isAnswer: IsAnswer<Value>) => call(path, isAnswer),

    /** A question that is too long for an address. */
    ask: <Value>(path: string, question: unknown, isAnswer: IsAnswer<Value>) =>
      call(path, isAnswer, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(question),
      }),
  };
}
