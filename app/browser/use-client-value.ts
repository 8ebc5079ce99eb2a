import { useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;

/** Returns `read()` in the browser, and `serverValue` on the server and during hydration. */
export function useClientValue<Value>(read: () => Value, serverValue: Value): Value {
  return useSyncExternalStore(neverChanges, read, () => serverValue);
}
