import timers from 'node:timers/promises';
import type { ScheduleService } from './schedule-service.ts';
import { createSteadyTime } from './steady-time.ts';

/** Longest time between two looks at the schedule, which another server may have changed without a notification. */
const CHECK_MS = 30_000;
const RETRY_MS = 1000;
/** Longest pause after a change is due, in which others see that a server has published it. */
const SPREAD_MS = 200;

/**
 * Publishes what is scheduled, on time. Every server tries, and the first one does it. `onCheck` registers a function to
 * call when another process may have changed the schedule. Logs the first of several failures.
 */
export function runSchedule({
  schedule,
  onCheck,
  log,
}: {
  schedule: Pick<ScheduleService, 'untilNext' | 'prepare' | 'publishNext'>;
  onCheck: (check: () => void) => void;
  log: (error: Error, sentence: string) => void;
}): { close(): Promise<void> } {
  const timeOf = createSteadyTime({ log });
  let isFailing = false;
  const closed = new AbortController();
  let pause = new AbortController();

  /** Returns the milliseconds until the next change is due, Infinity without one. */
  async function publishDue(): Promise<number> {
    for (;;) {
      const ms = await schedule.untilNext(timeOf);
      if (closed.signal.aborted) return ms;
      if (ms < 2 * CHECK_MS) await schedule.prepare();
      if (ms > 0) return ms + Math.random() * SPREAD_MS;
      await schedule.publishNext(timeOf, log);
    }
  }

  async function tryToPublish(): Promise<number> {
    try {
      const nextMs = await publishDue();
      isFailing = false;
      return nextMs;
    } catch (error) {
      if (!isFailing) log(error as Error, "Couldn't publish what is scheduled. It is tried every second.");
      isFailing = true;
      return RETRY_MS;
    }
  }

  async function run() {
    while (!closed.signal.aborted) {
      // What changes while it looks ends the next pause.
      pause = new AbortController();
      const ms = Math.min(await tryToPublish(), CHECK_MS);
      await timers.setTimeout(ms, undefined, { signal: pause.signal, ref: false }).catch(() => undefined);
    }
  }

  onCheck(() => pause.abort());
  const running = run();
  return {
    async close() {
      closed.abort();
      pause.abort();
      await running;
    },
  };
}
