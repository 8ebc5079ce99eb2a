import { useLayoutEffect, useRef, useState } from 'react';

type Handlers = Record<string, (...values: never[]) => void>;

/** Returns handlers with a stable identity that call the latest ones, so that memoized rows do not re-render. */
export function useStableHandlers<Given extends Handlers>(handlers: Given): Given {
  const newest = useRef(handlers);
  useLayoutEffect(() => {
    newest.current = handlers;
  });
  const [stable] = useState(
    () =>
      Object.fromEntries(
        Object.keys(handlers).map((name) => [
          name,
          (...values: never[]) => newest.current[name]?.(...values),
        ]),
      ) as Given,
  );
  return stable;
}
