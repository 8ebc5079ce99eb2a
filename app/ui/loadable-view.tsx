import { useEffect, useState, type ReactNode } from 'react';
import { currentValue, StaleValue, type Loadable } from '#shared/page-content.ts';

export type LoadableState<Value> = { value: Value | undefined; hasFailed: boolean };

/** Renders content: immediately if it is in the HTML or local storage, otherwise once the response arrives. */
export function LoadableView<Value>({
  content,
  children,
  loading = null,
  failure = null,
}: {
  content: Loadable<Value>;
  children: (value: Value) => ReactNode;
  loading?: ReactNode;
  failure?: ReactNode;
}) {
  const { value, hasFailed } = useLoadable(content);
  if (hasFailed) return failure;
  return value === undefined ? loading : children(value);
}

export function useLoadable<Value>(content: Loadable<Value>): LoadableState<Value> {
  const [result, setResult] = useState<{ of: Loadable<Value>; state: LoadableState<Value> }>();

  useEffect(() => {
    const promise = content instanceof StaleValue ? content.arriving : content;
    if (!(promise instanceof Promise)) return;
    let isCurrent = true;
    const show = (state: LoadableState<Value>) => isCurrent && setResult({ of: content, state });
    promise.then(
      (value) => show({ value, hasFailed: false }),
      () => show({ value: undefined, hasFailed: true }),
    );
    return () => {
      isCurrent = false;
    };
  }, [content]);

  return result?.of === content ? result.state : { value: currentValue(content), hasFailed: false };
}
