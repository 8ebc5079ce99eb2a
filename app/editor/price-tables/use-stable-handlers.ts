import { useLayoutEffect, useRef, useState } from 'react';

type Handlers = Record<string, (...values: never[]) => void>;

/** The same handlers over all renders, which do what those of the newest render do: rows need not be rendered anew. */
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
