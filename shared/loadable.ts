/** Stale value and the promise of its replacement (stale-while-revalidate). */
export class StaleValue<Value> {
  readonly known: Value;
  readonly arriving: Promise<Value>;

  constructor(known: Value, arriving: Promise<Value>) {
    this.known = known;
    this.arriving = arriving;
  }
}

/** Part of a page's content: loaded, loading, or stale while it reloads. */
export type Loadable<Value> = Value | Promise<Value> | StaleValue<Value>;

/** Returns the loaded or stale value, or undefined while the first one loads. */
export function currentValue<Value>(content: Loadable<Value>): Value | undefined {
  if (content instanceof Promise) return undefined;
  return content instanceof StaleValue ? content.known : content;
}

/** Returns content made of several parts: a promise while one of them is loading, and stale if one of them is. */
export function combine<Parts extends readonly unknown[], To>(
  parts: { [Index in keyof Parts]: Loadable<Parts[Index]> },
  change: (...values: Parts) => To,
): Loadable<To> {
  const each: readonly Loadable<unknown>[] = parts;
  const arrive = () =>
    withHandledRejection(
      Promise.all(each.map((part) => (part instanceof StaleValue ? part.arriving : part))).then((values) =>
        change(...(values as unknown as Parts)),
      ),
    );
  if (each.some((part) => part instanceof Promise)) return arrive();
  const known = change(...(each.map(currentValue) as unknown as Parts));
  return each.some((part) => part instanceof StaleValue) ? new StaleValue(known, arrive()) : known;
}

/** Suppresses the unhandled-rejection warning: the promise may reject before the page starts to await it. */
export function withHandledRejection<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}
