import { useEffect, useState, type ReactNode } from 'react';
import { knownOf, Refreshing, type Content } from '#contract/page-content.ts';

export type ContentState<Value> = { value: Value | undefined; hasFailed: boolean };

/** Renders content: immediately if it is in the HTML or local storage, otherwise once the response arrives. */
export function Loaded<Value>({
  content,
  children,
  waiting = null,
  failure = null,
}: {
  content: Content<Value>;
  children: (value: Value) => ReactNode;
  waiting?: ReactNode;
  failure?: ReactNode;
}) {
  const { value, hasFailed } = useContent(content);
  if (hasFailed) return failure;
  return value === undefined ? waiting : children(value);
}

export function useContent<Value>(content: Content<Value>): ContentState<Value> {
  const [arrived, setArrived] = useState<{ of: Content<Value>; state: ContentState<Value> }>();

  useEffect(() => {
    const arriving = content instanceof Refreshing ? content.arriving : content;
    if (!(arriving instanceof Promise)) return;
    let isCurrent = true;
    const show = (state: ContentState<Value>) => isCurrent && setArrived({ of: content, state });
    arriving.then(
      (value) => show({ value, hasFailed: false }),
      () => show({ value: undefined, hasFailed: true }),
    );
    return () => {
      isCurrent = false;
    };
  }, [content]);

  return arrived?.of === content ? arrived.state : { value: knownOf(content), hasFailed: false };
}
