import { useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;

/** What only the browser knows: `before` stands for it on the server, and until the page is taken over. */
export function useBrowserValue<Value>(read: () => Value, before: Value): Value {
  return useSyncExternalStore(neverChanges, read, () => before);
}
