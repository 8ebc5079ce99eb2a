import { useEffect, useState, type ReactNode } from 'react';
import { currentValue, StaleValue, type Loadable } from '#contract/page-content.ts';

export type LoadableState<Value> = { value: Value | undefined; hasFailed: boolean };

/** Renders content: immediately if it is in the HTML or local storage, otherwise once the response arrives. */
export function LoadableView<Value>({
  content,
  children,
  waiting = null,
  failure = null,
}: {
  content: Loadable<Value>;
  children: (value: Value) => ReactNode;
  waiting?: ReactNode;
  failure?: ReactNode;
}) {
  const { value, hasFailed } = useLoadable(content);
  if (hasFailed) return failure;
  return value === undefined ? waiting : children(value);
}

export function useLoadable<Value>(content: Loadable<Value>): LoadableState<Value> {
  const [arrived, setArrived] = useState<{ of: Loadable<Value>; state: LoadableState<Value> }>();

  useEffect(() => {
    const arriving = content instanceof StaleValue ? content.arriving : content;
    if (!(arriving instanceof Promise)) return;
    let isCurrent = true;
    const show = (state: LoadableState<Value>) => isCurrent && setArrived({ of: content, state });
    arriving.then(
      (value) => show({ value, hasFailed: false }),
      () => show({ value: undefined, hasFailed: true }),
    );
    return () => {
      isCurrent = false;
    };
  }, [content]);

  return arrived?.of === content ? arrived.state : { value: currentValue(content), hasFailed: false };
}
