import { useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;

/** Returns `read()` in the browser, and `before` on the server and during hydration. */
export function useClientValue<Value>(read: () => Value, before: Value): Value {
  return useSyncExternalStore(neverChanges, read, () => before);
}
