import type { Content } from '#server/content/content.ts';
import type { Effort, Answer } from './answer.ts';

/** More keys than the site has pages and usual questions; a flood of others only pushes each other out. */
const MAX_ANSWERS = 500;

/** Makes the answer of a key, for somebody who waits or in the background. */
export type MakeAnswer = (effort: Effort) => Promise<Answer>;

export type AnswerCache = {
  /** The kept answer of an exact address, or undefined. */
  find(url: string): Answer | undefined;
  /** The kept answer, or a new one: made quickly, kept, and replaced by a better compressed one soon after. */
  get(url: string, make: MakeAnswer): Promise<Answer>;
};

/**
 * Answers in memory, valid for one content version and one state of the clock: a calendar day of the cooperative, and
 * which prices are old. Dropped whole when either moves: a page is never older than the newest change.
 */
export function createAnswerCache({
  keep = true,
  recompress = true,
  content,
  clockState,
}: {
  content: Pick<Content, 'onChange'>;
  /** A text that is another one whenever the clock alone changes what answers say. */
  clockState: () => string;
  /** False while developing: every request makes its answer anew. */
  keep?: boolean;
  /** False keeps the quickly compressed responses, which costs less processor time. */
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

  /** Looking at the clock once a second is soon enough. */
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
    // What is made now belongs to the content of now: if that changes meanwhile, it goes into a map nobody reads.
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
