import type { Clock, Visibility } from '#app/browser/while-visible.ts';

/** Creates the window and document of a page, and a clock that only `run` moves. */
export function aFakePage() {
  const page = { window: new EventTarget(), document: new EventTarget(), isVisible: () => isVisible };
  let isVisible = true;
  let now = 0;
  let ids = 0;
  const timers = new Map<number, { at: number; handler: () => void }>();
  const clock = {
    setTimeout(handler: () => void, ms = 0) {
      timers.set((ids += 1), { at: now + ms, handler });
      return ids;
    },
    clearTimeout: (id: number) => void timers.delete(id),
  } as unknown as Clock;

  return {
    page: page satisfies Visibility,
    clock,
    now: () => now,
    timers,
    show: (visible: boolean) => void (isVisible = visible),

    /** Runs the timers of a time, and what awaits them. */
    async run(ms: number): Promise<void> {
      const end = now + ms;
      await new Promise(setImmediate);
      for (;;) {
        const [next] = [...timers].toSorted(([, a], [, b]) => a.at - b.at);
        if (!next || next[1].at > end) break;
        timers.delete(next[0]);
        now = Math.max(now, next[1].at);
        next[1].handler();
        await new Promise(setImmediate);
      }
      now = end;
    },
  };
}
