import type { Content } from '#server/content/content.ts';
import type { Effort, Answer } from './answer.ts';

/** Maximum number of cached responses. The oldest entry is evicted first. */
const MAX_ANSWERS = 500;

export type MakeAnswer = (effort: Effort) => Promise<Answer>;

export type AnswerCache = {
  find(url: string): Answer | undefined;
  /** Returns the cached response, or creates one with quick compression and soon replaces it by a smaller one. */
  get(url: string, make: MakeAnswer): Promise<Answer>;
};

/**
 * Creates an in-memory cache of responses, which is cleared when the content version or the clock state changes, so
 * that a page is never older than the latest change.
 */
export function createAnswerCache({
  keep = true,
  recompress = true,
  content,
  clockState,
}: {
  content: Pick<Content, 'onChange'>;
  /** Returns a text that changes whenever the clock alone changes responses. */
  clockState: () => string;
  keep?: boolean;
  /** False keeps the quickly compressed responses, which saves processor time. */
  recompress?: boolean | undefined;
}): AnswerCache {
  let answers = new Map<string, Answer>();
  let underWay = new Map<string, Promise<Answer>>();
  let state = clockState();
  let stateIsCheckedUntil = 0;

  function clear() {
    answers = new Map();
    underWay = new Map();
  }
  content.onChange(clear);

  /** Clears the cache if the clock state has changed. Checks at most once per second. */
  function dropOutdated() {
    const now = Date.now();
    if (now < stateIsCheckedUntil) return;
    stateIsCheckedUntil = now + 1000;
    const next = clockState();
    if (next === state) return;
    state = next;
    clear();
  }

  async function fill(url: string, make: MakeAnswer): Promise<Answer> {
    // Write to this map, which `clear` replaces when the content changes, so that an outdated entry is dropped.
    const ours = answers;
    const answer = await make('quick');
    if (!keep) return answer;
    if (ours.size >= MAX_ANSWERS) ours.delete(ours.keys().next().value ?? '');
    ours.set(url, answer);
    if (!recompress) return answer;
    make('best').then(
      (better) => ours.has(url) && ours.set(url, better),
      () => undefined,
    );
    return answer;
  }

  return {
    find(url) {
      dropOutdated();
      return answers.get(url);
    },

    async get(url, make) {
      dropOutdated();
      const known = answers.get(url) ?? underWay.get(url);
      if (known) return known;
      const theirs = underWay;
      const filling = fill(url, make).finally(() => theirs.delete(url));
      theirs.set(url, filling);
      return filling;
    },
  };
}
