/** Corrections of a clock that are not jumps. */
const CORRECTION_MS = 5000;
/** Time after which someone would have corrected a clock that has jumped. */
const STEADY_MS = 5 * 60_000;

/**
 * Creates the function that returns a time unless the clock has jumped ahead: then, for five minutes, the time that it would
 * have shown otherwise. A clock that is wrong for a moment must not publish what is scheduled for later.
 *
 * @param options.passed clock in milliseconds that never jumps
 */
export function createSteadyTime({
  passed = () => performance.now(),
  log,
}: {
  passed?: () => number;
  log: (error: Error, sentence: string) => void;
}): (time: Date) => Date {
  let offset: number | undefined;
  let jumpedAt: number | undefined;
  return (time) => {
    const at = passed();
    const next = time.getTime() - at;
    const isJump = offset !== undefined && next - offset > CORRECTION_MS;
    if (isJump && jumpedAt === undefined) {
      jumpedAt = at;
      log(
        new Error(`The clock went ahead to ${time.toISOString()}.`),
        'Scheduled changes wait five minutes.',
      );
    }
    if (!isJump || at - (jumpedAt ?? at) >= STEADY_MS) {
      [offset, jumpedAt] = [next, undefined];
      return time;
    }
    return new Date(at + (offset ?? next));
  };
}
