import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => undefined;

/** Returns `read()` in the browser, and `serverValue` on the server and during hydration. */
export function useClientValue<Value>(read: () => Value, serverValue: Value): Value {
  return useSyncExternalStore(subscribeToNothing, read, () => serverValue);
}
